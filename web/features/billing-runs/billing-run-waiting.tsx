import { IconFileInvoice } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import type { BillingRun, NewBillingRun } from '#contract/billing-runs.ts'
import { lineGroupings } from '#contract/invoice-lines.ts'
import { vatCases } from '#contract/vat-cases.ts'
import { Button } from '#web/components/action/button.tsx'
import { Card } from '#web/components/display/card.tsx'
import { classNames } from '#web/components/display/class-names.ts'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { type Choice, NativeSelect } from '#web/components/form/native-select.tsx'
import { formatEur } from '#web/lib/format/format.ts'
import { billWorkTexts } from '#web/texts/bill-work.texts.ts'
import { billingRunTexts } from '#web/texts/billing-runs.texts.ts'
import { writtenInvoiceTexts } from '#web/texts/written-invoices.texts.ts'

interface BillingRunWaitingProps {
  run: BillingRun
  busy: boolean
  customerLink: (customer: { id: string; name: string }) => ReactNode
  onStart: (how: Omit<NewBillingRun, 'month'>) => void
}

/** The customers who would get an invoice for the month, its amounts, and the choice of how its lines are made. */
export function BillingRunWaiting({ run, busy, customerLink, onStart }: BillingRunWaitingProps) {
  const [grouping, setGrouping] = useState<NewBillingRun['grouping']>('ticket')
  const [vatCase, setVatCase] = useState<NewBillingRun['vatCase']>(null)
  const { waiting, drafts } = run
  const start = () => onStart({ grouping, vatCase })
  return (
    <Card title={texts.waiting}>
      {waiting.length === 0 ? (
        <EmptyState
          text={texts.nothingWaiting}
          action={
            drafts.length === 0 ? null : (
              <Button busy={busy} onClick={start}>
                {texts.checkAgain}
              </Button>
            )
          }
        />
      ) : (
        <div className="grid gap-5">
          <p>
            {texts.waitingSum(
              waiting.length,
              formatEur(waiting.reduce((sum, { total }) => sum + Math.round(total * 100), 0) / 100),
            )}
          </p>
          <ul className="divide-y divide-hairline">
            {waiting.map(({ customer, entriesCount, hoursCount, total }) => (
              <li key={customer.id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
                <span className="min-w-0 wrap-anywhere">{customerLink(customer)}</span>
                <span className="text-label text-muted">
                  {texts.work(entriesCount, hoursCount)}, {formatEur(total)}&nbsp;netto
                </span>
              </li>
            ))}
          </ul>
          <div className="grid gap-4 sm:grid-cols-2">
            <LabelledSelect
              label={billWorkTexts.grouping}
              value={grouping}
              choices={lineGroupings.map(value => ({ value, label: writtenInvoiceTexts.groupings[value] }))}
              onValueChange={value => setGrouping(lineGroupings.find(known => known === value) ?? 'ticket')}
            />
            <LabelledSelect
              label={texts.vatCase}
              value={vatCase ?? ''}
              choices={[
                { value: '', label: texts.noVatCase },
                ...vatCases.map(value => ({ value, label: writtenInvoiceTexts.vatCases[value] })),
              ]}
              onValueChange={value => setVatCase(vatCases.find(known => known === value) ?? null)}
            />
          </div>
          <Button
            variant="primary"
            icon={<IconFileInvoice />}
            busy={busy}
            onClick={start}
            className="justify-self-start"
          >
            {texts.start}
          </Button>
        </div>
      )}
    </Card>
  )
}

const texts = billingRunTexts

interface LabelledSelectProps {
  label: string
  value: string
  choices: readonly Choice[]
  onValueChange: (value: string) => void
  className?: string
}

export function LabelledSelect({ label, className, ...select }: LabelledSelectProps) {
  const id = useId()
  return (
    <div className={classNames('grid gap-1.5', className)}>
      <label htmlFor={id} className="text-label font-semibold">
        {label}
      </label>
      <NativeSelect id={id} {...select} />
    </div>
  )
}
