import { createRootRoute } from '@tanstack/react-router'
import { RootFrame } from '#web/app/root-frame.tsx'
import '#web/app/route-data.ts'
import { NotFound } from '#web/app/lazy-error.tsx'

/** Above every route: the frame around each page, and what is shown where there is none. */
export const root = createRootRoute({ component: RootFrame, notFoundComponent: NotFound })
