import type { DnsHostname } from '#contract/dns-hostnames.ts'
import { dnsHostnameList } from '#contract/lists.ts'
import { StateBadge } from '#web/components/display/state-badge.tsx'
import { choiceFields } from '#web/components/list/choice-fields.ts'
import type { ListView } from '#web/components/list/list-view.ts'
import { customerColumn } from '#web/components/table/customer-column.tsx'
import type { TableColumn } from '#web/components/table/table-column.ts'
import { dnsTexts } from '#web/texts/dns.texts.ts'
import { agoText, dnsFailureText, dnsHostnameLooks } from './dns.labels.ts'
import { type DnsHostnameFilter, dnsHostnamesQuery, loadDnsHostnames } from './dns.query-options.ts'

const texts = dnsTexts.hostnames

/** Host names with their state. */
export const dnsHostnameListView: ListView<DnsHostname, DnsHostnameFilter> = {
  title: texts.title,
  failed: texts.listFailed,
  nothingFiltered: texts.nothingFiltered,
  contract: dnsHostnameList,
  query: dnsHostnamesQuery,
  loadPage: loadDnsHostnames,
  rowName: row => row.fullName,
  columns: (_, whose) => (whose === 'all' ? [name, customer, ...rest] : [name, ...rest]),
  csv: async () => [
    { header: texts.name, kind: 'text', value: row => row.fullName },
    { header: texts.type, kind: 'text', value: row => row.type },
    { header: dnsTexts.customer, kind: 'text', value: row => row.customer.name },
    { header: texts.value, kind: 'text', value: row => row.value },
    { header: texts.ttl, kind: 'text', value: row => String(row.ttl) },
    { header: texts.state, kind: 'text', value: row => dnsHostnameLooks.text(row.state) },
    { header: texts.lastUpdate, kind: 'date', value: row => row.lastUpdate ?? '' },
  ],
  searchPlaceholder: whose => (whose === 'all' ? texts.searchPlaceholder : texts.searchPlaceholderOwn),
  fields: () => choiceFields(dnsHostnameList, { state: { label: texts.state, words: dnsTexts.states } }),
}

type Column = TableColumn<DnsHostname>

const name: Column = {
  key: 'hostname',
  header: texts.name,
  cell: row => row.fullName,
  note: row => row.endpoints.map(endpoint => endpoint.name).join(', ') || null,
  sortable: true,
  phone: 'title',
}
const customer: Column = customerColumn({ header: dnsTexts.customer, width: '13rem', from: 'xl' })
const rest: readonly Column[] = [
  {
    key: 'value',
    header: texts.value,
    cell: row => <span className="wrap-anywhere">{row.value || dnsTexts.none}</span>,
    note: row => `${row.type} · ${texts.ttlSeconds(row.ttl)}`,
    width: '16rem',
    phone: 'left',
  },
  {
    key: 'lastUpdate',
    header: texts.lastUpdate,
    cell: row => agoText(row.lastUpdate),
    width: '9.5rem',
    from: 'xl',
    phone: 'hidden',
  },
  {
    key: 'state',
    header: texts.state,
    cell: row => <StateBadge state={row.state} looks={dnsHostnameLooks} />,
    note: stateNote,
    width: '15rem',
    phone: 'left',
  },
]

/** The reason for a fault, or a note that only the provider confirmed the value. */
function stateNote({ state, failure, verifiedBy }: DnsHostname): string | null {
  if (state === 'failed' || state === 'retrying') return dnsFailureText(failure)
  return state === 'current' && verifiedBy === 'provider' ? texts.verifiedBy.provider : null
}
