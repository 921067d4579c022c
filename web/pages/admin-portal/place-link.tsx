import type { MissingData } from '#contract/invoices.ts'
import { paths } from '#web/app/paths.ts'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { missingPlaceTexts, missingTarget } from '#web/texts/missing-places.texts.ts'
import { numberSeriesTexts } from '#web/texts/number-series.texts.ts'

interface PlaceLinkProps {
  missing: MissingData
  invoiceId: string
  customerId: string
}

/** Leads to where the data that an invoice lacks is entered. */
export function PlaceLink({ missing, invoiceId, customerId }: PlaceLinkProps) {
  const target = missingTarget(missing)
  const { link } = missingPlaceTexts.places[target]
  switch (target) {
    case 'invoice':
      return (
        <TextLink to={paths.adminInvoice} params={{ id: invoiceId }}>
          {link}
        </TextLink>
      )
    case 'customer':
      return (
        <TextLink to={paths.adminCustomer} params={{ id: customerId }}>
          {link}
        </TextLink>
      )
    case 'company':
      return <TextLink to={paths.adminCompany}>{link}</TextLink>
    case 'billing':
      return <TextLink to={paths.adminBilling}>{link}</TextLink>
    case 'numberSeries':
      return (
        <TextLink to={paths.adminBilling} hash={numberSeriesTexts.anchor}>
          {link}
        </TextLink>
      )
  }
}
