import { IconFilter } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import { auditList } from '#contract/lists.ts'
import { type AuditEntry, auditActions } from '#contract/operations.ts'
import { Button } from '#web/components/action/button.tsx'
import { unbroken } from '#web/components/display/unbroken.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { ListSection } from '#web/components/list/list-section.tsx'
import type { FilterField, ListView } from '#web/components/list/list-view.ts'
import type { TableColumn } from '#web/components/table/table-column.ts'
import type { CsvColumn } from '#web/lib/format/csv.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { operationTexts } from '#web/texts/operations.texts.ts'
import { AuditCheck } from './audit-check.tsx'
import { auditDetailsText } from './audit-details.ts'
import { auditActionText, auditActorText, auditSubjectText, isSubjectGone } from './operations.labels.ts'
import { type AuditFilter, auditLogQuery, loadAuditLog } from './operations.query-options.ts'

interface AuditSectionProps {
  filter: AuditFilter
  /** Called with changes; an undefined value removes the filter. A correction replaces the history entry. */
  onFilterChange: (change: AuditFilter, isCorrection?: boolean) => void
  /** A field to filter by actor. */
  actorField: FilterField<AuditFilter>
  /** The page of a line's subject, if it has one. */
  subjectLink: (entry: AuditEntry) => LinkProps | undefined
}

/** The audit log, newest first. */
export function AuditSection({ filter, onFilterChange, actorField, subjectLink }: AuditSectionProps) {
  const showAll = () => onFilterChange({ subject: undefined })
  return (
    <ListSection
      list={auditListView}
      titleId="audit-heading"
      headingLevel={1}
      lead={texts.lead}
      filter={filter}
      onFilterChange={onFilterChange}
      ownFields={[actorField]}
      actions={<AuditCheck />}
      aboveRows={
        filter.subject === undefined ? null : (
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
        )
      }
      rowLink={subjectLink}
      rowActions={[
        {
          when: entry => entry.subjectId !== '' && filter.subject === undefined,
          label: texts.onlySubject,
          icon: <IconFilter />,
          onSelect: entry => onFilterChange({ subject: entry.subjectId }),
        },
      ]}
      empty={texts.empty}
    />
  )
}

/** The action an address names; a word the log does not know is no filter. */
export function auditActionFrom(word: string | undefined): AuditFilter['action'] {
  return auditActions.find(action => action === word)
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
  const isRedundant = auditSubjectText(entry).includes(details)
  return [...(isRedundant ? [] : [details]), ...(isSubjectGone(entry) ? [texts.gone] : [])].join(' · ')
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

const auditListView: ListView<AuditEntry, AuditFilter> = {
  title: texts.title,
  failed: texts.failed,
  nothingFiltered: texts.nothingFiltered,
  contract: auditList,
  query: auditLogQuery,
  loadPage: loadAuditLog,
  rowName: entry => `${auditActionText(entry.action)}, ${formatDateTime(entry.at)}`,
  columns: () => columns,
  csv: async () => auditCsv,
  fields: () => [
    {
      name: 'action',
      label: texts.columns.action,
      choices: auditActions
        .map(value => ({ value, label: auditActionText(value) }))
        .toSorted((a, b) => a.label.localeCompare(b.label, 'de')),
    },
    { day: 'from', label: texts.from, to: 'to' },
    { day: 'to', label: texts.to, from: 'from' },
  ],
}
