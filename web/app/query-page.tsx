import type { RouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { lazyPage } from './lazy-page.tsx'

/** A lazy page that loads TanStack Query with it. The homepage and the legal pages do not use it. */
export function queryPage(load: () => Promise<ComponentType>): RouteComponent {
  return lazyPage(async () => {
    const [{ WithQueries }, Page] = await Promise.all([import('./with-queries.tsx'), load()])
    // biome-ignore lint/correctness/noComponentHookFactories: made once per route, when its page has come
    return function QueryPage() {
      return (
        <WithQueries>
          <Page />
        </WithQueries>
      )
    }
  })
}
