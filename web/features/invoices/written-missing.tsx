import type { ReactNode } from 'react'
import { type FieldPath, get, type UseFormReturn } from 'react-hook-form'
import type { InvoiceContentInput } from '#contract/invoice-lines.ts'
import type { MissingData } from '#contract/invoices.ts'
import { Button } from '#web/components/action/button.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { type MissingTarget, missingPlaceTexts, missingTarget } from '#web/texts/missing-places.texts.ts'
import { writtenInvoiceTexts } from '#web/texts/written-invoices.texts.ts'

interface WrittenMissingProps {
  form: UseFormReturn<InvoiceContentInput>
  missing: readonly MissingData[]
  placeLink: (missing: MissingData) => ReactNode
}

/** Missing parts of a stored draft, by the page where they are entered: each page once, with a link. */
export function WrittenMissing({ form, missing, placeLink }: WrittenMissingProps) {
  if (missing.length === 0) return null
  return (
    <Notice kind="error" live title={writtenInvoiceTexts.missing}>
      <ul className="mt-1 grid gap-3">
        {[...Map.groupBy(missing, missingTarget)].map(([target, found]) => (
          <Place key={target} target={target} found={found} form={form} placeLink={placeLink} />
        ))}
      </ul>
    </Notice>
  )
}

const texts = missingPlaceTexts

interface PlaceProps extends Pick<WrittenMissingProps, 'form' | 'placeLink'> {
  target: MissingTarget
  found: readonly MissingData[]
}

function Place({ target, found, form, placeLink }: PlaceProps) {
  const [first] = found
  const isDraft = target === 'invoice'
  return (
    <li>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold">{texts.places[target].title}</span>
        {isDraft || first === undefined ? null : placeLink(first)}
      </p>
      <ul className="list-disc pl-5">
        {[...Map.groupBy(found, ({ message }) => message)].map(([message, same]) => (
          <li key={message}>
            <span className="inline-flex flex-wrap items-baseline gap-x-2">
              {texts.counted(message, same.length)}
              {isDraft ? <FieldButton form={form} field={same[0]?.field ?? ''} /> : null}
            </span>
          </li>
        ))}
      </ul>
    </li>
  )
}

/** Moves the focus to the field; nothing for a part of the draft that has none. */
function FieldButton({ form, field }: { form: UseFormReturn<InvoiceContentInput>; field: string }) {
  if (field === '' || field === 'lines' || get(form.getValues(), field) === undefined) return null
  // It is a path of the form's values.
  const name = (field === 'photovoltaics' ? 'photovoltaics.isOperator' : field) as FieldPath<InvoiceContentInput>
  return (
    <Button size="small" variant="quiet" onClick={() => form.setFocus(name)}>
      {texts.toField}
    </Button>
  )
}
