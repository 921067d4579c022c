import type { ReactNode } from 'react'
import type { TicketEntry } from '#contract/ticket-entries.ts'
import { formatDateTime, formatDuration, formatTime, joinFacts } from '#web/lib/format/format.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'
import { entryTypeText } from './ticket.labels.ts'

interface EntryRemarksProps {
  entry: TicketEntry
  viewer: 'customer' | 'admin'
  /** Link to the entry's invoice, with its name. */
  invoiceLink: (invoiceId: string) => ReactNode
}

/** Below the name of an entry: type, author, measured time and description. */
export function EntryRemarks({ entry, viewer, invoiceLink }: EntryRemarksProps) {
  const remarks = [
    entryTypeText(entry.type),
    entry.createdBy === 'customer' ? (viewer === 'customer' ? texts.byYou : texts.byCustomer) : null,
    entry.measuredHours > 0 && viewer === 'admin' ? texts.measured(entry.measuredHours) : null,
  ].filter(remark => remark !== null)
  return (
    <span className="grid gap-1">
      <span>{joinFacts(remarks)}</span>
      {entry.invoiceId === null ? null : invoiceLink(entry.invoiceId)}
      {entry.description === '' ? null : <Description text={entry.description} />}
      {entry.spans.length > 0 ? (
        <Fold summary={texts.spans(entry.spans.length)}>
          <ul className="grid gap-0.5">
            {entry.spans.map(span => (
              <li key={span.startedAt}>{spanText(span)}</li>
            ))}
          </ul>
        </Fold>
      ) : null}
    </span>
  )
}

const texts = ticketTexts.entries

/** Shorter texts are open, longer ones collapsed. */
const shortTextLength = 160

function Description({ text }: { text: string }) {
  if (text.length <= shortTextLength) return <span className="whitespace-pre-line text-ink">{text}</span>
  return (
    <Fold summary={texts.showDescription}>
      <p className="whitespace-pre-line text-ink">{text}</p>
    </Fold>
  )
}

function Fold({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className="relative z-1">
      <summary className="inline-flex min-h-6 items-center text-link underline underline-offset-[0.2em]">
        {summary}
      </summary>
      <div className="pt-1">{children}</div>
    </details>
  )
}

function spanText({ startedAt, stoppedAt, userName }: TicketEntry['spans'][number]): string {
  if (stoppedAt === null) return texts.spanRunning(formatDateTime(startedAt), userName)
  const durationMs = Date.parse(stoppedAt) - Date.parse(startedAt)
  return texts.span(formatDateTime(startedAt), formatTime(stoppedAt), formatDuration(durationMs), userName)
}
