import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SearchGroup, SearchHit, SearchKind } from '#contract/search.ts'
import { searchTexts } from '#web/texts/search.texts.ts'
import type { SearchPage } from './search-pages.ts'

/** Where the hits of a kind lead in one of the portals, and how their state is shown. */
export type SearchPlace = {
  link: (hit: SearchHit) => LinkProps
  /** The kind's own list, searched for the same. */
  allLink: (search: string) => LinkProps
  state: (state: string) => ReactNode
  /** What a hit without a name of its own is called; the number is not repeated then. */
  title?: (hit: SearchHit) => string
  /** What can be done with a hit without opening it. */
  action?: SearchAction | undefined
}

export type SearchAction = {
  name: string
  icon: ReactNode
  isFor: (hit: SearchHit) => boolean
  run: (hit: SearchHit) => void
}

/** A kind a portal has no pages for is left out of its results. */
export type SearchPlaces = { readonly [Kind in SearchKind]?: SearchPlace }

/** What the arrow keys walk: hits, after those of a kind the way to all of them, and what can be done with the first. */
export type SearchOption =
  | { key: string; link: LinkProps; hit?: SearchHit; page?: SearchPage }
  | { key: string; run: () => void; hit: SearchHit; icon: ReactNode }

export type SearchSection = {
  key: string
  name: string
  options: SearchOption[]
  of?: { kind: SearchKind; place: SearchPlace }
}

/** More would push the other kinds out of view. */
const actionsMax = 3

export function sectionsOf(groups: readonly SearchGroup[], places: SearchPlaces, search: string): SearchSection[] {
  return groups.flatMap(({ kind, hits, hasMore }) => {
    const place = places[kind]
    if (!place) return []
    const options: SearchOption[] = hits.map(hit => ({ key: hit.id, link: place.link(hit), hit }))
    if (hasMore) options.push({ key: `all-${kind}`, link: place.allLink(search) })
    const found = { key: kind, name: searchTexts.kinds[kind], of: { kind, place }, options }
    const actions = place.action ? actionsOf(place.action, hits) : []
    return actions.length === 0
      ? [found]
      : [found, { ...found, key: `do-${kind}`, name: place.action?.name ?? '', options: actions }]
  })
}

function actionsOf({ icon, isFor, run }: SearchAction, hits: readonly SearchHit[]): SearchOption[] {
  return hits
    .filter(isFor)
    .slice(0, actionsMax)
    .map(hit => ({ key: `do-${hit.id}`, run: () => run(hit), hit, icon }))
}

/** One section, or none where there are no pages. */
export function pageSection(key: string, pages: readonly SearchPage[]): SearchSection[] {
  if (pages.length === 0) return []
  return [{ key, name: searchTexts.pages, options: pages.map(page => ({ key: page.key, link: page.link, page })) }]
}
