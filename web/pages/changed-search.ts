/**
 * What the address of a list says after a change: a value that became undefined is gone, and any change but that of
 * the page itself leads back to the first page.
 */
export function changedSearch<Search extends { page?: number | undefined }>(
  search: Search,
  change: { [Name in keyof Search]?: Search[Name] | undefined },
): Search {
  const entries = Object.entries<unknown>({ ...search, page: undefined, ...change })
  // Only values of the same names are put in, and undefined ones are left out.
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Search
}
