/** Static data of a route: title, breadcrumb, layout. */
import type { LayoutName } from './layouts/layouts.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The document's title; defaults to the company's name. */
    title?: string
    /** The page's own breadcrumb. Its ancestors come from the parent routes and `crumbParents`. */
    crumb?: Crumb
    /** Crumbs between the portal and the page: the list a detail page belongs to. */
    crumbParents?: readonly Crumb[]
    /** Defaults to `default`. */
    layout?: LayoutName
  }
}

export type Crumb = { readonly label: string; readonly to?: string }
