import type { LinkProps } from '@tanstack/react-router'

/** A page of the site, or a section of one, that the search finds by name. */
export type SearchPage = {
  /** Unique key: its address. */
  key: string
  label: string
  /** Its location or content; also searched. */
  note: string
  /** Other common names for it: searched, never displayed. */
  words?: readonly string[] | undefined
  /** Labels of its fields: searched, never displayed; a page found by these alone follows the hits. */
  fields?: readonly string[] | undefined
  link: LinkProps
}

/** Maximum number of pages after the hits. */
const shownPages = 5

/** Pages that match every typed word. Those whose name starts with a typed word are the best: they precede all hits. */
export function matchingPages(
  pages: readonly SearchPage[],
  typed: string,
): { best: SearchPage[]; others: SearchPage[] } {
  const words = spellings(typed)
  if (words[0] === '') return { best: [], others: [] }
  const isFound = ({ label, note, words: others = [], fields = [] }: SearchPage) =>
    spellings([label, note, ...others, ...fields].join(' ')).some((text, way) =>
      (words[way] ?? '').split(/\s+/).every(word => text.includes(word)),
    )
  const isBest = ({ label, words: others = [] }: SearchPage) =>
    [label, ...others].some(name => spellings(name).some((text, way) => text.startsWith(words[way] ?? '')))
  const found = pages.filter(isFound)
  const best = found.filter(isBest).slice(0, shownPages)
  return { best, others: found.filter(page => !best.includes(page)).slice(0, shownPages - best.length) }
}

/** Folds words like the server: Übersicht matches uebersicht and ubersicht. Input without umlauts may mean either. */
function spellings(text: string): [string, string] {
  const folded = text.trim().toLowerCase().replaceAll('ß', 'ss')
  const plain = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '')
  const written = folded.replace(/[äöü]/g, letter => `${plain(letter)}e`)
  return [plain(written), plain(folded)]
}
