import type { LinkProps } from '@tanstack/react-router'

/** A page of the site, or a part of one, that is found by its name. */
export type SearchPage = {
  /** Names it among all: its address. */
  key: string
  label: string
  /** Where it lies, or what is on it; searched, too. */
  note: string
  /** What people call it besides: searched, never shown. */
  words?: readonly string[] | undefined
  link: LinkProps
}

/** Behind the hits, no more than these. */
const shownPages = 5

/**
 * Pages in whose words every word typed is found. Those with a name that begins so are the best: they come before all
 * hits.
 */
export function matchingPages(
  pages: readonly SearchPage[],
  typed: string,
): { best: SearchPage[]; others: SearchPage[] } {
  const words = spellings(typed)
  if (words[0] === '') return { best: [], others: [] }
  const isFound = ({ label, note, words: others = [] }: SearchPage) =>
    spellings([label, note, ...others].join(' ')).some((text, way) =>
      (words[way] ?? '').split(/\s+/).every(word => text.includes(word)),
    )
  const isBest = ({ label, words: others = [] }: SearchPage) =>
    [label, ...others].some(name => spellings(name).some((text, way) => text.startsWith(words[way] ?? '')))
  const found = pages.filter(isFound)
  const best = found.filter(isBest).slice(0, shownPages)
  return { best, others: found.filter(page => !best.includes(page)).slice(0, shownPages - best.length) }
}

/** As the server folds words: Übersicht is uebersicht and ubersicht. What is typed without umlauts may mean either. */
function spellings(text: string): [string, string] {
  const folded = text.trim().toLowerCase().replaceAll('ß', 'ss')
  const plain = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '')
  const written = folded.replace(/[äöü]/g, letter => `${plain(letter)}e`)
  return [plain(written), plain(folded)]
}
