/**
 * VAT cases of invoice lines, as data. Pure, because the browser computes the live sums of a draft with it. Sources:
 * UStG; category codes of UNCL 5305 as used by EN 16931.
 */
export const vatCases = [
  'standard',
  'reduced',
  'photovoltaics',
  'domesticReverse',
  'euReverse',
  'smallBusiness',
] as const
export type VatCase = (typeof vatCases)[number]

/** The cases without tax. */
export const zeroRateCases = [
  'photovoltaics',
  'domesticReverse',
  'euReverse',
  'smallBusiness',
] as const satisfies readonly VatCase[]
export type ZeroRateCase = (typeof zeroRateCases)[number]

/** `S` standard rated, `Z` zero rated, `AE` reverse charge, `E` exempt. */
export type VatCategory = 'S' | 'Z' | 'AE' | 'E'

type VatRule = {
  category: VatCategory
  /** Hundredths of a percent: 1900 is 19 %. */
  rate: number
  /** Printed on the invoice (§ 14a (5), § 19 UStG, § 34a UStDV), and BT-120 where the category needs a reason. */
  note: string | null
  /** Code of the VATEX list, BT-121. */
  exemptionCode: string | null
  /** BR-AE-02: without the buyer's VAT id the invoice is invalid. */
  needsBuyerVatId: boolean
}

export const vatRules: Readonly<Record<VatCase, VatRule>> = {
  standard: { category: 'S', rate: 1900, note: null, exemptionCode: null, needsBuyerVatId: false },
  reduced: { category: 'S', rate: 700, note: null, exemptionCode: null, needsBuyerVatId: false },
  // A rate of 0 %, not an exemption: no reason (BR-Z-10).
  photovoltaics: {
    category: 'Z',
    rate: 0,
    note: '0 % USt gemäß § 12 Abs. 3 UStG',
    exemptionCode: null,
    needsBuyerVatId: false,
  },
  domesticReverse: {
    category: 'AE',
    rate: 0,
    note: 'Steuerschuldnerschaft des Leistungsempfängers (§ 13b UStG)',
    exemptionCode: 'VATEX-EU-AE',
    needsBuyerVatId: true,
  },
  euReverse: {
    category: 'AE',
    rate: 0,
    note: 'Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge, Art. 196 MwStSystRL)',
    exemptionCode: 'VATEX-EU-AE',
    needsBuyerVatId: true,
  },
  smallBusiness: {
    category: 'E',
    rate: 0,
    note: 'Steuerfrei nach § 19 UStG (Kleinunternehmer)',
    exemptionCode: null,
    needsBuyerVatId: false,
  },
}

/** ISO 3166-1 alpha-2. Article 196 of the VAT Directive holds between businesses of different member states. */
const memberStates: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)

/** Whether a service from one country to another is taxed where its recipient is, by article 196. */
export function isEuReverse(sellerCountry: string, buyerCountry: string): boolean {
  return sellerCountry !== buyerCountry && memberStates.has(sellerCountry) && memberStates.has(buyerCountry)
}
