import type { RouteComponent } from '@tanstack/react-router'
import { type ComponentType, use } from 'react'

/**
 * A page in its own chunk, loaded with its route and preloaded on intent. Unlike the router's own wrapper it never
 * reloads the browser when the chunk is gone after an update. The error page offers that, and input elsewhere is kept.
 */
export function lazyPage(load: () => Promise<ComponentType>): RouteComponent & { preload: () => Promise<void> } {
  let page: ComponentType | undefined
  let loading: Promise<ComponentType> | undefined

  function loadOnce(): Promise<ComponentType> {
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
  return Object.assign(LazyPage, { preload: async () => void (await loadOnce()) })
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
