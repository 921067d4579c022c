import { getRouteApi } from '@tanstack/react-router'
import { paths } from '#web/app/paths.ts'
import { searchCustomers } from '#web/features/customers/customer.query-options.ts'
import type { UserFilter } from '#web/features/users/user.query-options.ts'
import { UserSection } from '#web/features/users/user-section.tsx'
import { changedSearch } from '#web/lib/browser/changed-search.ts'

const route = getRouteApi(paths.adminCustomer)

/** A customer's users, with all actions for admins. */
export function CustomerUsers({ customerId }: { customerId: string }) {
  const search = route.useSearch()
  const { page, page_size, ordering } = search
  const navigate = route.useNavigate()
  function change({ page, ordering = search.ordering }: UserFilter, isCorrection = false) {
    const isPaging = page !== undefined && !isCorrection
    const next = changedSearch(search, { page, ordering: orderingFrom(ordering) })
    const params = { id: customerId }
    void navigate({ to: paths.adminCustomer, params, search: next, replace: !isPaging, resetScroll: isPaging })
  }
  return (
    <UserSection
      filter={{ page, page_size, ordering, customer: customerId }}
      onFilterChange={change}
      customerId={customerId}
      searchCustomers={searchCustomers}
    />
  )
}

// The table of users offers only these orders.
function orderingFrom(ordering: UserFilter['ordering']) {
  return ordering === 'username' || ordering === '-username' ? ordering : undefined
}
