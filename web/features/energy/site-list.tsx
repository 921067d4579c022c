import type { EnergySite, SiteState } from '#contract/energy-sites.ts'
import { energySiteList } from '#contract/lists.ts'
import { StateBadge, type StateLooks } from '#web/components/display/state-badge.tsx'
import { Tag } from '#web/components/display/tag.tsx'
import { choiceFields } from '#web/components/list/choice-fields.ts'
import type { ListView } from '#web/components/list/list-view.ts'
import { customerColumn } from '#web/components/table/customer-column.tsx'
import type { TableColumn } from '#web/components/table/table-column.ts'
import { formatRelative } from '#web/lib/format/format.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { loadSites, type SiteFilter, sitesQuery } from './energy.query-options.ts'

const texts = energySiteTexts.owner

export const siteLooks: StateLooks<SiteState> = {
  looks: { ok: ['green', 'check'], silent: ['red', 'exclamation'], unknown: ['grey', 'question'] },
  text: state => energySiteTexts.states[state as SiteState], // The API has no other.
}

/** The houses of all customers with the age of their values. */
export const siteListView: ListView<EnergySite, SiteFilter> = {
  title: energySiteTexts.title,
  failed: energySiteTexts.listFailed,
  nothingFiltered: energySiteTexts.nothingFiltered,
  contract: energySiteList,
  query: sitesQuery,
  loadPage: loadSites,
  rowName: site => site.name,
  columns: () => columns,
  csv: async () => (await import('./site-csv.ts')).siteCsv,
  searchPlaceholder: () => energySiteTexts.searchPlaceholder,
  fields: () => fields,
}

const fields = choiceFields(energySiteList, {
  state: { label: texts.columns.state, words: energySiteTexts.states },
  alarms: { label: energySiteTexts.alarms.filter, words: energySiteTexts.alarms.filterWords },
})

const columns: readonly TableColumn<EnergySite>[] = [
  { key: 'name', header: texts.columns.name, cell: site => site.name, sortable: true, phone: 'title' },
  customerColumn({ header: texts.columns.customer, from: 'md' }),
  {
    key: 'state',
    header: texts.columns.state,
    cell: site => (
      <span className="flex flex-wrap items-center gap-2">
        <StateBadge state={site.state} looks={siteLooks} />
        {site.alarms > 0 ? <Tag>{energySiteTexts.alarms.count(site.alarms)}</Tag> : null}
      </span>
    ),
    width: '13rem',
    phone: 'left',
  },
  {
    key: 'lastReadingAt',
    header: texts.columns.last,
    cell: site => (site.lastReadingAt === null ? texts.never : formatRelative(site.lastReadingAt)),
    sortable: true,
    width: '11rem',
    phone: 'right',
  },
]
