import { getRouteApi } from '@tanstack/react-router'
import { paths } from '#web/app/paths.ts'
import type { UserFilter } from '#web/features/accounts/user.query-options.ts'
import { UserSection } from '#web/features/accounts/user-section.tsx'
import { searchCustomers } from '#web/features/customers/customer.query-options.ts'
import { listAddress } from '#web/lib/browser/changed-search.ts'

const route = getRouteApi(paths.adminCustomer)

/** A customer's users, with all actions for admins. */
export function CustomerUsers({ customerId }: { customerId: string }) {
  const search = route.useSearch()
  const { page, page_size, ordering } = search
  const { change } = listAddress(search, route.useNavigate())
  return (
    <UserSection
      filter={{ page, page_size, ordering, customer: customerId }}
      onFilterChange={(next, isCorrection) =>
        change(
          {
            page: next.page,
            page_size: next.page_size ?? page_size,
            ordering: orderingFrom(next.ordering ?? ordering),
          },
          isCorrection,
        )
      }
      customerId={customerId}
      searchCustomers={searchCustomers}
    />
  )
}

// The table of users offers only these orders.
function orderingFrom(ordering: UserFilter['ordering']) {
  return ordering === 'username' || ordering === '-username' ? ordering : undefined
}
