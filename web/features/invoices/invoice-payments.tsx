import { IconArrowBackUp, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { InvoiceWithEntries, PresentedPayment } from '#contract/invoices.ts'
import { Button } from '#web/components/action/button.tsx'
import { SectionHeader } from '#web/components/display/section-header.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { useRowDialog } from '#web/components/list/use-row-dialog.ts'
import type { MenuAction } from '#web/components/overlay/menu.tsx'
import { basisColumn } from '#web/components/table/amount-column.tsx'
import { DataTable } from '#web/components/table/data-table.tsx'
import type { TableColumn } from '#web/components/table/table-column.ts'
import { hasDraft } from '#web/lib/form/draft-storage.ts'
import { formatDate } from '#web/lib/format/format.ts'
import type { ShownPrices } from '#web/lib/format/shown-prices.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { partOfGross } from './gross-text.ts'
import { kindOf, openText } from './invoice-payments.labels.ts'
import { RecordPaymentDialog, recordPaymentDraft } from './record-payment-dialog.tsx'
import { ReversePaymentDialog } from './reverse-payment-dialog.tsx'
import { useInvoicePrices } from './use-invoice-prices.ts'

/** The payments of an issued invoice with their sum; an admin records and reverses them. */
export function InvoicePayments({ invoice }: { invoice: InvoiceWithEntries }) {
  const prices = useInvoicePrices(invoice)
  const canRecord = invoice.permissions.includes('recordPayment')
  const [isFormOpen, setFormOpen] = useState(() => canRecord && hasDraft(recordPaymentDraft(invoice.id)))
  const reversed = useRowDialog<PresentedPayment>()
  if (invoice.payments.length === 0 && !canRecord) return null
  const actionsOf = (payment: PresentedPayment): MenuAction[] =>
    payment.isReversed || payment.reversesId !== null
      ? []
      : [{ label: texts.reverse.button, icon: <IconArrowBackUp />, onSelect: () => reversed.show(payment) }]
  return (
    <section aria-labelledby="invoice-payments" className="grid gap-4">
      <SectionHeader
        titleId="invoice-payments"
        title={texts.title}
        actions={
          canRecord ? (
            <Button size="small" icon={<IconPlus />} onClick={() => setFormOpen(true)}>
              {texts.record.button}
            </Button>
          ) : undefined
        }
      />
      <DataTable
        label={texts.title}
        columns={columnsOf(prices)}
        rows={invoice.payments}
        sums={[{ label: openText(invoice), values: { amount: partOfGross(invoice.paidTotal, invoice) } }]}
        rowKey={payment => payment.id}
        rowName={payment => `${kindOf(payment)} ${formatDate(payment.paidDate)}`}
        rowActions={canRecord ? actionsOf : undefined}
        empty={<EmptyState text={texts.none} />}
      />
      {canRecord ? (
        <>
          <RecordPaymentDialog invoice={invoice} open={isFormOpen} onOpenChange={setFormOpen} />
          <ReversePaymentDialog
            invoice={invoice}
            payment={reversed.row}
            open={reversed.open}
            onOpenChange={reversed.onOpenChange}
          />
        </>
      ) : null}
    </section>
  )
}

const texts = invoiceTexts.payments

const columnsOf = (prices: ShownPrices): readonly TableColumn<PresentedPayment>[] => [
  {
    key: 'kind',
    header: texts.columns.kind,
    cell: payment => kindOf(payment),
    note: payment => (payment.isReversed ? texts.reversed : payment.reason || null),
    phone: 'title',
  },
  {
    key: 'date',
    header: texts.columns.date,
    cell: payment => formatDate(payment.paidDate),
    width: '9rem',
    phone: 'left',
  },
  basisColumn<PresentedPayment>(prices, 'gross', {
    key: 'amount',
    header: texts.columns.amount,
    amount: payment => payment.amount,
    width: '9rem',
    phone: 'right',
  }),
]
