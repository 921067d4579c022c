import type { ComponentType, ReactNode } from 'react'
import { DefaultLayout } from './default-layout.tsx'
import { PlainLayout } from './plain-layout.tsx'

/** The frames a page can ask for in its route's `staticData.layout`; `default` unless it names another. */
export const layouts = {
  default: DefaultLayout,
  plain: PlainLayout,
} satisfies Record<string, ComponentType<{ children: ReactNode }>>

export type LayoutName = keyof typeof layouts
