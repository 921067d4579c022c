import { describe, expect, it } from 'vitest'
import { planModes, planReasons } from './energy-plan-words.ts'
import { type ReasonFacts, reasonSentence } from './texts/plan-reasons.texts.ts'

const facts: ReasonFacts = {
  name: 'Akku',
  kind: 'battery',
  mode: 'idle',
  reason: 'worth_more_later',
  valueCt: 31.2,
  chargeEfficiency: 0.95,
  importCt: 26.4,
  exportCt: 7.86,
  time: null,
}
const sentence = (change: Partial<ReasonFacts>) => reasonSentence({ ...facts, ...change }).replaceAll('\u00A0', ' ')

describe('the sentence of a reason', () => {
  it.each<[string, Partial<ReasonFacts>, string]>([
    ['waiting', {}, 'Akku wartet: gespeicherter Strom ist 31,2 ct wert, Netzstrom kostet gerade 26,4 ct.'],
    [
      'waiting with an hour',
      { time: '19:15' },
      'Akku wartet: gespeicherter Strom ist 31,2 ct wert und wird um 19:15 Uhr gebraucht, Netzstrom kostet gerade 26,4 ct.',
    ],
    [
      'amounts within a tenth of a cent',
      { valueCt: 26.41 },
      'Akku wartet: gespeicherter Strom ist 26,41 ct wert, Netzstrom kostet gerade 26,40 ct.',
    ],
    [
      'covering within the dead band',
      { mode: 'auto', reason: 'self_use', importCt: 29.5 },
      'Akku deckt, was dem Haus an Strom fehlt: Netzstrom kostet mit 29,5 ct fast so viel, wie gespeicherter Strom wert ist (31,2 ct).',
    ],
    [
      'sun stored, with the losses of charging',
      { mode: 'auto', reason: 'surplus' },
      'Akku lädt überschüssigen Sonnenstrom: eine gespeicherte Kilowattstunde ist 31,2 ct wert, die Einspeisung dafür brächte gerade 8,3 ct.',
    ],
    [
      'a heat pump, whose heat is worth less and more of it',
      { name: 'Wärmepumpe', kind: 'heat', mode: 'charge', reason: 'cheap_now', valueCt: 9, chargeEfficiency: 3.5 },
      'Wärmepumpe lädt aus dem Netz: Netzstrom kostet gerade 26,4 ct, eine gespeicherte Kilowattstunde damit 7,5 ct; sie ist 9,0 ct wert.',
    ],
    [
      'a car that waits, with the losses of charging',
      { name: 'Auto', kind: 'car', mode: 'auto', valueCt: 23.8, chargeEfficiency: 0.88 },
      'Auto wartet auf Sonne oder günstigeren Strom: eine gespeicherte Kilowattstunde ist 23,8 ct wert, aus dem Netz kostet sie gerade 30,0 ct.',
    ],
    [
      'a departure',
      { name: 'Auto', kind: 'car', mode: 'charge', reason: 'goal', time: '07:00' },
      'Auto lädt für die Abfahrt um 07:00 Uhr: Netzstrom kostet gerade 26,4 ct.',
    ],
    [
      'a negative price',
      { mode: 'charge', reason: 'negative_price', importCt: -3.2 },
      'Akku lädt: Der Preis ist negativ, Netzstrom kostet gerade −3,2 ct.',
    ],
    [
      'a price just below nothing',
      { mode: 'charge', reason: 'negative_price', importCt: -0.2 },
      'Akku lädt: Der Preis ist negativ, Netzstrom kostet gerade −0,2 ct.',
    ],
    [
      'feeding in from the store',
      { mode: 'discharge', reason: 'feed_in_pays_more', exportCt: 45 },
      'Akku speist ein: Einspeisung bringt gerade 45,0 ct, gespeicherter Strom ist 31,2 ct wert.',
    ],
  ])('names %s', (_, change, words) => {
    expect(sentence(change)).toBe(words)
  })

  it('names the value of a stored kWh as the page does, regardless of charging losses and heat pump gains', () => {
    for (const reason of ['self_use', 'surplus', 'worth_more_later', 'cheap_now', 'feed_in_pays_more'] as const) {
      for (const chargeEfficiency of [0.9, 1, 3.5]) {
        for (const exportCt of [7.86, 45]) {
          expect(sentence({ reason, chargeEfficiency, exportCt })).toContain('31,2 ct')
        }
      }
    }
  })

  it('states for a car the ordered charge, not that it supplies the house', () => {
    for (const mode of ['auto', 'hold', 'pass'] as const) {
      expect(sentence({ kind: 'car', mode, reason: 'demanded' })).not.toMatch(/versorgt|gibt/)
    }
    expect(sentence({ mode: 'auto', reason: 'demanded' })).toContain('versorgt das Haus')
  })

  it('exists for every reason in every mode, with and without value and hour', () => {
    for (const reason of planReasons) {
      for (const mode of planModes) {
        for (const change of [{ valueCt: null }, { time: '07:00' }, {}]) {
          expect(sentence({ reason, mode, ...change })).toMatch(/^Akku \S[^\n]*[a-zäöüß0-9)]( Uhr| ct)?\.$/)
          expect(sentence({ reason, mode, ...change })).not.toMatch(/undefined|NaN|null/)
        }
      }
    }
  })
})
