import type { ReactNode } from 'react'
import type { Invoice } from '#contract/invoices.ts'
import { Card } from '#web/components/display/card.tsx'
import { DefinitionList } from '#web/components/display/definition-list.tsx'
import { unbroken } from '#web/components/display/unbroken.tsx'
import { formatDate } from '#web/lib/format/format.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'

interface InvoiceFactsProps {
  invoice: Invoice
  /** The customer, if it is not obvious from the page. */
  customer?: ReactNode
}

/** Number and dates of an invoice. */
export function InvoiceFacts({ invoice, customer }: InvoiceFactsProps) {
  const { kind, number, issueDate, dueDate, paidDate } = invoice
  const isCancellation = kind === 'cancellation'
  const service = serviceText(invoice)
  return (
    <Card title={texts.facts}>
      <DefinitionList
        items={[
          ...(customer ? [{ term: texts.customer, value: customer }] : []),
          {
            term: isCancellation ? texts.cancellationNumber : texts.number,
            value: <span className="tabular">{unbroken(number ?? texts.unknown)}</span>,
          },
          { term: isCancellation ? texts.cancellationDate : texts.issueDate, value: dateText(issueDate) },
          ...(service === '' ? [] : [{ term: texts.service, value: service }]),
          // There is nothing to pay.
          ...(isCancellation ? [] : [{ term: texts.dueDate, value: dateText(dueDate) }]),
          ...(paidDate === null ? [] : [{ term: texts.paidDate, value: dateText(paidDate) }]),
        ]}
      />
    </Card>
  )
}

const texts = invoiceTexts.detail

function dateText(date: string | null): string {
  return date === null ? texts.unknown : formatDate(date)
}

/** Empty if unknown. */
function serviceText({ serviceFrom, serviceTo }: Invoice): string {
  if (serviceFrom !== null && serviceTo !== null) {
    return serviceFrom === serviceTo ? formatDate(serviceFrom) : texts.period(serviceFrom, serviceTo)
  }
  if (serviceFrom !== null) return texts.since(serviceFrom)
  return serviceTo === null ? '' : texts.until(serviceTo)
}
