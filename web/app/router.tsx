/**
 * The router. It starts with the public pages. The routes behind the login, with their search parameters, guards and
 * crumbs, are a separate chunk that loads on first use and adds nothing to the homepage:
 * docs/decisions/0022-routes-behind-the-login.md. A new page needs a path in `paths.ts`, a route in `routes/` and, if it
 * is a section of a portal, a line in `layouts/portal-layout.tsx`.
 */
import { createRoute, createRouter, notFound, type Router, redirect } from '@tanstack/react-router'
import { RouteError } from './lazy-error.tsx'
import { paths } from './paths.ts'
import { publicRoutes } from './routes/public.route-tree.tsx'
import { root } from './routes/root.tsx'
import { parseSearch, stringifySearch } from './search-params.ts'

/**
 * Catch-all routes: at first for every address of a portal, later for unknown ones. They stay in the tree because the
 * error page for a failed chunk belongs to them.
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
  // Typed as the whole tree from the start; the entry routes lead to routes that are not loaded yet.
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

/** Adds the routes behind the login. */
export async function loadWholeTree(): Promise<void> {
  if (isWhole) return
  const { wholeTree } = await import('./routes/whole-tree.ts')
  wholeTree(portalEntries as never[]) // Only for its types: see there.
  router.setRoutes(router.buildRouteTree())
  isWhole = true
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
