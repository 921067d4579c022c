type Change<Search> = { [Name in keyof Search]?: Search[Name] | undefined }

/**
 * What the address of a list says after a change: a value that became undefined is gone, and any change but that of
 * the page itself leads back to the first page.
 */
export function changedSearch<Search extends { page?: number | undefined }>(
  search: Search,
  change: Change<Search>,
): Search {
  const entries = Object.entries<unknown>({ ...search, page: undefined, ...change })
  // Only values of the same names are put in, and undefined ones are left out.
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Search
}

/** How an address takes the place of the one before. */
type Step = { replace: boolean; resetScroll: boolean }

/**
 * Makes what a filter or pager calls. Only turning the page is a step to go back to, and only it begins at the top; a
 * correction, such as from a page past the end, is neither.
 */
export function searchChanger<Search extends { page?: number | undefined }>(
  search: Search,
  go: (next: Search, step: Step) => void,
): (change: Change<Search>, isCorrection?: boolean) => void {
  return (change, isCorrection = false) => {
    const isPaging = change.page !== undefined && !isCorrection
    go(changedSearch(search, change), { replace: !isPaging, resetScroll: isPaging })
  }
}
