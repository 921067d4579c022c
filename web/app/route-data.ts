/** What a route says about its page beside the component: title, place, frame. */
import type { LayoutName } from './layouts/layouts.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The document's title; without one it is the company's name. */
    title?: string
    /** The page's own breadcrumb. Its ancestors come from the routes above it and from `crumbParents`. */
    crumb?: Crumb
    /** Crumbs between the portal and the page: the list a detail page belongs to. */
    crumbParents?: readonly Crumb[]
    /** `default` unless a page names another. */
    layout?: LayoutName
  }
}

export type Crumb = { readonly label: string; readonly to?: string }
