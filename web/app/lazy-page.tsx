import type { RouteComponent } from '@tanstack/react-router'
import { type ComponentType, use } from 'react'

/**
 * A page in a file of its own, loaded with its route and ahead of it on intent.
 * Unlike the router's own wrapper it never reloads the browser when the file is gone after an update: the error page
 * says so, and what was typed elsewhere stays.
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
 * A part beside the page in a file of its own. Where that cannot be loaded `Instead` stands there, and the page stays.
 */
export function lazyPart(load: () => Promise<ComponentType>, Instead: ComponentType = Nothing) {
  return lazyPage(() => load().catch(() => Instead))
}

function Nothing() {
  return null
}
