import { getRouteApi } from '@tanstack/react-router'
import { paths } from '#web/app/paths.ts'
import { searchCustomers } from '#web/features/customers/customer.query-options.ts'
import { customerField } from '#web/features/customers/customer-field.tsx'
import { listAddress } from '#web/lib/browser/changed-search.ts'
import { type DnsSearch, DnsViews } from '#web/pages/dns-views.tsx'

const route = getRouteApi(paths.adminDns)

/** /admin-portal/dns-overview: the host names, domains and endpoints of all customers. */
export function AdminDnsPage() {
  const search: DnsSearch = route.useSearch()
  const { change, forget } = listAddress(search, route.useNavigate())
  return (
    <DnsViews
      search={search}
      whose="all"
      owner={{ customerId: undefined, searchCustomers }}
      mayCreate
      ownFields={[customerField]}
      linkTo={to => ({ to: paths.adminDns, search: to })}
      onChange={change}
      onItemClose={() => forget('item')}
    />
  )
}
