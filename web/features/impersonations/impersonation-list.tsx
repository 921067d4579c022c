import { IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import type { ImpersonationRecord } from '#contract/impersonations.ts'
import { SectionHeader } from '#web/components/display/section-header.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { CsvButton } from '#web/components/table/csv-button.tsx'
import { DataTable } from '#web/components/table/data-table.tsx'
import { Pager } from '#web/components/table/pager.tsx'
import type { TableColumn } from '#web/components/table/table-column.ts'
import { useListPage } from '#web/components/table/use-list-page.ts'
import type { CsvColumn } from '#web/lib/format/csv.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { impersonationTexts } from '#web/texts/impersonations.texts.ts'
import { impersonationsQuery, loadImpersonations, type ViewFilter } from './impersonation.query-options.ts'

const texts = impersonationTexts

interface ViewListProps {
  filter: ViewFilter
  /** Called with changes. A correction replaces the history entry. */
  onFilterChange: (change: ViewFilter, isCorrection?: boolean) => void
  customerLink: (customerId: string) => LinkProps
  onLook: (customer: { id: string; displayName: string }) => void
}

/** The log of impersonations: admin, customer, time, reason and duration. */
export function ViewList({ filter, onFilterChange, customerLink, onLook }: ViewListProps) {
  const list = useQuery(impersonationsQuery(filter))
  const { table, pager, hasNothing } = useListPage({ list, filter, onFilterChange, filterNames: [] })
  const columns: readonly TableColumn<ImpersonationRecord>[] = [
    {
      key: 'customer',
      header: texts.columns.customer,
      cell: view =>
        canLook(view) ? (
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
  return (
    <section aria-labelledby="views-heading" className="grid gap-4">
      <SectionHeader
        title={texts.views}
        titleId="views-heading"
        actions={
          hasNothing ? null : (
            <CsvButton
              name={texts.views}
              columns={viewCsv}
              rowKey={({ id }) => id}
              loadPage={(paging, signal) => loadImpersonations({ ...filter, ...paging }, signal)}
            />
          )
        }
      />
      <div>
        <DataTable
          label={texts.views}
          columns={columns}
          rows={table.rows}
          rowKey={({ id }) => id}
          rowName={view => view.customerName}
          rowButton={view =>
            canLook(view)
              ? {
                  label: texts.look,
                  icon: <IconEye />,
                  onSelect: () => onLook({ id: view.customerId, displayName: view.customerName }),
                }
              : undefined
          }
          isFetching={table.isFetching}
          error={table.hasFailed ? texts.failed : undefined}
          onRetry={table.onRetry}
          empty={<EmptyState text={texts.empty} />}
          skeletonRows={5}
        />
        <Pager {...pager} label={texts.views} />
      </div>
    </section>
  )
}

function canLook({ permissions }: ImpersonationRecord): boolean {
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
const viewCsv: readonly CsvColumn<ImpersonationRecord>[] = [
  { header: texts.columns.customer, kind: 'text', value: view => view.customerName },
  { header: texts.columns.viewer, kind: 'text', value: view => view.viewerName },
  { header: texts.columns.startedAt, kind: 'moment', value: view => view.startedAt },
  { header: texts.columns.endedAt, kind: 'moment', value: view => view.endedAt },
  { header: texts.minutes, kind: 'count', value: minutesOf },
  { header: texts.columns.reason, kind: 'text', value: view => view.reason },
]
