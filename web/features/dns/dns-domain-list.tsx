import type { DnsDomain } from '#contract/dns-domains.ts'
import { dnsDomainList } from '#contract/lists.ts'
import { StateBadge } from '#web/components/display/state-badge.tsx'
import { choiceFields } from '#web/components/list/choice-fields.ts'
import type { ListView } from '#web/components/list/list-view.ts'
import { customerColumn } from '#web/components/table/customer-column.tsx'
import type { TableColumn } from '#web/components/table/table-column.ts'
import { dnsTexts } from '#web/texts/dns.texts.ts'
import { dnsDomainLooks, dnsFailureText, dnsTypeText } from './dns.labels.ts'
import { type DnsDomainFilter, dnsDomainsQuery, loadDnsDomains } from './dns.query-options.ts'

const texts = dnsTexts.domains

/** Domains with their provider. */
export const dnsDomainListView: ListView<DnsDomain, DnsDomainFilter> = {
  title: texts.title,
  failed: texts.listFailed,
  nothingFiltered: texts.nothingFiltered,
  contract: dnsDomainList,
  query: dnsDomainsQuery,
  loadPage: loadDnsDomains,
  rowName: row => row.domain,
  columns: (_, whose) => (whose === 'all' ? [name, customer, ...rest] : [name, ...rest]),
  csv: async () => [
    { header: texts.domain, kind: 'text', value: row => row.domain },
    { header: texts.type, kind: 'text', value: row => dnsTypeText(row.type) },
    { header: dnsTexts.customer, kind: 'text', value: row => row.customer.name },
    { header: texts.hostnames, kind: 'text', value: row => String(row.hostnamesCount) },
    { header: texts.apiKey, kind: 'text', value: row => (row.hasApiKey ? texts.hasKey : texts.hasNoKey) },
  ],
  searchPlaceholder: whose => (whose === 'all' ? texts.searchPlaceholder : texts.searchPlaceholderOwn),
  fields: () => choiceFields(dnsDomainList, { type: { label: texts.type, words: dnsTexts.types } }),
}

type Column = TableColumn<DnsDomain>

const name: Column = {
  key: 'domain',
  header: texts.domain,
  cell: row => row.domain,
  sortable: true,
  phone: 'title',
}
const customer: Column = customerColumn({ header: dnsTexts.customer, width: '13rem', from: 'xl' })
const rest: readonly Column[] = [
  {
    key: 'type',
    header: texts.type,
    cell: row => dnsTypeText(row.type),
    note: row => texts.count(row.hostnamesCount),
    width: '14rem',
    phone: 'left',
  },
  {
    key: 'apiKey',
    header: texts.apiKey,
    cell: row => (row.hasApiKey ? texts.hasKey : texts.hasNoKey),
    width: '9rem',
    from: 'xl',
    phone: 'hidden',
  },
  {
    key: 'state',
    header: texts.state,
    cell: row => <StateBadge state={row.failure || !row.hasApiKey ? 'failed' : 'ok'} looks={dnsDomainLooks} />,
    note: row => (row.hasApiKey ? dnsFailureText(row.failure) : texts.keyMissing),
    width: '16rem',
    phone: 'left',
  },
]
