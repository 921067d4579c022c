import { IconMailOpened, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mailList } from '#contract/lists.ts'
import type { OutboxMail } from '#contract/operations.ts'
import { StateBadge } from '#web/components/display/state-badge.tsx'
import { EmailText, unbroken } from '#web/components/display/unbroken.tsx'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { choiceFields } from '#web/components/list/choice-fields.ts'
import { ListSection } from '#web/components/list/list-section.tsx'
import type { ListView } from '#web/components/list/list-view.ts'
import type { TableColumn } from '#web/components/table/table-column.ts'
import { createIdempotencyKey } from '#web/lib/api/idempotency-key.ts'
import type { CsvColumn } from '#web/lib/format/csv.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { operationTexts } from '#web/texts/operations.texts.ts'
import { MailDialog } from './mail-dialog.tsx'
import { mailKindText, mailLooks } from './operations.labels.ts'
import { useRetryMail } from './operations.mutations.ts'
import { loadMails, type MailFilter, mailCountQuery, mailsQuery } from './operations.query-options.ts'
import { WaitingMailsNotice } from './waiting-mails-notice.tsx'

interface OutboxSectionProps {
  filter: MailFilter
  /** Called with changes; an undefined value removes the filter. A correction replaces the history entry. */
  onFilterChange: (change: MailFilter, isCorrection?: boolean) => void
}

/** The portal's mails: waiting, sent and failed. */
export function OutboxSection({ filter, onFilterChange }: OutboxSectionProps) {
  const waiting = useQuery(mailCountQuery('waiting'))
  const [readId, setReadId] = useState<string | null>(null)
  const retry = useRetryMail()

  function sendAgain(mail: Pick<OutboxMail, 'id'>) {
    retry.mutate(
      { id: mail.id, idempotencyKey: createIdempotencyKey() },
      {
        onSuccess: () => showSuccess(texts.retried),
        onError: showFailure,
      },
    )
  }

  // The notice about waiting mails is above the list and must not shift it.
  if (waiting.isPending) return <SkeletonText lines={8} />
  return (
    <ListSection
      list={mailListView}
      titleId="outbox-heading"
      headingLevel={1}
      lead={texts.lead}
      filter={filter}
      onFilterChange={onFilterChange}
      above={<WaitingMailsNotice count={waiting.data ?? 0} />}
      rowActions={[
        { label: texts.read, icon: <IconMailOpened />, onSelect: ({ id }) => setReadId(id) },
        { permission: 'retry', label: texts.retry, icon: <IconRefresh />, onSelect: sendAgain },
      ]}
      empty={texts.empty}
      skeletonRows={5}
    >
      <MailDialog id={readId} onClose={() => setReadId(null)} onRetry={sendAgain} />
    </ListSection>
  )
}

const texts = operationTexts.outbox

const columns: readonly TableColumn<OutboxMail>[] = [
  {
    key: 'subject',
    header: texts.columns.subject,
    cell: mail => <span className="font-medium">{unbroken(mail.subject)}</span>,
    note: mail => mailKindText(mail.kind),
    phone: 'title',
  },
  {
    key: 'recipient',
    header: texts.columns.recipient,
    cell: mail => <EmailText email={mail.recipient} />,
    width: '17rem',
    from: 'md',
  },
  {
    key: 'state',
    header: texts.columns.state,
    cell: mail => <StateBadge state={mail.state} looks={mailLooks} />,
    note: mail => mail.lastError,
    width: '12rem',
  },
  {
    key: 'createdAt',
    header: texts.columns.createdAt,
    cell: mail => formatDateTime(mail.createdAt),
    width: '12rem',
    from: 'lg',
  },
]

/** CSV columns. */
const mailCsv: readonly CsvColumn<OutboxMail>[] = [
  { header: texts.columns.createdAt, kind: 'moment', value: mail => mail.createdAt },
  { header: texts.columns.recipient, kind: 'text', value: mail => mail.recipient },
  { header: texts.columns.subject, kind: 'text', value: mail => mail.subject },
  { header: texts.kind, kind: 'text', value: mail => mailKindText(mail.kind) },
  { header: texts.columns.state, kind: 'text', value: mail => mailLooks.text(mail.state) },
  { header: texts.attempts, kind: 'count', value: mail => mail.attempts },
  { header: texts.sent, kind: 'moment', value: mail => mail.sentAt },
  { header: texts.nextAttempt, kind: 'moment', value: mail => mail.nextAttemptAt },
  { header: texts.lastError, kind: 'text', value: mail => mail.lastError },
]

const mailListView: ListView<OutboxMail, MailFilter> = {
  title: texts.title,
  failed: texts.failed,
  nothingFiltered: texts.nothingFiltered,
  contract: mailList,
  query: mailsQuery,
  loadPage: loadMails,
  rowName: mail => mail.subject,
  columns: () => columns,
  csv: async () => mailCsv,
  searchPlaceholder: () => texts.searchPlaceholder,
  fields: () => choiceFields(mailList, { state: { label: texts.state, words: texts.states } }),
}
