/**
 * The router. It starts with the pages for everybody; what stands behind the login (its routes, their search parameters,
 * guards and crumbs) is a file of its own, loaded when somebody goes there, so that a route of a portal costs the homepage
 * nothing: docs/decisions/0022-routes-behind-the-login.md. A new page is a path in `paths.ts`, a route in `routes/`, and,
 * where a portal shows it as a section, a line in `layouts/portal-layout.tsx`.
 */
import { createRoute, createRouter, notFound, type Router, redirect } from '@tanstack/react-router'
import { RouteError } from './lazy-error.tsx'
import { paths } from './paths.ts'
import { publicRoutes } from './routes/public.route-tree.tsx'
import { root } from './routes/root.tsx'
import { parseSearch, stringifySearch } from './search-params.ts'

/**
 * Matches what no other route does: at first every address of a portal, and later those that lead nowhere. They stay in
 * the tree, because a page that says that the file could not be loaded belongs to them.
 */
const portalEntries = [entryRoute('/customer-portal/$'), entryRoute('/admin-portal/$')]
const settingsEntry = entryRoute(paths.userSettings)

export const router = createRouter({
  routeTree: root.addChildren([...publicRoutes, ...portalEntries, settingsEntry]),
  defaultPreload: 'intent',
  defaultErrorComponent: RouteError,
  notFoundMode: 'root',
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
  // The addresses are those of the whole tree from the start; what is not loaded yet is led to by the entries.
}) as unknown as Router<WholeTree, 'never', false>

type WholeTree = ReturnType<typeof import('./routes/whole-tree.ts').wholeTree>

function entryRoute(path: string) {
  return createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: async ({ location }) => {
      if (isWhole) throw notFound()
      await loadWholeTree()
      throw redirect({ href: location.href, state: location.state, replace: true })
    },
  })
}

let isWhole = false

/** Puts the routes behind the login in their place. */
export async function loadWholeTree(): Promise<void> {
  if (isWhole) return
  const { wholeTree } = await import('./routes/whole-tree.ts')
  wholeTree(portalEntries as never[]) // only for the types: see there
  router.setRoutes(router.buildRouteTree())
  isWhole = true
}

/** True for an address whose route comes with `loadWholeTree`. */
export function isBehindLogin(pathname: string): boolean {
  return /^\/(customer-portal|admin-portal|user-settings)(\/|$)/.test(pathname)
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
