import { expect, test } from 'vitest'
import { invoiceSamples } from '#server/testing/invoice-samples.ts'
import { checkedXml } from './checked-xml.ts'
import { invoiceXml } from './cii-serializer.ts'

const { standard, mixed } = invoiceSamples

test('a business gets two files, a private customer one', async () => {
  expect(await checkedXml(standard)).toEqual({
    files: [
      { profile: 'en16931', bytes: invoiceXml(standard, 'en16931') },
      { profile: 'xrechnung', bytes: invoiceXml(standard, 'xrechnung') },
    ],
    findings: [],
  })
  expect((await checkedXml(mixed)).files.map(({ profile }) => profile)).toEqual(['en16931'])
})

test('a finding of both files is listed once, one of the XRechnung alone, too', async () => {
  const { findings } = await checkedXml({
    ...standard,
    seller: { ...standard.seller, iban: 'DE02120300000000202052', phone: '1' },
    buyer: { ...standard.buyer, email: '' },
  })
  expect(findings.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([
    'KP-IBAN: Ihre IBAN ist ungültig: Die Prüfziffern passen nicht.',
    'BR-DE-27: Die Telefonnummer Ihres Ansprechpartners hat weniger als drei Ziffern.',
    'PEPPOL-EN16931-R010: Die E-Mail-Adresse des Kunden fehlt.',
  ])
})
