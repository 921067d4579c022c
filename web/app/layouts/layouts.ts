import type { ComponentType, ReactNode } from 'react'
import { DefaultLayout } from './default-layout.tsx'
import { PlainLayout } from './plain-layout.tsx'

/** The layouts a route can choose in `staticData.layout`; `default` if it names none. */
export const layouts = {
  default: DefaultLayout,
  plain: PlainLayout,
} satisfies Record<string, ComponentType<{ children: ReactNode }>>

export type LayoutName = keyof typeof layouts
