import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SearchGroup, SearchHit, SearchKind } from '#contract/search.ts'
import { searchTexts } from '#web/texts/search.texts.ts'
import type { SearchPage } from './search-pages.ts'

/** The target of hits of one kind in a portal, and the display of their state. */
export type SearchPlace = {
  link: (hit: SearchHit) => LinkProps
  /** The list of this kind with the same search. */
  allLink: (search: string) => LinkProps
  state: (state: string) => ReactNode
  /** The title of a hit without a name of its own; the number is not repeated then. */
  title?: (hit: SearchHit) => string
  /** An action on a hit that does not open it. */
  action?: SearchAction | undefined
}

export type SearchAction = {
  name: string
  icon: ReactNode
  isFor: (hit: SearchHit) => boolean
  run: (hit: SearchHit) => void
}

/** Kinds without pages in a portal are omitted from its results. */
export type SearchPlaces = { readonly [Kind in SearchKind]?: SearchPlace }

/** The options that the arrow keys move through: hits, after each kind the link to all of them, and the actions on the first hit. */
export type SearchOption =
  | { key: string; link: LinkProps; hit?: SearchHit; page?: SearchPage }
  | { key: string; run: () => void; hit: SearchHit; icon: ReactNode }

export type SearchSection = {
  key: string
  name: string
  options: SearchOption[]
  of?: { kind: SearchKind; place: SearchPlace }
}

/** More would push the other kinds outside the view. */
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

/** One section, or none without pages. */
export function pageSection(key: string, pages: readonly SearchPage[]): SearchSection[] {
  if (pages.length === 0) return []
  return [{ key, name: searchTexts.pages, options: pages.map(page => ({ key: page.key, link: page.link, page })) }]
}
