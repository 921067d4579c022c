import { getRouteApi } from '@tanstack/react-router'
import { paths } from '#web/app/paths.ts'
import { searchCustomers } from '#web/features/customers/customer.query-options.ts'
import { listAddress } from '#web/lib/browser/changed-search.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { type DnsSearch, DnsViews } from '#web/pages/dns-views.tsx'

const route = getRouteApi(paths.customerDns)

/** /customer-portal/dns-updater: the host names, domains and endpoints of the user's customer record. */
export function CustomerDnsPage() {
  const search: DnsSearch = route.useSearch()
  const { customer, impersonation } = useSession()
  const { change, forget } = listAddress(search, route.useNavigate())
  return (
    <DnsViews
      search={search}
      whose="own"
      owner={{ customerId: customer?.id ?? '', searchCustomers }}
      mayCreate={customer !== null && customer !== undefined && !impersonation}
      linkTo={to => ({ to: paths.customerDns, search: to })}
      onChange={change}
      onItemClose={() => forget('item')}
    />
  )
}
