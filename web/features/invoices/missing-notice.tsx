import { type FieldPath, get, type UseFormReturn } from 'react-hook-form'
import { Button } from '#web/components/action/button.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import type { DraftValues } from './draft-values.ts'

interface MissingNoticeProps {
  form: UseFormReturn<DraftValues>
  fields: readonly FieldPath<DraftValues>[]
}

/** The fields that a stored draft still needs to be published: each name links to its field until it is filled in. */
export function MissingNotice({ form, fields }: MissingNoticeProps) {
  const { errors } = form.formState
  const missing = fields.filter(field => get(errors, field) !== undefined)
  if (missing.length === 0) return null
  return (
    <Notice kind="error" live title={invoiceTexts.publish.missing}>
      <ul className="-ml-3 flex flex-wrap gap-x-2">
        {missing.map(field => (
          <li key={field}>
            <Button size="small" variant="quiet" onClick={() => form.setFocus(field)}>
              {labels[field] ?? field}
            </Button>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

const texts = invoiceTexts.form

const labels: { [Field in FieldPath<DraftValues>]?: string } = {
  customerId: texts.customer,
  number: texts.number,
  pdfFileId: texts.pdf,
  issueDate: texts.issueDate,
  dueDate: texts.dueDate,
  serviceFrom: texts.serviceFrom,
  serviceTo: texts.serviceTo,
  net: texts.net,
  'tax.0.base': texts.net,
}
