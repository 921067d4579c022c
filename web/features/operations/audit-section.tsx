import { IconFilter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AuditEntry } from '#contract/operations.ts'
import { Button } from '#web/components/action/button.tsx'
import { SectionHeader } from '#web/components/display/section-header.tsx'
import { unbroken } from '#web/components/display/unbroken.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { CsvButton } from '#web/components/table/csv-button.tsx'
import { DataTable } from '#web/components/table/data-table.tsx'
import { Pager } from '#web/components/table/pager.tsx'
import type { TableColumn } from '#web/components/table/table-column.ts'
import { useListPage } from '#web/components/table/use-list-page.ts'
import type { CsvColumn } from '#web/lib/format/csv.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { operationTexts } from '#web/texts/operations.texts.ts'
import { AuditCheck } from './audit-check.tsx'
import { auditDetailsText } from './audit-details.ts'
import { AuditFilters, auditFilterNames } from './audit-filters.tsx'
import { auditActionText, auditActorText, auditSubjectText, isSubjectGone } from './operations.labels.ts'
import { type AuditFilter, auditLogQuery, loadAuditLog } from './operations.query-options.ts'

interface AuditSectionProps {
  filter: AuditFilter
  /** Called with changes; an undefined value removes the filter. A correction replaces the history entry. */
  onFilterChange: (change: AuditFilter, isCorrection?: boolean) => void
  /** A field to filter by actor. */
  actorField: ReactNode
  /** The page of a line's subject, if it has one. */
  subjectLink: (entry: AuditEntry) => LinkProps | undefined
}

/** The audit log, newest first. */
export function AuditSection({ filter, onFilterChange, actorField, subjectLink }: AuditSectionProps) {
  const list = useQuery(auditLogQuery(filter))
  const { reset, table, pager, hasNothing } = useListPage({
    list,
    filter,
    onFilterChange,
    filterNames: auditFilterNames,
  })
  const showAll = () => onFilterChange({ subject: undefined })
  return (
    <section aria-labelledby="audit-heading" className="grid gap-4">
      <SectionHeader
        title={texts.title}
        titleId="audit-heading"
        headingLevel={1}
        lead={texts.lead}
        actions={
          <>
            {hasNothing ? null : (
              <CsvButton
                name={texts.title}
                columns={auditCsv}
                rowKey={({ id }) => id}
                loadPage={(paging, signal) => loadAuditLog({ ...filter, ...paging }, signal)}
              />
            )}
            <AuditCheck />
          </>
        }
      />
      {hasNothing ? null : (
        <AuditFilters filter={filter} actorField={actorField} onChange={onFilterChange} onReset={reset} />
      )}
      {filter.subject === undefined ? null : (
        <Notice
          kind="info"
          action={
            <Button size="small" onClick={showAll}>
              {texts.showAll}
            </Button>
          }
        >
          {texts.filtered}
        </Notice>
      )}
      <div>
        <DataTable
          label={texts.title}
          columns={columns}
          rows={table.rows}
          rowKey={entry => entry.id}
          rowLink={subjectLink}
          rowName={entry => `${auditActionText(entry.action)}, ${formatDateTime(entry.at)}`}
          rowActions={entry =>
            entry.subjectId === '' || filter.subject !== undefined
              ? []
              : [
                  {
                    label: texts.onlySubject,
                    icon: <IconFilter />,
                    onSelect: () => onFilterChange({ subject: entry.subjectId }),
                  },
                ]
          }
          isFetching={table.isFetching}
          error={table.hasFailed ? texts.failed : undefined}
          onRetry={table.onRetry}
          nothingFiltered={texts.nothingFiltered}
          onResetFilters={table.onResetFilters}
          empty={<EmptyState text={texts.empty} />}
        />
        <Pager {...pager} label={texts.title} />
      </div>
    </section>
  )
}

const texts = operationTexts.audit

const columns: readonly TableColumn<AuditEntry>[] = [
  {
    key: 'action',
    header: texts.columns.action,
    cell: entry => <Line entry={entry} />,
    note: noteOf,
    phone: 'title',
  },
  {
    key: 'actor',
    header: texts.columns.actor,
    cell: auditActorText,
    note: entry => (entry.asCustomerName === '' ? null : texts.asCustomer(entry.asCustomerName)),
    width: '15rem',
  },
  { key: 'at', header: texts.columns.at, cell: entry => formatDateTime(entry.at), width: '12rem' },
  {
    key: 'address',
    header: texts.columns.address,
    cell: entry => entry.address,
    width: '10rem',
    from: 'lg',
    phone: 'hidden',
  },
]

/** Action and subject; if the subject has a page, both are its link. */
function Line({ entry }: { entry: AuditEntry }) {
  const subject = auditSubjectText(entry)
  return (
    <>
      <span className="font-medium">{auditActionText(entry.action)}</span>
      {subject === '' ? null : <span className="wrap-anywhere">{unbroken(`: ${subject}`)}</span>}
    </>
  )
}

/** Further details of the line, without repeating number, name or deletion. */
function noteOf(entry: AuditEntry): string {
  const details = auditDetailsText(entry)
  const isSaid = auditSubjectText(entry).includes(details)
  return [...(isSaid ? [] : [details]), ...(isSubjectGone(entry) ? [texts.gone] : [])].join(' · ')
}

/** CSV columns. */
const auditCsv: readonly CsvColumn<AuditEntry>[] = [
  { header: texts.columns.at, kind: 'moment', value: entry => entry.at },
  { header: texts.columns.actor, kind: 'text', value: auditActorText },
  { header: texts.columns.asCustomer, kind: 'text', value: entry => entry.asCustomerName },
  { header: texts.columns.action, kind: 'text', value: entry => auditActionText(entry.action) },
  { header: texts.columns.subject, kind: 'text', value: auditSubjectText },
  { header: texts.columns.details, kind: 'text', value: auditDetailsText },
  { header: texts.columns.subjectId, kind: 'text', value: entry => entry.subjectId },
  { header: texts.columns.address, kind: 'text', value: entry => entry.address },
]
