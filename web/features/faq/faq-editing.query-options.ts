import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Query } from '#contract/endpoint.ts'
import { adminFaq, type EditableFaqEntry } from '#contract/faq.ts'
import { call } from '#web/lib/api/api-client.ts'
import { loadAllRows, type PageRequest } from '#web/lib/api/load-all-rows.ts'

type ListQuery = Query<typeof adminFaq.list>

/** Filters of the questions, by the API's names. */
export type FaqFilter = { [Name in Exclude<keyof ListQuery, keyof PageRequest>]?: ListQuery[Name] | undefined }

/** All matching questions in their order; they are few enough to be ordered by hand. */
export function editableFaqQuery(filter: FaqFilter) {
  return queryOptions({
    queryKey: ['faq', 'editable', 'list', filter],
    queryFn: ({ signal }): Promise<EditableFaqEntry[]> =>
      loadAllRows({
        loadPage: (paging, signal) => loadEditableFaq({ ...filter, ...paging }, signal),
        rowKey: ({ id }) => id,
        signal,
        onProgress: () => {},
      }),
    placeholderData: keepPreviousData,
  })
}

/** A page of questions. */
export function loadEditableFaq(query: FaqFilter & PageRequest, signal: AbortSignal) {
  return call(adminFaq.list, { query, signal })
}

export function editableFaqEntryQuery(id: string) {
  return queryOptions({
    queryKey: ['faq', 'editable', 'item', id],
    queryFn: ({ signal }) => call(adminFaq.get, { params: { id }, signal }),
  })
}

/** Fetches the current question, bypassing every cache, to resolve a conflict. */
export function getLatestFaqEntry(id: string) {
  return call(adminFaq.get, { params: { id } })
}

/** All topics, in the order of their first question. */
export function categoriesOf(entries: readonly EditableFaqEntry[]): string[] {
  return [...new Set(entries.map(({ category }) => category))].filter(category => category !== '')
}
