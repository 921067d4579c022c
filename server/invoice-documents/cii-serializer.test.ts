import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { invoiceSums, type LineAmount, lineNetCents } from '#contract/invoice-sums.ts'
import { invoiceUnits } from '#contract/invoice-units.ts'
import { vatCases } from '#contract/vat-cases.ts'
import { schemaErrors } from '#server/testing/factur-x-schema.ts'
import { buildCancellation, buildSnapshot, invoiceSamples } from '#server/testing/invoice-samples.ts'
import { invoiceXml } from './cii-serializer.ts'
import type { InvoiceSnapshot } from './invoice-snapshot.ts'
import { checkInvoiceXml } from './rule-check.ts'
import { profilesFor, xmlProfiles } from './xml-profiles.ts'
import { all, readXml, textAt } from './xml-reader.ts'

const { standard } = invoiceSamples
const files = Object.entries(invoiceSamples).flatMap(([kind, snapshot]) =>
  profilesFor(snapshot.buyer.kind).map(profile => ({ kind, snapshot, profile })),
)

test.each(files)('$kind as $profile is valid by the schema of Factur-X', ({ snapshot, profile }) => {
  expect(schemaErrors(invoiceXml(snapshot, profile))).toEqual([])
})

describe('the schema refuses', () => {
  test.each([
    [
      'elements in another order',
      /(<ram:CityName>.*)(\s*)(<ram:CountryID>.*)/,
      '$3$2$1',
      /^\d+: .*CityName': This element is not expected/,
    ],
    ['an amount with a comma', '>166.25<', '>166,25<', /^\d+: .*'166,25' is not a valid value/],
  ])('%s', (_, from, to, expected) => {
    const xml = new TextDecoder().decode(invoiceXml(standard, 'en16931')).replace(from, to)
    const errors = schemaErrors(new TextEncoder().encode(xml))
    expect(errors.join('\n')).toMatch(expected)
  })
})

test('private customers get no XRechnung', () => {
  expect(profilesFor('private')).toEqual(['en16931'])
  expect(profilesFor('business')).toEqual(['en16931', 'xrechnung'])
  expect(profilesFor('public')).toEqual(['en16931', 'xrechnung'])
})

test.each(xmlProfiles)('the same invoice is the same bytes as %s', profile => {
  expect(invoiceXml(structuredClone(standard), profile)).toEqual(invoiceXml(standard, profile))
})

const seller = 'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeAgreement/ram:SellerTradeParty'
const buyer = 'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeAgreement/ram:BuyerTradeParty'
const settlement = 'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement'
const sums = `${settlement}/ram:SpecifiedTradeSettlementHeaderMonetarySummation`
const reference = 'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeAgreement/ram:BuyerReference'

async function readBack(snapshot: InvoiceSnapshot) {
  const invoice = await readXml(invoiceXml(snapshot, 'en16931'))
  return {
    text: (path: string) => textAt(invoice, path),
    texts: (path: string) => all(invoice, path).map(({ text }) => text),
  }
}

describe('the XML has', () => {
  test('the customer number as buyer reference, for a public body the Leitweg-ID', async () => {
    expect((await readBack(standard)).text(reference)).toBe('K-1001')
    expect((await readBack(invoiceSamples['public-body'])).text(reference)).toBe('08421000-ULM01-23')
    expect((await readBack(invoiceSamples['public-body'])).text(`${buyer}/ram:ID`)).toBe('K-1003')
  })

  test('an identifier of a seller without VAT id: the register, or else the tax number', async () => {
    const withRegister = invoiceSamples['small-business']
    const withoutRegister = { ...withRegister, seller: { ...withRegister.seller, register: '' } }
    expect((await readBack(standard)).texts(`${seller}/ram:ID`)).toEqual([])
    expect((await readBack(withRegister)).text(`${seller}/ram:ID`)).toBe('HRA 12345, Amtsgericht Ulm')
    expect((await readBack(withoutRegister)).text(`${seller}/ram:ID`)).toBe('88/123/45678')
    expect(await checkInvoiceXml(invoiceXml(withoutRegister, 'en16931'), 'en16931')).toEqual([])
  })

  test('the end of the service as day of delivery', async () => {
    const { text } = await readBack(standard)
    const delivery = 'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeDelivery'
    expect(text(`${delivery}/ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime/udt:DateTimeString`)).toBe(
      '20261031',
    )
  })

  test('the account as the bank writes it', async () => {
    const account = `${settlement}/ram:SpecifiedTradeSettlementPaymentMeans/ram:PayeePartyCreditorFinancialAccount`
    const { text, texts } = await readBack({
      ...standard,
      seller: { ...standard.seller, iban: 'DE02 1203 0000 0000 2020 51', accountHolder: '' },
    })
    expect(text(`${account}/ram:IBANID`)).toBe('DE02120300000000202051')
    expect(texts(`${account}/ram:AccountName`)).toEqual([])
    expect((await readBack(standard)).text(`${account}/ram:AccountName`)).toBe('Jürgen Größl')
    expect(text(`${settlement}/ram:PaymentReference`)).toBe('RE-2026-00042')
  })

  test('the notes in their printed order, then the closing text', async () => {
    const notes = 'rsm:ExchangedDocument/ram:IncludedNote/ram:Content'
    const { texts } = await readBack({ ...standard, notes: ['Eins', 'Zwei'], closingText: 'Bis bald\nIhr Team' })
    expect(texts(notes)).toEqual(['Eins', 'Zwei', 'Bis bald Ihr Team'])
  })

  test('the cancelled invoice, the reason, and nothing to pay by a day', async () => {
    const { text, texts } = await readBack(invoiceSamples.cancellation)
    expect(text('rsm:ExchangedDocument/ram:TypeCode')).toBe('384')
    expect(texts('rsm:ExchangedDocument/ram:IncludedNote/ram:Content')).toEqual([
      'Storno der Rechnung RE-2026-00042 vom 02.11.2026. Grund: Leistungszeitraum falsch',
    ])
    expect(text(`${settlement}/ram:InvoiceReferencedDocument/ram:IssuerAssignedID`)).toBe('RE-2026-00042')
    expect(texts(`${settlement}/ram:SpecifiedTradePaymentTerms`)).toEqual([])
    expect(text(`${sums}/ram:DuePayableAmount`)).toBe('-474.51')
  })

  test('a reason and its code only where no tax is due', async () => {
    const reasons = async (snapshot: InvoiceSnapshot) => {
      const { texts } = await readBack(snapshot)
      return ['ExemptionReason', 'ExemptionReasonCode'].flatMap(name =>
        texts(`${settlement}/ram:ApplicableTradeTax/ram:${name}`),
      )
    }
    expect(await reasons(invoiceSamples.mixed)).toEqual([])
    expect(await reasons(invoiceSamples['small-business'])).toEqual(['Steuerfrei nach § 19 UStG (Kleinunternehmer)'])
    expect(await reasons(invoiceSamples['eu-reverse'])).toEqual([
      'Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge, Art. 196 MwStSystRL)',
      'VATEX-EU-AE',
    ])
  })

  test('prices with up to four decimals, quantities with up to three, and two at least', async () => {
    const line = 'rsm:SupplyChainTradeTransaction/ram:IncludedSupplyChainTradeLineItem'
    const snapshot = buildSnapshot({
      parts: [
        { text: 'A', quantity: 0.125, price: 12.3456 },
        { text: 'B', quantity: 10, price: 0.05 },
        { text: 'C', quantity: -1.5, price: 100.5 },
      ],
    })
    const { texts } = await readBack(snapshot)
    expect(texts(`${line}/ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice/ram:ChargeAmount`)).toEqual([
      '12.3456',
      '0.05',
      '100.50',
    ])
    expect(texts(`${line}/ram:SpecifiedLineTradeDelivery/ram:BilledQuantity`)).toEqual(['0.125', '10.00', '-1.50'])
  })

  test('letters of Europe and the signs of XML as they were typed', async () => {
    const snapshot = invoiceSamples['special-letters']
    const { text } = await readBack(snapshot)
    expect(text(`${buyer}/ram:Name`)).toBe('Şahin & Łukasz <Söhne> GmbH "Nord"')
    expect(text(`${buyer}/ram:DefinedTradeContact/ram:PersonName`)).toBe('Çağla Ğ. Ő.')
  })
})

test.each([
  ['a bell', '\u0007', 'U+0007'],
  ['a null', '\0', 'U+0000'],
  ['a C1 control', '\u0085', 'U+0085'],
  ['half a surrogate pair', '\ud83d', 'U+D83D'],
  ['no character', '\uffff', 'U+FFFF'],
])('%s is refused before anything is written', (_, character, name) => {
  const snapshot = { ...standard, closingText: `Danke${character}` }
  expect(() => invoiceXml(snapshot, 'en16931')).toThrow(new RangeError(`${name} cannot be written as XML.`))
})

test('an emoji, a tab and any line end are written', () => {
  const xml = new TextDecoder().decode(
    invoiceXml({ ...standard, closingText: 'Danke 🙂\tbis\r\nbald\rdann' }, 'en16931'),
  )
  expect(xml).toContain('<ram:Content>Danke 🙂\tbis\nbald\ndann</ram:Content>')
})

const anyLine: fc.Arbitrary<LineAmount & { unit: (typeof invoiceUnits)[number] }> = fc.record({
  quantityMilli: fc.integer({ min: -20_000, max: 200_000 }),
  unitPriceE4: fc.integer({ min: 0, max: 20_000_000 }),
  vatCase: fc.constantFrom(...vatCases.filter(vatCase => vatCase !== 'euReverse')),
  unit: fc.constantFrom(...invoiceUnits),
})

test('random lines: the sums in the XML are invoiceSums, the schema and all rules hold, and so for the cancellation', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyLine, { minLength: 1, maxLength: 30 }), async amounts => {
      fc.pre(invoiceSums(amounts).grossCents > 0)
      const lines = amounts.map((amount, index) => ({
        ...amount,
        position: index + 1,
        text: `Position ${index + 1}`,
        description: '',
        netCents: lineNetCents(amount),
        work: [],
      }))
      const invoice: InvoiceSnapshot = { ...standard, lines, ...invoiceSums(lines) }
      for (const snapshot of [invoice, buildCancellation(invoice)]) {
        const xml = invoiceXml(snapshot, 'xrechnung')
        expect(await checkInvoiceXml(xml, 'xrechnung')).toEqual([])
        expect(schemaErrors(xml)).toEqual([])
        const { text, texts } = await readBack(snapshot)
        const { groups, netCents, taxCents, grossCents } = invoiceSums(snapshot.lines)
        const inCents = (amount: string) => Math.round(Number(amount) * 100)
        expect(['TaxBasis', 'Tax', 'Grand'].map(name => inCents(text(`${sums}/ram:${name}TotalAmount`)))).toEqual([
          netCents,
          taxCents,
          grossCents,
        ])
        expect(texts(`${settlement}/ram:ApplicableTradeTax/ram:CalculatedAmount`).map(inCents)).toEqual(
          groups.map(group => group.taxCents),
        )
      }
    }),
    { numRuns: 60 },
  )
})
