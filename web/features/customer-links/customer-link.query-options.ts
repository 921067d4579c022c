import { queryOptions } from '@tanstack/react-query'
import { customerLinks } from '#contract/customer-links.ts'
import { customerLinksMax } from '#contract/limits.ts'
import { call } from '#web/lib/api/api-client.ts'

/** All links of a customer in their order; they always fit on one page. */
export function linksQuery(customerId: string) {
  return queryOptions({
    queryKey: ['customer-links', customerId],
    queryFn: ({ signal }) =>
      call(customerLinks.list, { query: { customer: customerId, page_size: customerLinksMax }, signal }),
  })
}

/** Fetches the current link, bypassing every cache, to resolve a conflict. */
export function getLatestLink(id: string) {
  return call(customerLinks.get, { params: { id } })
}
