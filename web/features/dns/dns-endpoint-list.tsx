import type { DnsEndpoint } from '#contract/dns-endpoints.ts'
import { dnsEndpointList } from '#contract/lists.ts'
import { StateBadge } from '#web/components/display/state-badge.tsx'
import type { ListView } from '#web/components/list/list-view.ts'
import { customerColumn } from '#web/components/table/customer-column.tsx'
import type { TableColumn } from '#web/components/table/table-column.ts'
import { wordOf } from '#web/lib/format/word-of.ts'
import { dnsTexts } from '#web/texts/dns.texts.ts'
import { agoText, dnsEndpointLooks } from './dns.labels.ts'
import { type DnsEndpointFilter, dnsEndpointsQuery, loadDnsEndpoints } from './dns.query-options.ts'

const texts = dnsTexts.endpoints

/** Logins of routers with their last call. */
export const dnsEndpointListView: ListView<DnsEndpoint, DnsEndpointFilter> = {
  title: texts.title,
  failed: texts.listFailed,
  nothingFiltered: texts.nothingFiltered,
  contract: dnsEndpointList,
  query: dnsEndpointsQuery,
  loadPage: loadDnsEndpoints,
  rowName: row => row.name,
  columns: (_, whose) => (whose === 'all' ? [name, customer, ...rest] : [name, ...rest]),
  csv: async () => [
    { header: texts.name, kind: 'text', value: row => row.name },
    { header: texts.router, kind: 'text', value: row => wordOf(texts.routers, row.router) ?? row.router },
    { header: dnsTexts.customer, kind: 'text', value: row => row.customer.name },
    { header: texts.hostnames, kind: 'text', value: row => row.hostnames.map(({ fullName }) => fullName).join(', ') },
    { header: texts.lastCall, kind: 'date', value: row => row.lastCall?.at ?? '' },
  ],
  searchPlaceholder: whose => (whose === 'all' ? texts.searchPlaceholder : texts.searchPlaceholderOwn),
}

type Column = TableColumn<DnsEndpoint>

const name: Column = {
  key: 'name',
  header: texts.name,
  cell: row => row.name,
  note: row => wordOf(texts.routers, row.router) ?? row.router,
  sortable: true,
  phone: 'title',
}
const customer: Column = customerColumn({ header: dnsTexts.customer, width: '13rem', from: 'xl' })
const rest: readonly Column[] = [
  {
    key: 'hostnames',
    header: texts.hostnames,
    cell: row => texts.count(new Set(row.hostnames.map(({ fullName }) => fullName)).size),
    width: '10rem',
    phone: 'left',
  },
  {
    key: 'lastCall',
    header: texts.lastCall,
    cell: row => (
      <>
        {/* A phone shows no headers. */}
        <span className="hidden phone:inline">{texts.lastCall}: </span>
        {agoText(row.lastCall?.at ?? null)}
      </>
    ),
    note: row => row.lastCall?.answer.split('\n')[0] ?? null,
    width: '14rem',
    phone: 'left',
  },
  {
    key: 'state',
    header: dnsTexts.hostnames.state,
    cell: row => <StateBadge state={row.isActive ? 'active' : 'inactive'} looks={dnsEndpointLooks} />,
    width: '9rem',
    from: 'md',
    phone: 'left',
  },
]
