import { useMatches } from '@tanstack/react-router'
import type { Breadcrumb } from '#web/components/navigation/breadcrumbs.tsx'

/** The breadcrumbs from the portal to the page, from the static data of the matched routes. */
export function useCrumbs(): Breadcrumb[] {
  return useMatches({
    select: matches =>
      matches.flatMap(({ staticData: { crumb, crumbParents = [] } }) => (crumb ? [...crumbParents, crumb] : [])),
    structuralSharing: true,
  })
}

/** The places above the page. In its crumbs, but not in its address, a ticket is below the list of tickets. */
export function parentsOf(crumbs: readonly Breadcrumb[]): ReadonlySet<string | undefined> {
  return new Set(crumbs.slice(1).map(crumb => crumb.to))
}
