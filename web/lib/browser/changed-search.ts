type Change<Search> = { [Name in keyof Search]?: Search[Name] | undefined }

/**
 * The search parameters of a list after a change: undefined values are removed, and any change except that of the page
 * resets the page.
 */
export function changedSearch<Search extends { page?: number | undefined }>(
  search: Search,
  change: Change<Search>,
): Search {
  const entries = Object.entries<unknown>({ ...search, page: undefined, ...change })
  // Only values of the same names are inserted; undefined ones are omitted.
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Search
}

/** How a new address replaces the previous one. */
type Step = { replace: boolean; resetScroll: boolean }
type Place = { keepsScroll?: boolean }

/**
 * Creates the change handler of filters and pagers. Only a change of the page adds a history entry and scrolls to the
 * top; a correction, such as from a page past the end, does neither. `keepsScroll`: the list is further down its page.
 */
export function searchChanger<Search extends { page?: number | undefined }>(
  search: Search,
  go: (next: Search, step: Step) => void,
  { keepsScroll = false }: Place = {},
): (change: Change<Search>, isCorrection?: boolean) => void {
  return (change, isCorrection = false) => {
    const isPaging = change.page !== undefined && !isCorrection
    go(changedSearch(search, change), { replace: !isPaging, resetScroll: isPaging && !keepsScroll })
  }
}

/**
 * Functions that change the address of a list: `change` for filters, order and pager, `forget` for parameters that
 * opened a dialog. `navigate` is the one of the list's route.
 */
export function listAddress<Search extends { page?: number | undefined }>(
  search: Search,
  navigate: (options: never) => Promise<void>,
  place?: Place,
) {
  // The path stays the same, and the search parameters belong to this route.
  const go = (next: Search, step: Step) => void navigate({ to: '.', search: next, ...step } as never)
  return {
    change: searchChanger(search, go, place),
    forget(...names: (keyof Search)[]) {
      if (names.every(name => search[name] === undefined)) return
      go(
        { ...search, ...Object.fromEntries(names.map(name => [name, undefined])) },
        { replace: true, resetScroll: false },
      )
    },
  }
}
