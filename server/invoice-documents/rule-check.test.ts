import { describe, expect, test } from 'vitest'
import { breakInvoice, brokenInvoices } from '#server/testing/broken-invoices.ts'
import { brokenVat } from '#server/testing/broken-vat.ts'
import { invoiceSamples } from '#server/testing/invoice-samples.ts'
import { moreBrokenInvoices } from '#server/testing/more-broken-invoices.ts'
import { invoiceXml } from './cii-serializer.ts'
import { checkInvoiceXml, invoiceRules } from './rule-check.ts'
import { profilesFor } from './xml-profiles.ts'

const files = Object.entries(invoiceSamples).flatMap(([kind, snapshot]) =>
  profilesFor(snapshot.buyer.kind).map(profile => ({ kind, snapshot, profile })),
)
const allBroken = [...brokenInvoices, ...moreBrokenInvoices, ...brokenVat]

test.each(files)('finds nothing in $kind as $profile', async ({ snapshot, profile }) => {
  expect(await checkInvoiceXml(invoiceXml(snapshot, profile), profile)).toEqual([])
})

describe('a broken invoice', () => {
  test.each(allBroken)('$mistake: $by', async broken => {
    const findings = await checkInvoiceXml(breakInvoice(broken), broken.profile ?? 'xrechnung')
    expect(new Set(findings.map(({ rule }) => rule))).toEqual(new Set([broken.by, ...(broken.also ?? [])]))
  })

  test('the feasibility study has 35', () => {
    expect(brokenInvoices).toHaveLength(35)
  })

  test('each rule has one of its own', () => {
    const named = new Set(allBroken.map(({ by }) => by))
    expect(invoiceRules.map(({ id }) => id).filter(id => !named.has(id))).toEqual([])
  })
})

test('a finding names rule, position and place, in German', async () => {
  const mistake = moreBrokenInvoices.find(({ mistake }) => mistake === 'a price that does not fit by two cents')
  expect(mistake).toBeDefined()
  expect(mistake && (await checkInvoiceXml(breakInvoice(mistake), 'xrechnung'))).toEqual([
    {
      rule: 'KP-LINE',
      message: 'Position 2: Der Nettobetrag ist nicht Menge mal Einzelpreis.',
      path: '/rsm:CrossIndustryInvoice/rsm:SupplyChainTradeTransaction/ram:IncludedSupplyChainTradeLineItem[2]',
    },
  ])
})

test.each(invoiceRules)('$id has a sentence for the owner', ({ sentence }) => {
  expect(sentence).toMatch(/^[A-ZÄÖÜ].{10,}\.$/)
})

test('anything but XML is one finding', async () => {
  expect(await checkInvoiceXml(new TextEncoder().encode('{}'), 'xrechnung')).toEqual([
    { rule: 'KP-XML', message: 'Die Rechnung ist keine lesbare XML-Datei.', path: '/' },
  ])
})
