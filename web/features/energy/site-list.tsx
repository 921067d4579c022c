import type { ListedEnergySite, SiteState } from '#contract/energy-sites.ts'
import { energySiteList } from '#contract/lists.ts'
import { StateBadge, type StateLooks } from '#web/components/display/state-badge.tsx'
import { Tag } from '#web/components/display/tag.tsx'
import { choiceFields } from '#web/components/list/choice-fields.ts'
import type { ListView } from '#web/components/list/list-view.ts'
import { customerColumn } from '#web/components/table/customer-column.tsx'
import type { TableColumn } from '#web/components/table/table-column.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { listedSitesQuery, loadSites, type SiteFilter } from './energy.query-options.ts'
import { energyText, levelText } from './energy-words.ts'
import { powerText } from './flow-nodes.ts'
import { OldValue, ValueAge } from './site-now.tsx'

const texts = energySiteTexts.owner

export const siteLooks: StateLooks<SiteState> = {
  looks: { ok: ['green', 'check'], silent: ['red', 'exclamation'], unknown: ['grey', 'question'] },
  text: state => energySiteTexts.states[state as SiteState], // The API has no other.
}

/** The houses of all customers with their current values and the age of these. */
export const siteListView: ListView<ListedEnergySite, SiteFilter> = {
  title: energySiteTexts.title,
  failed: energySiteTexts.listFailed,
  nothingFiltered: energySiteTexts.nothingFiltered,
  contract: energySiteList,
  query: listedSitesQuery,
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

const columns: readonly TableColumn<ListedEnergySite>[] = [
  {
    key: 'name',
    header: texts.columns.name,
    cell: site => site.name,
    note: site => <span className="hidden sm:inline xl:hidden">{site.customer.name}</span>,
    sortable: true,
    phone: 'title',
  },
  customerColumn({ header: texts.columns.customer, from: 'xl' }),
  {
    key: 'state',
    header: texts.columns.state,
    cell: site => (
      <span className="flex flex-wrap items-center gap-2">
        <StateBadge state={site.state} looks={siteLooks} />
        {site.alarms > 0 ? <Tag>{energySiteTexts.alarms.count(site.alarms)}</Tag> : null}
      </span>
    ),
    width: '11rem',
    phone: 'left',
  },
  {
    key: 'pv',
    header: texts.columns.pv,
    cell: ({ now }) => (now.pv === null ? '–' : powerText(now.pv.powerW)),
    note: ({ now }) => <OldValue value={now.pv} />,
    align: 'end',
    width: '8rem',
    phone: 'figure',
  },
  {
    key: 'pvToday',
    header: texts.columns.pvToday,
    cell: ({ now }) => energyText(now.pvTodayWh === null ? null : now.pvTodayWh / 1_000),
    align: 'end',
    width: '8.5rem',
    from: 'lg',
    phone: 'left',
    phoneLabel: `${texts.columns.pvToday} `,
  },
  {
    key: 'level',
    header: texts.columns.level,
    cell: ({ now }) => levelText(now.level?.percent ?? null),
    note: ({ now }) => <OldValue value={now.level} />,
    align: 'end',
    width: '7rem',
    from: 'md',
    phone: 'right',
    phoneLabel: `${texts.columns.level} `,
  },
  {
    key: 'lastReadingAt',
    header: texts.columns.last,
    cell: site => (site.lastReadingAt === null ? texts.never : <ValueAge at={site.lastReadingAt} />),
    note: ({ now }) => (now.oldestAt === null ? null : <ValueAge at={now.oldestAt} words={texts.oldest} />),
    sortable: true,
    width: '10.5rem',
    phone: 'right',
  },
]
