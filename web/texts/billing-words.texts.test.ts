import { describe, expect, it } from 'vitest'
import { invoiceTexts } from './invoices.texts.ts'
import { portalHomeTexts } from './portal-home.texts.ts'
import { statisticsTexts } from './statistics.texts.ts'
import { ticketTexts } from './tickets.texts.ts'

describe('unbilled work', () => {
  it('has the same name in every label', () => {
    const labels = textsOf([invoiceTexts, portalHomeTexts, statisticsTexts, ticketTexts])
    const named = labels.filter(text => /^(noch )?nicht abgerechnete?s?\b/i.test(text))
    expect(named.length).toBeGreaterThan(4)
    expect(named.filter(text => !text.startsWith('Nicht abgerechnet'))).toEqual([])
  })
})

describe('the loss with deleted tickets', () => {
  it('is counted, and entries are not mentioned without any', () => {
    expect(ticketTexts.bulk.deleteExplanation(2, 1)).toMatch(/^Damit wird auch 1\sEintrag gelöscht\. /)
    for (const count of [1, 2]) {
      const [first] = ticketTexts.bulk.deleteExplanation(count, 0).split('. ')
      expect(first).toBe('Das lässt sich nicht rückgängig machen')
    }
  })
})

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}
