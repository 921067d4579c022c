import type { ReactNode } from 'react'
import { type FieldPath, get, type UseFormReturn } from 'react-hook-form'
import type { InvoiceContentInput } from '#contract/invoice-lines.ts'
import type { MissingData } from '#contract/invoices.ts'
import { Button } from '#web/components/action/button.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { writtenInvoiceTexts } from '#web/texts/written-invoices.texts.ts'

interface WrittenMissingProps {
  form: UseFormReturn<InvoiceContentInput>
  missing: readonly MissingData[]
  placeLink: (missing: MissingData) => ReactNode
}

/** Missing parts of a stored draft: each sentence with a link to the place where it is entered. */
export function WrittenMissing({ form, missing, placeLink }: WrittenMissingProps) {
  if (missing.length === 0) return null
  return (
    <Notice kind="error" live title={texts.title}>
      <ul className="grid gap-2">
        {[...Map.groupBy(missing, ({ message }) => message)].map(([message, [found, ...others]]) =>
          found === undefined ? null : (
            <li key={message} className="flex flex-wrap items-baseline gap-x-2">
              <span>{texts.counted(message, others.length + 1)}</span>
              {found.place === 'invoice' ? <FieldButton form={form} field={found.field} /> : placeLink(found)}
            </li>
          ),
        )}
      </ul>
    </Notice>
  )
}

const texts = writtenInvoiceTexts.missing

/** Moves the focus to the field; nothing for a part of the draft that has none. */
function FieldButton({ form, field }: { form: UseFormReturn<InvoiceContentInput>; field: string }) {
  if (field === '' || field === 'lines' || get(form.getValues(), field) === undefined) return null
  // It is a path of the form's values.
  const name = (field === 'photovoltaics' ? 'photovoltaics.isOperator' : field) as FieldPath<InvoiceContentInput>
  return (
    <Button size="small" variant="quiet" onClick={() => form.setFocus(name)}>
      {texts.toPlace.invoice}
    </Button>
  )
}
