import type { MissingData } from '#contract/invoices.ts'
import { paths } from '#web/app/paths.ts'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import type { BillingInput } from '#web/features/business-profile/billing-part.ts'
import { numberSeriesTexts } from '#web/texts/number-series.texts.ts'
import { writtenInvoiceTexts } from '#web/texts/written-invoices.texts.ts'

/** Where the data that an invoice lacks is entered. */
export function PlaceLink({ missing: { place, field }, customerId }: { missing: MissingData; customerId: string }) {
  const label = writtenInvoiceTexts.missing.toPlace[place]
  switch (place) {
    case 'invoice':
      return null
    case 'customer':
      return (
        <TextLink to={paths.adminCustomer} params={{ id: customerId }}>
          {label}
        </TextLink>
      )
    case 'business':
      return <TextLink to={billingFields.has(field) ? paths.adminBilling : paths.adminCompany}>{label}</TextLink>
    case 'numberSeries':
      return (
        <TextLink to={paths.adminBilling} hash={numberSeriesTexts.anchor}>
          {label}
        </TextLink>
      )
  }
}

/** Fields of the business profile in the section on billing; all others are in that on the company. */
const billingFields: ReadonlySet<string> = new Set<keyof BillingInput>(['iban', 'taxNumber', 'vatId'])
