import { useMatches } from '@tanstack/react-router'
import type { Breadcrumb } from '#web/components/breadcrumbs.tsx'

/** The way from the portal to the page, from what the matched routes say about themselves. */
export function useCrumbs(): Breadcrumb[] {
  return useMatches({
    select: matches =>
      matches.flatMap(({ staticData: { crumb, crumbParents = [] } }) => (crumb ? [...crumbParents, crumb] : [])),
    structuralSharing: true,
  })
}
