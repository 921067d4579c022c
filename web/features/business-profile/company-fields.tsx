import { type Control, useWatch } from 'react-hook-form'
import { Card } from '#web/components/display/card.tsx'
import { Select } from '#web/components/form/select.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { countryChoices } from '#web/lib/format/countries.ts'
import { businessProfileTexts } from '#web/texts/business-profile.texts.ts'
import type { CompanyInput } from './company-part.ts'

/** Name, address and contact of the business. */
export function CompanyFields({ control }: { control: Control<CompanyInput> }) {
  const country = useWatch({ control, name: 'address.country' })
  return (
    <Card>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextInput
          control={control}
          name="companyName"
          label={texts.companyName}
          required
          autoComplete="organization"
        />
        <TextInput control={control} name="ownerName" label={texts.ownerName} autoComplete="name" />
        <TextInput
          control={control}
          name="claim"
          label={texts.claim}
          hint={texts.claimHint}
          className="sm:col-span-2"
        />
        <TextInput
          control={control}
          name="address.street"
          label={texts.street}
          autoComplete="street-address"
          className="sm:col-span-2"
        />
        <div className="grid grid-cols-[7rem_1fr] gap-5">
          <TextInput control={control} name="address.zip" label={texts.zip} autoComplete="postal-code" />
          <TextInput control={control} name="address.city" label={texts.city} autoComplete="address-level2" />
        </div>
        <Select control={control} name="address.country" label={texts.country} choices={countryChoices(country)} />
        <TextInput control={control} name="email" type="email" label={texts.email} hint={texts.emailHint} />
        <TextInput control={control} name="phone" type="tel" label={texts.phone} />
        <TextInput control={control} name="website" type="url" label={texts.website} />
        <TextInput control={control} name="register" label={texts.register} hint={texts.registerHint} />
      </div>
    </Card>
  )
}

const texts = businessProfileTexts.company
