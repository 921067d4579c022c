import { IconListCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { Control } from 'react-hook-form'
import type { InvoiceContentInput } from '#contract/invoice-lines.ts'
import { lineGroupings } from '#contract/invoice-lines.ts'
import { Button } from '#web/components/action/button.tsx'
import { Card } from '#web/components/display/card.tsx'
import { FieldError } from '#web/components/form/field.tsx'
import { Select } from '#web/components/form/select.tsx'
import { Drawer } from '#web/components/overlay/drawer.tsx'
import { usePrices } from '#web/lib/format/use-prices.ts'
import { writtenInvoiceTexts } from '#web/texts/written-invoices.texts.ts'
import { EntryChoice } from './entry-choice.tsx'
import { useBillableEntries } from './use-billable-entries.ts'
import { sumOf } from './use-proposals.ts'
import type { WrittenDraft } from './written-values.ts'

interface WrittenWorkProps {
  control: Control<InvoiceContentInput>
  invoice: WrittenDraft
  error: string | undefined
  /** Saves the draft with other entries: the portal makes the lines of them. */
  onTake: (entryIds: string[]) => void
}

/** The entries of a draft and how they are grouped into lines. */
export function WrittenWork({ control, invoice, error, onTake }: WrittenWorkProps) {
  const [isOpen, setOpen] = useState(false)
  const prices = usePrices()
  const { entries } = invoice
  return (
    <Card
      title={texts.title}
      actions={
        <Button size="small" icon={<IconListCheck />} onClick={() => setOpen(true)}>
          {texts.choose}
        </Button>
      }
    >
      <div className="grid gap-4">
        <p className="text-label">
          {entries.length === 0 ? texts.none : texts.chosen(entries.length, prices.named(sumOf(entries), 'net'))}
        </p>
        {error ? <FieldError id="entry-ids-error" error={error} /> : null}
        <Select
          control={control}
          name="grouping"
          label={texts.grouping}
          hint={texts.groupingHint}
          choices={lineGroupings.map(value => ({ value, label: writtenInvoiceTexts.groupings[value] }))}
        />
      </div>
      <Drawer open={isOpen} onOpenChange={setOpen} title={texts.chooseTitle} size="wide">
        <EntryPicker
          invoice={invoice}
          onTake={ids => {
            setOpen(false)
            onTake(ids)
          }}
        />
      </Drawer>
    </Card>
  )
}

const texts = writtenInvoiceTexts.work

function EntryPicker({ invoice, onTake }: { invoice: WrittenDraft; onTake: (entryIds: string[]) => void }) {
  const entries = useBillableEntries(invoice.customer.id, invoice.entries)
  const [chosen, setChosen] = useState<readonly string[]>(() => invoice.entries.map(({ id }) => id))
  return (
    <div className="grid gap-5">
      <EntryChoice entries={entries} chosen={chosen} onChange={setChosen} error={undefined} />
      <Button variant="primary" className="justify-self-end" onClick={() => onTake([...chosen])}>
        {texts.take}
      </Button>
    </div>
  )
}
