import { createRootRoute } from '@tanstack/react-router'
import { RootFrame } from '#web/app/root-frame.tsx'
import '#web/app/route-data.ts'
import { NotFound } from '#web/app/lazy-error.tsx'

/** Parent of every route: the frame around each page, and the 404 page. */
export const root = createRootRoute({ component: RootFrame, notFoundComponent: NotFound })
