import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { newsletterConsents } from '#contract/newsletter-consents.ts'
import { type NewsletterInput, newsletters } from '#contract/newsletters.ts'
import { call } from '#web/lib/api/api-client.ts'
import { type ListQueryOf, rowsQuery } from '#web/lib/api/rows-query.ts'

/** Polling interval while a newsletter is being sent. */
const pollMs = 2_000

export type NewsletterFilter = ListQueryOf<typeof newsletters.list>

export const newslettersQuery = rowsQuery(['newsletters', 'list'], loadNewsletters)

/** A page of a customer's newsletter requests and answers. */
export function consentsQuery(customerId: string, paging: { page: number; page_size: number }) {
  return queryOptions({
    queryKey: ['newsletters', 'consents', customerId, paging],
    queryFn: ({ signal }) => loadConsents(customerId, paging, signal),
    placeholderData: keepPreviousData,
  })
}

export function loadConsents(customerId: string, paging: { page: number; page_size: number }, signal: AbortSignal) {
  return call(newsletterConsents.list, { params: { id: customerId }, query: paging, signal })
}

/** A page of newsletters. */
export function loadNewsletters(filter: NewsletterFilter, signal: AbortSignal) {
  return call(newsletters.list, { query: filter, signal })
}

export function newsletterQuery(id: string) {
  return queryOptions({
    queryKey: ['newsletters', 'item', id],
    queryFn: ({ signal }) => call(newsletters.get, { params: { id }, signal }),
    refetchInterval: query => (query.state.data?.state === 'sending' ? pollMs : false),
  })
}

/** Fetches the current newsletter, bypassing every cache. */
export function getLatestNewsletter(id: string) {
  return call(newsletters.get, { params: { id } })
}

export function previewQuery(input: NewsletterInput) {
  return queryOptions({
    queryKey: ['newsletters', 'preview', input],
    queryFn: ({ signal }) => call(newsletters.preview, { body: input, signal, silent: true }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  })
}
