import type { Control } from 'react-hook-form'
import { Card } from '#web/components/display/card.tsx'
import { CheckboxField } from '#web/components/form/checkbox-field.tsx'
import { MoneyInput } from '#web/components/form/money-input.tsx'
import { NumberInput } from '#web/components/form/number-input.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { usePrices } from '#web/lib/format/use-prices.ts'
import { businessProfileTexts } from '#web/texts/business-profile.texts.ts'
import type { BillingInput } from './billing-part.ts'

/** Taxes, rates and the account for payments. */
export function BillingFields({ control }: { control: Control<BillingInput> }) {
  const prices = usePrices()
  return (
    <>
      <Card title={texts.ratesAndTaxes}>
        <div className="grid gap-5 sm:grid-cols-2">
          <MoneyInput
            control={control}
            name="defaultHourlyRate"
            label={prices.label(texts.defaultHourlyRate, 'net')}
            hint={texts.defaultHourlyRateHint}
            required
          />
          <NumberInput
            control={control}
            name="paymentDays"
            label={texts.paymentDays}
            unit={texts.paymentDaysUnit}
            decimals={0}
            required
          />
          <TextInput control={control} name="taxNumber" label={texts.taxNumber} />
          <TextInput control={control} name="vatId" label={texts.vatId} />
          <CheckboxField
            control={control}
            name="isSmallBusiness"
            label={texts.isSmallBusiness}
            hint={texts.isSmallBusinessHint}
            className="sm:col-span-2"
          />
        </div>
      </Card>
      <Card title={texts.bank}>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextInput control={control} name="accountHolder" label={texts.accountHolder} />
          <TextInput control={control} name="bankName" label={texts.bankName} />
          <TextInput control={control} name="iban" label={texts.iban} spellCheck={false} autoCapitalize="characters" />
          <TextInput control={control} name="bic" label={texts.bic} spellCheck={false} autoCapitalize="characters" />
        </div>
      </Card>
    </>
  )
}

const texts = businessProfileTexts.billing
