import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type FaqEntry, faq } from '#contract/faq.ts'
import { pageSizeMax } from '#contract/limits.ts'
import { call } from '#web/lib/api/api-client.ts'

/** Every published question; with a search only the matching ones, best first. */
export function allFaqQuery(search: string) {
  return queryOptions({
    queryKey: ['faq', 'all', search],
    queryFn: ({ signal }) => listAllFaq(search, signal),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}

/** Up to three questions that match the text being typed. Suggestions are optional, so a failure is not shown. */
export function faqSuggestionQuery(search: string) {
  return queryOptions({
    queryKey: ['faq', 'suggestion', search],
    queryFn: ({ signal }) => call(faq.list, { query: { search, page: 1, page_size: 3 }, signal, silent: true }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
    retry: false,
  })
}

async function listAllFaq(search: string, signal: AbortSignal): Promise<FaqEntry[]> {
  const entries: FaqEntry[] = []
  for (let page = 1; ; page++) {
    const { count, results } = await call(faq.list, { query: { search, page, page_size: pageSizeMax }, signal })
    entries.push(...results)
    if (results.length === 0 || entries.length >= count) return entries
  }
}
