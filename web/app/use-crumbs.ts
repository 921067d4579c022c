import { useMatches } from '@tanstack/react-router'
import type { Breadcrumb } from '#web/components/navigation/breadcrumbs.tsx'

/** The way from the portal to the page, from what the matched routes say about themselves. */
export function useCrumbs(): Breadcrumb[] {
  return useMatches({
    select: matches =>
      matches.flatMap(({ staticData: { crumb, crumbParents = [] } }) => (crumb ? [...crumbParents, crumb] : [])),
    structuralSharing: true,
  })
}

/** The places above the page. A ticket lies below the list of tickets, in its crumbs though not in its address. */
export function parentsOf(crumbs: readonly Breadcrumb[]): ReadonlySet<string | undefined> {
  return new Set(crumbs.slice(1).map(crumb => crumb.to))
}
