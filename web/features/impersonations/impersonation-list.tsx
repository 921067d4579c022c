import { IconEye } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import type { ImpersonationRecord } from '#contract/impersonations.ts'
import { ListSection } from '#web/components/list/list-section.tsx'
import type { ListView } from '#web/components/list/list-view.ts'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import type { TableColumn } from '#web/components/table/table-column.ts'
import type { CsvColumn } from '#web/lib/format/csv.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { impersonationTexts } from '#web/texts/impersonations.texts.ts'
import { type ImpersonationFilter, impersonationsQuery, loadImpersonations } from './impersonation.query-options.ts'

const texts = impersonationTexts

interface ImpersonationListProps {
  list: ReturnType<typeof viewList>
  filter: ImpersonationFilter
  /** Called with changes. A correction replaces the history entry. */
  onFilterChange: (change: ImpersonationFilter, isCorrection?: boolean) => void
  onImpersonate: (customer: { id: string; displayName: string }) => void
}

/** The log of impersonations: admin, customer, time, reason and duration. */
export function ImpersonationList({ list, filter, onFilterChange, onImpersonate }: ImpersonationListProps) {
  return (
    <ListSection
      list={list}
      titleId="views-heading"
      filter={filter}
      onFilterChange={onFilterChange}
      rowButton={view =>
        canImpersonate(view)
          ? {
              label: texts.look,
              icon: <IconEye />,
              onSelect: () => onImpersonate({ id: view.customerId, displayName: view.customerName }),
            }
          : undefined
      }
      empty={texts.empty}
      skeletonRows={5}
    />
  )
}

/** Creates the view of this list, with links to the pages of the customers. */
export function viewList(
  customerLink: (customerId: string) => LinkProps,
): ListView<ImpersonationRecord, ImpersonationFilter> {
  const columns = columnsOf(customerLink)
  return {
    title: texts.views,
    failed: texts.failed,
    query: impersonationsQuery,
    loadPage: loadImpersonations,
    rowName: view => view.customerName,
    columns: () => columns,
    csv: async () => impersonationCsv,
  }
}

function columnsOf(customerLink: (customerId: string) => LinkProps): readonly TableColumn<ImpersonationRecord>[] {
  return [
    {
      key: 'customer',
      header: texts.columns.customer,
      cell: view =>
        canImpersonate(view) ? (
          <TextLink {...customerLink(view.customerId)} className="font-medium">
            {view.customerName}
          </TextLink>
        ) : (
          <span className="text-muted">{view.customerName}</span>
        ),
      note: view => view.reason,
      phone: 'title',
    },
    { key: 'viewer', header: texts.columns.viewer, cell: view => view.viewerName, width: '13rem' },
    {
      key: 'startedAt',
      header: texts.columns.startedAt,
      cell: view => formatDateTime(view.startedAt),
      width: '12.5rem',
    },
    { key: 'length', header: texts.columns.length, cell: lengthText, width: '9rem' },
  ]
}

function canImpersonate({ permissions }: ImpersonationRecord): boolean {
  return permissions.includes('view')
}

function lengthText(view: ImpersonationRecord): string {
  const minutes = minutesOf(view)
  return minutes === null ? texts.running : texts.lasting(minutes)
}

/** Whole minutes; null while it is active. */
function minutesOf({ startedAt, endedAt }: ImpersonationRecord): number | null {
  return endedAt === null ? null : Math.floor((Date.parse(endedAt) - Date.parse(startedAt)) / 60_000)
}

/** CSV columns. */
const impersonationCsv: readonly CsvColumn<ImpersonationRecord>[] = [
  { header: texts.columns.customer, kind: 'text', value: view => view.customerName },
  { header: texts.columns.viewer, kind: 'text', value: view => view.viewerName },
  { header: texts.columns.startedAt, kind: 'moment', value: view => view.startedAt },
  { header: texts.columns.endedAt, kind: 'moment', value: view => view.endedAt },
  { header: texts.minutes, kind: 'count', value: minutesOf },
  { header: texts.columns.reason, kind: 'text', value: view => view.reason },
]
