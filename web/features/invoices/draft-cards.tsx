import type { Control } from 'react-hook-form'
import { Card } from '#web/components/display/card.tsx'
import { FileInput } from '#web/components/file/file-input.tsx'
import { DateInput } from '#web/components/form/date-input.tsx'
import { SearchSelectField } from '#web/components/form/search-select-field.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import type { SearchOption } from '#web/components/form/use-search-options.ts'
import type { FileField } from '#web/lib/form/use-file-field.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import type { DraftValues } from './draft-values.ts'

const texts = invoiceTexts.form

type DraftControl = Control<DraftValues, unknown, DraftValues>

interface DocumentCardProps {
  control: DraftControl
  customer: SearchOption
  searchCustomers: (query: string, signal: AbortSignal) => Promise<readonly SearchOption[]>
  pdf: FileField
}

/** Customer, number and file of a draft. */
export function DocumentCard({ control, customer, searchCustomers, pdf }: DocumentCardProps) {
  return (
    <Card title={texts.document}>
      <div className="grid gap-5">
        <SearchSelectField
          control={control}
          name="customerId"
          label={texts.customer}
          required
          loadOptions={searchCustomers}
          initialOption={customer}
        />
        <TextInput control={control} name="number" label={texts.number} hint={texts.numberHint} autoComplete="off" />
        <FileInput
          field={pdf}
          label={texts.pdf}
          hint={texts.pdfHint}
          multiple={false}
          mediaTypes={['application/pdf']}
        />
      </div>
    </Card>
  )
}

interface DatesCardProps {
  control: DraftControl
  paymentDays: number
}

export function DatesCard({ control, paymentDays }: DatesCardProps) {
  return (
    <Card title={texts.dates}>
      <div className="grid gap-5 sm:grid-cols-2">
        <DateInput control={control} name="issueDate" label={texts.issueDate} />
        <DateInput control={control} name="dueDate" label={texts.dueDate} hint={texts.dueDateHint(paymentDays)} />
        <DateInput control={control} name="serviceFrom" label={texts.serviceFrom} />
        <DateInput control={control} name="serviceTo" label={texts.serviceTo} />
      </div>
    </Card>
  )
}
