import { paths } from '#web/app/paths.ts'
import { LatestRows } from '#web/components/list/latest-rows.tsx'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { requestListView } from '#web/features/requests/request-list.tsx'
import { RequestSummary } from '#web/features/requests/request-summary.tsx'
import { customerTexts } from '#web/texts/customers.texts.ts'
import { requestTexts } from '#web/texts/requests.texts.ts'

/** A customer's latest requests, with the number in each state. */
export function CustomerRequests({ customerId: customer }: { customerId: string }) {
  return (
    <LatestRows
      list={requestListView}
      filter={{ customer, ordering: '-updatedAt' }}
      shown={8}
      titleId="requests-heading"
      all={
        <TextLink to={paths.adminRequests} search={{ customer }}>
          {customerTexts.detail.allRequests}
        </TextLink>
      }
      figures={
        <RequestSummary
          customerId={customer}
          listLink={filter => ({ to: paths.adminRequests, search: { ...filter, customer } })}
        />
      }
      rowLink={({ id }) => ({ to: paths.adminRequest, params: { id } })}
      empty={requestTexts.empty}
    />
  )
}
