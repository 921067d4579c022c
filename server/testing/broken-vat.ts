/** Mistakes in the VAT of an invoice, for each of its cases. */
import type { VatCategory } from '#contract/vat-cases.ts'
import type { BrokenInvoice } from './broken-invoices.ts'

const headerVat = /<ram:ApplicableTradeTax>\s*<ram:CalculatedAmount>[\s\S]*?<\/ram:ApplicableTradeTax>/

const ofEveryCase: readonly BrokenInvoice[] = [
  { mistake: 'no base', by: 'BR-45', also: ['BR-S-08'], change: [[/<ram:BasisAmount>.*/, '']] },
  {
    mistake: 'no amount of VAT',
    by: 'BR-46',
    also: ['BR-CO-14', 'KP-VAT'],
    change: [[/<ram:CalculatedAmount>.*/, '']],
  },
  {
    mistake: 'no category',
    by: 'BR-47',
    also: ['BR-S-01'],
    change: [[/(<ram:BasisAmount>.*\s*)<ram:CategoryCode>.*/, '$1']],
  },
  {
    mistake: 'another kind of tax',
    by: 'BR-47',
    change: [[/(<ram:CalculatedAmount>.*\s*)<ram:TypeCode>VAT</, '$1<ram:TypeCode>GST<']],
  },
  {
    mistake: 'no rate',
    by: 'BR-48',
    also: ['BR-DE-14', 'BR-S-08'],
    change: [[/(<ram:BasisAmount>.*\s*<ram:CategoryCode>.*\s*)<ram:RateApplicablePercent>.*/, '$1']],
  },
  {
    mistake: 'a rate of letters',
    by: 'BR-48',
    also: ['BR-S-08'],
    change: [[/(<ram:BasisAmount>.*\s*<ram:CategoryCode>.*\s*<ram:RateApplicablePercent>).*(?=<)/, '$1neunzehn']],
  },
  {
    mistake: 'an empty rate',
    by: 'BR-DE-14',
    also: ['BR-48', 'BR-S-08', 'PEPPOL-EN16931-R008'],
    change: [[/(<ram:BasisAmount>.*\s*<ram:CategoryCode>.*\s*<ram:RateApplicablePercent>).*(?=<)/, '$1']],
  },
  {
    mistake: 'a base of three decimals',
    by: 'BR-DEC-19',
    change: [['<ram:BasisAmount>398.75<', '<ram:BasisAmount>398.750<']],
  },
  {
    mistake: 'VAT of three decimals',
    by: 'BR-DEC-20',
    change: [['<ram:CalculatedAmount>75.76<', '<ram:CalculatedAmount>75.760<']],
  },
  {
    mistake: 'an unknown category in the breakdown',
    by: 'BR-CL-17',
    also: ['BR-S-01'],
    change: [[/(<ram:BasisAmount>.*\s*<ram:CategoryCode>)S/, '$1X']],
  },
  {
    sample: 'eu-reverse',
    mistake: 'an unknown code of exemption',
    by: 'BR-CL-22',
    change: [['VATEX-EU-AE', 'VATEX-EU-XX']],
  },
  {
    mistake: 'a base that is not the sum of its lines',
    by: 'BR-S-08',
    change: [['<ram:BasisAmount>398.75<', '<ram:BasisAmount>398.76<']],
  },
  {
    mistake: 'no row of S',
    by: 'BR-S-01',
    also: ['BR-Z-01', 'BR-Z-08', 'BR-Z-09'],
    change: [[/(<ram:BasisAmount>.*\s*<ram:CategoryCode>)S/, '$1Z']],
  },
  {
    mistake: 'a seller with a register number only',
    by: 'BR-S-02',
    also: ['BR-DE-16'],
    change: [
      [/(<ram:SpecifiedTaxRegistration>[\s\S]*?<\/ram:SpecifiedTaxRegistration>\s*){2}(?=<\/ram:Seller)/, ''],
      ['<ram:SellerTradeParty>', '<ram:SellerTradeParty><ram:ID>HRB 12345</ram:ID>'],
    ],
  },
  {
    sample: 'eu-reverse',
    mistake: 'a seller with a tax number only, abroad',
    by: 'KP-EU-VAT-ID',
    also: ['BR-CO-26'],
    change: [['<ram:ID schemeID="VA">DE123456788</ram:ID>', '<ram:ID schemeID="FC">88</ram:ID>']],
  },
  {
    mistake: 'a reason for tax',
    by: 'BR-S-10',
    change: [['<ram:BasisAmount>', '<ram:ExemptionReason>Darum</ram:ExemptionReason><ram:BasisAmount>']],
  },
  {
    mistake: 'rows of S only, lines of Z',
    by: 'BR-Z-01',
    also: ['BR-S-08'],
    change: [[/<ram:CategoryCode>S(<[\s\S]*?Percent>)19.00/, '<ram:CategoryCode>Z$10.00']],
  },
]

/** Of the categories without tax. */
function ofCase(
  code: Exclude<VatCategory, 'S'>,
  sample: NonNullable<BrokenInvoice['sample']>,
): readonly BrokenInvoice[] {
  const hasReason = code !== 'Z'
  return [
    {
      sample,
      mistake: `two rows of ${code}`,
      by: `BR-${code}-01`,
      change: [[new RegExp(`(${headerVat.source})`), '$1$1']],
    },
    {
      sample,
      mistake: `no row of ${code}`,
      by: `BR-${code}-01`,
      also: ['BR-CO-18'],
      change: [[headerVat, '']],
    },
    {
      sample,
      mistake: `a seller without tax ids in ${code}`,
      by: `BR-${code}-02`,
      also: ['BR-DE-16', ...(code === 'E' ? [] : ['BR-CO-26'])],
      change: [[/(<ram:SpecifiedTaxRegistration>[\s\S]*?<\/ram:SpecifiedTaxRegistration>\s*)+(?=<\/ram:Seller)/, '']],
    },
    {
      sample,
      mistake: `a line of ${code} with a rate`,
      by: `BR-${code}-05`,
      also: [`BR-${code}-08`],
      change: [['0.00</ram:RateApplicablePercent>', '19.00</ram:RateApplicablePercent>']],
    },
    {
      sample,
      mistake: `a base of ${code} that is not the sum of its lines`,
      by: `BR-${code}-08`,
      change: [[/(<ram:BasisAmount>\d+)\.\d\d/, '$1.99']],
    },
    {
      sample,
      mistake: `VAT in ${code}`,
      by: `BR-${code}-09`,
      also: ['BR-CO-14', 'KP-VAT'],
      change: [['<ram:CalculatedAmount>0.00<', '<ram:CalculatedAmount>0.01<']],
    },
    {
      sample,
      mistake: hasReason ? `no reason in ${code}` : `a reason in ${code}`,
      by: `BR-${code}-10`,
      change: hasReason
        ? [[/<ram:ExemptionReason>.*/, ''], ...(code === 'AE' ? [[/<ram:ExemptionReasonCode>.*/, ''] as const] : [])]
        : [['<ram:BasisAmount>', '<ram:ExemptionReason>Darum</ram:ExemptionReason><ram:BasisAmount>']],
    },
  ]
}

export const brokenVat = [
  ...ofEveryCase,
  ...ofCase('Z', 'photovoltaics'),
  ...ofCase('E', 'small-business'),
  ...ofCase('AE', 'domestic-reverse'),
]
