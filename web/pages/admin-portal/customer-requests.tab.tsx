import { useQuery } from '@tanstack/react-query'
import { paths } from '#web/app/paths.ts'
import { SectionHeader } from '#web/components/display/section-header.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { requestsQuery } from '#web/features/requests/request.query-options.ts'
import { RequestSummary } from '#web/features/requests/request-summary.tsx'
import { RequestTable } from '#web/features/requests/request-table.tsx'
import { customerTexts } from '#web/texts/customers.texts.ts'
import { requestTexts } from '#web/texts/requests.texts.ts'

/** Number of requests on a customer's page. */
const shownRequests = 8

/** A customer's latest requests, with the number in each state. */
export function CustomerRequests({ customerId }: { customerId: string }) {
  const list = useQuery(requestsQuery({ customer: customerId, page_size: shownRequests, ordering: '-updatedAt' }))
  const count = list.data?.count ?? 0
  return (
    <section aria-labelledby="requests-heading" className="grid gap-4">
      <SectionHeader
        title={requestTexts.title}
        titleId="requests-heading"
        actions={
          count > shownRequests ? (
            <TextLink to={paths.adminRequests} search={{ customer: customerId }}>
              {customerTexts.detail.allRequests}
            </TextLink>
          ) : null
        }
      />
      {count > 0 ? (
        <RequestSummary
          customerId={customerId}
          listLink={filter => ({ to: paths.adminRequests, search: { ...filter, customer: customerId } })}
        />
      ) : null}
      <RequestTable
        rows={list.data?.results}
        requestLink={({ id }) => ({ to: paths.adminRequest, params: { id } })}
        isFetching={list.isFetching}
        hasFailed={list.isError}
        onRetry={list.refetch}
        empty={<EmptyState text={requestTexts.empty} />}
        skeletonRows={3}
      />
    </section>
  )
}
