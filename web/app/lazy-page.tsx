import type { RouteComponent } from '@tanstack/react-router'
import { type ComponentType, use } from 'react'

/** A page. `ahead` starts the queries that it shows first; it resolves when they have settled, and never fails. */
export type Page = ComponentType & { ahead?: (search: never) => Promise<void> }

export type LazyPage = RouteComponent & {
  preload: () => Promise<void>
  /** `Page.ahead`, once the page is loaded. */
  ahead: (search: object) => Promise<void> | undefined
}

/**
 * A page in its own chunk, loaded with its route and preloaded on intent. Unlike the router's own wrapper it never
 * reloads the browser when the chunk is gone after an update. The error page offers that, and input elsewhere is kept.
 */
export function lazyPage(load: () => Promise<Page>): LazyPage {
  let page: Page | undefined
  let loading: Promise<Page> | undefined

  function loadOnce(): Promise<Page> {
    loading ??= load().then(
      loaded => {
        page = loaded
        return loaded
      },
      error => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  // biome-ignore lint/correctness/noComponentHookFactories: made once per route, when the routes are made
  function LazyPage() {
    const Page = page ?? use(loadOnce())
    return <Page />
  }
  return Object.assign(LazyPage, {
    preload: async () => void (await loadOnce()),
    // The route has validated the search parameters for this page.
    ahead: (search: object) => page?.ahead?.(search as never),
  })
}

/**
 * A lazily loaded part of a page. If its chunk cannot be loaded, `Instead` takes its place and the page stays usable.
 */
export function lazyPart(load: () => Promise<ComponentType>, Instead: ComponentType = Nothing) {
  return lazyPage(() => load().catch(() => Instead))
}

function Nothing() {
  return null
}
