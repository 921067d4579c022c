import type { ReactNode } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { CheckboxField } from '#web/components/form/checkbox-field.tsx'
import { MoneyInput } from '#web/components/form/money-input.tsx'
import { Select } from '#web/components/form/select.tsx'
import { TextArea } from '#web/components/form/text-area.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { countryChoices } from '#web/lib/format/countries.ts'
import { usePrices } from '#web/lib/format/use-prices.ts'
import { customerTexts } from '#web/texts/customers.texts.ts'
import { customerKindChoices } from './customer.labels.ts'
import type { CustomerValues } from './customer-values.ts'

interface CustomerFieldsProps {
  control: Control<CustomerValues>
  /** For a new customer: shown after the name and address it is derived from. */
  login?: ReactNode
}

/** The fields of a customer, in groups. */
export function CustomerFields({ control, login }: CustomerFieldsProps) {
  const country = useWatch({ control, name: 'address.country' })
  const prices = usePrices()
  return (
    <>
      <Select control={control} name="kind" label={texts.kind} choices={customerKindChoices} />
      <TextInput control={control} name="company" label={texts.company} hint={texts.companyHint} autoComplete="off" />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextInput control={control} name="firstName" label={texts.firstName} autoComplete="off" />
        <TextInput control={control} name="lastName" label={texts.lastName} autoComplete="off" />
      </div>
      <CustomerFieldGroup title={texts.contact}>
        <TextInput control={control} name="email" type="email" label={texts.email} autoComplete="off" />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextInput control={control} name="phone" type="tel" label={texts.phone} autoComplete="off" />
          <TextInput control={control} name="website" type="url" label={texts.website} autoComplete="off" />
        </div>
      </CustomerFieldGroup>
      {login}
      <CustomerFieldGroup title={texts.address}>
        <TextInput control={control} name="address.street" label={texts.street} autoComplete="off" />
        <div className="grid gap-5 sm:grid-cols-[8rem_1fr]">
          <TextInput control={control} name="address.zip" label={texts.zip} autoComplete="off" />
          <TextInput control={control} name="address.city" label={texts.city} autoComplete="off" />
        </div>
        <Select control={control} name="address.country" label={texts.country} choices={countryChoices(country)} />
      </CustomerFieldGroup>
      <CustomerFieldGroup title={texts.billing}>
        <div className="grid gap-5 sm:grid-cols-2">
          <MoneyInput control={control} name="hourlyRate" label={prices.label(texts.hourlyRate, 'net')} required />
          <TextInput control={control} name="vatId" label={texts.vatId} autoComplete="off" />
        </div>
        <TextInput
          control={control}
          name="leitwegId"
          label={texts.leitwegId}
          hint={texts.leitwegIdHint}
          autoComplete="off"
        />
      </CustomerFieldGroup>
      <CustomerFieldGroup title={texts.settings}>
        <div>
          <CheckboxField control={control} name="notifications" label={texts.notifications} />
          <CheckboxField control={control} name="newsletter" label={texts.newsletter} hint={texts.newsletterHint} />
        </div>
        <TextArea control={control} name="note" label={texts.note} hint={texts.noteHint} rows={3} />
      </CustomerFieldGroup>
    </>
  )
}

const texts = customerTexts.form

/** A titled group of a customer's fields. */
export function CustomerFieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-5 border-hairline border-t pt-5">
      <legend className="float-left mb-4 w-full font-bold font-display text-lead">{title}</legend>
      {children}
    </fieldset>
  )
}
