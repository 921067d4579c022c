import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { WrittenContent } from '#contract/invoice-lines.ts'
import { entryDescription, groupDescription } from '#contract/texts/invoice-lines.texts.ts'
import { withBasis } from '#contract/texts/prices.texts.ts'
import { Button } from '#web/components/action/button.tsx'
import { Disclosure } from '#web/components/display/disclosure.tsx'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { formatDate, formatEur, formatHours } from '#web/lib/format/format.ts'
import { invoiceDocumentTexts } from '#web/texts/invoice-documents.texts.ts'
import { invoiceQuestionTexts } from '#web/texts/invoice-questions.texts.ts'
import { writtenInvoiceTexts } from '#web/texts/written-invoices.texts.ts'
import type { QuestionSubject } from './invoice-questions.tsx'
import { lineAmountText } from './line-amount-text.ts'

type Line = WrittenContent['lines'][number]
type LineEntry = Line['entries'][number]

interface InvoiceLinesProps {
  lines: readonly Line[]
  /** Whether the invoice shows tax: then the amounts are net. */
  isTaxed: boolean
  ticketLink: (ticket: { id: string }) => LinkProps
  /** Undefined if the reader may not ask. */
  onAsk: ((subject: QuestionSubject) => void) | undefined
}

/** The lines of an invoice as printed; each opens to the entries behind it, and these lead to their tickets. */
export function InvoiceLines({ lines, isTaxed, ticketLink, onAsk }: InvoiceLinesProps) {
  if (lines.length === 0) return null
  return (
    <section aria-labelledby="invoice-lines" className="grid gap-4">
      <h2 id="invoice-lines" className="text-heading">
        {withBasis(texts.title, isTaxed ? 'net' : null)}
      </h2>
      <ol className="min-w-0 divide-y divide-hairline rounded-card border border-hairline bg-surface">
        {lines.map((line, index) => (
          <li key={line.id} className="grid min-w-0 gap-2 p-5">
            <LineHead line={line} place={index + 1} />
            <LineEntries line={line} ticketLink={ticketLink} onAsk={onAsk} />
            {onAsk && line.entries.length !== 1 ? (
              <div className="pl-9">
                <AskButton subject={{ lineId: line.id, name: line.text }} onAsk={onAsk} />
              </div>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  )
}

const texts = invoiceDocumentTexts.lines

function LineHead({ line, place }: { line: Line; place: number }) {
  return (
    <div className="grid grid-cols-[1.75rem_minmax(0,1fr)_auto] gap-x-2 gap-y-1">
      <span className="tabular text-muted">{place}</span>
      <div className="col-start-2 col-end-4 flex flex-wrap justify-between gap-x-4">
        <p className="wrap-anywhere min-w-0 font-semibold">{line.text}</p>
        <p className="tabular ml-auto whitespace-nowrap font-semibold">{formatEur(line.net)}</p>
      </div>
      {line.description === '' || isOfEntry(line) ? null : (
        <p className="wrap-anywhere col-start-2 col-end-4 whitespace-pre-line text-label text-muted">
          {line.description}
        </p>
      )}
      <p className="col-start-2 col-end-4 flex flex-wrap justify-between gap-x-4 text-label text-muted">
        <span className="tabular">{lineAmountText(line)}</span>
        {line.vatCase === null ? null : <span>{writtenInvoiceTexts.vatCases[line.vatCase]}</span>}
      </p>
    </div>
  )
}

/** Whether the description is a proposed one: ticket and day, which the entry below shows with a link. */
function isOfEntry({ description, entries }: Line): boolean {
  const [entry, ...others] = entries
  if (entry === undefined || others.length > 0) return false
  const { ticket, date } = entry
  const day = formatDate(date)
  return [entryDescription(ticket.number, ticket.name, day), groupDescription([ticket.number], day, day)].includes(
    description,
  )
}

/** A single entry is shown below its line; several open on a click. */
function LineEntries({ line, ticketLink, onAsk }: { line: Line } & Pick<InvoiceLinesProps, 'ticketLink' | 'onAsk'>) {
  const { entries } = line
  if (entries.length === 0) return null
  const list = (
    <ul aria-label={texts.entriesOf(entries.length, line.text)} className="grid gap-3 pb-2">
      {entries.map((entry, index) => (
        <EntryRow
          key={entry.id ?? index}
          entry={entry}
          lineId={line.id}
          ticketLink={ticketLink}
          onAsk={onAsk}
          ofLine={entries.length > 1 ? 'part' : entry.name === line.text ? 'same' : 'renamed'}
        />
      ))}
    </ul>
  )
  return (
    <div className="min-w-0 pl-9">
      {entries.length === 1 ? list : <Disclosure summary={texts.entries(entries.length)}>{list}</Disclosure>}
    </div>
  )
}

interface EntryRowProps extends Pick<InvoiceLinesProps, 'ticketLink' | 'onAsk'> {
  entry: LineEntry
  lineId: string
  /** A line of one entry already shows its hours and amount, and mostly its name. */
  ofLine: 'part' | 'same' | 'renamed'
}

function EntryRow({ entry, lineId, ticketLink, onAsk, ofLine }: EntryRowProps) {
  const { id, name, ticket, date, quantity, total, description } = entry
  return (
    <li className="grid min-w-0 gap-1 text-label">
      {ofLine === 'same' ? null : (
        <p className="flex flex-wrap justify-between gap-x-4">
          <span className="wrap-anywhere font-medium">{name}</span>
          {ofLine === 'part' ? (
            <span className="tabular whitespace-nowrap">
              {quantity === 0 ? null : `${texts.hours(formatHours(quantity))} · `}
              {formatEur(total)}
            </span>
          ) : null}
        </p>
      )}
      <p className="text-muted">
        <span className="tabular">{formatDate(date)}</span> · <TicketName ticket={ticket} ticketLink={ticketLink} />
      </p>
      {description === '' ? null : <p className="wrap-anywhere whitespace-pre-line">{description}</p>}
      {onAsk ? <AskButton subject={{ lineId, ...(id === null ? {} : { entryId: id }), name }} onAsk={onAsk} /> : null}
    </li>
  )
}

function TicketName({
  ticket: { id, number, name },
  ticketLink,
}: { ticket: LineEntry['ticket'] } & Pick<InvoiceLinesProps, 'ticketLink'>): ReactNode {
  const label = `${number} ${name}`
  return id === null ? (
    label
  ) : (
    <TextLink {...ticketLink({ id })} className="wrap-anywhere">
      {label}
    </TextLink>
  )
}

function AskButton({ subject, onAsk }: { subject: QuestionSubject; onAsk: (subject: QuestionSubject) => void }) {
  return (
    <Button
      size="small"
      variant="quiet"
      className="-ml-3 justify-self-start"
      data-screen-only=""
      aria-label={invoiceQuestionTexts.ask.buttonFor(subject.name)}
      onClick={() => onAsk(subject)}
    >
      {invoiceQuestionTexts.ask.button}
    </Button>
  )
}
