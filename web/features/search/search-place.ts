import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SearchGroup, SearchHit, SearchKind } from '#contract/search.ts'
import { searchTexts } from '#web/texts/search.ts'

/** Where the hits of a kind lead in one of the portals, and how their state is shown. */
export type SearchPlace = {
  link: (hit: SearchHit) => LinkProps
  /** The kind's own list, searched for the same. */
  allLink: (search: string) => LinkProps
  state: (state: string) => ReactNode
  /** What a hit without a name of its own is called; the number is not repeated then. */
  title?: (hit: SearchHit) => string
}

/** A kind a portal has no pages for is left out of its results. */
export type SearchPlaces = { readonly [Kind in SearchKind]?: SearchPlace }

/** What the arrow keys walk: hits, and after those of a kind the way to all of them. */
export type SearchOption = { key: string; link: LinkProps; hit?: SearchHit }

export type SearchSection = { kind: SearchKind; name: string; place: SearchPlace; options: SearchOption[] }

export function sectionsOf(groups: readonly SearchGroup[], places: SearchPlaces, search: string): SearchSection[] {
  return groups.flatMap(({ kind, hits, hasMore }) => {
    const place = places[kind]
    if (!place) return []
    const options: SearchOption[] = hits.map(hit => ({ key: hit.id, link: place.link(hit), hit }))
    if (hasMore) options.push({ key: `all-${kind}`, link: place.allLink(search) })
    return [{ kind, name: searchTexts.kinds[kind], place, options }]
  })
}
