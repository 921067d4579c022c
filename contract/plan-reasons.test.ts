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
    ['waiting', {}, 'Akku wartet: gespeicherter Strom ist 31 ct wert, Netzstrom kostet gerade 26 ct.'],
    [
      'waiting with an hour',
      { time: '19:15' },
      'Akku wartet: gespeicherter Strom ist 31 ct wert und wird um 19:15 Uhr gebraucht, Netzstrom kostet gerade 26 ct.',
    ],
    [
      'amounts within one cent',
      { valueCt: 26.31 },
      'Akku wartet: gespeicherter Strom ist 26,3 ct wert, Netzstrom kostet gerade 26,4 ct.',
    ],
    [
      'covering within the dead band',
      { mode: 'auto', reason: 'self_use', importCt: 29.5 },
      'Akku deckt, was dem Haus an Strom fehlt: Netzstrom kostet mit 30 ct fast so viel, wie gespeicherter Strom wert ist (31 ct).',
    ],
    [
      'sun stored, with the losses of charging',
      { mode: 'auto', reason: 'surplus' },
      'Akku lädt überschüssigen Sonnenstrom: gespeichert ist er 30 ct wert, eingespeist bringt er gerade 8 ct.',
    ],
    [
      'a heat pump, whose heat is worth less and more of it',
      { name: 'Wärmepumpe', kind: 'heat', mode: 'charge', reason: 'cheap_now', valueCt: 9, chargeEfficiency: 3.5 },
      'Wärmepumpe lädt aus dem Netz: Netzstrom kostet gerade 26 ct, gespeichert ist er 32 ct wert.',
    ],
    [
      'a departure',
      { name: 'Auto', kind: 'car', mode: 'charge', reason: 'goal', time: '07:00' },
      'Auto lädt für die Abfahrt um 07:00 Uhr: Netzstrom kostet gerade 26 ct.',
    ],
    [
      'a negative price',
      { mode: 'charge', reason: 'negative_price', importCt: -3.2 },
      'Akku lädt: Der Preis ist negativ, Netzstrom kostet gerade −3 ct.',
    ],
    [
      'a price just below nothing',
      { mode: 'charge', reason: 'negative_price', importCt: -0.2 },
      'Akku lädt: Der Preis ist negativ, Netzstrom kostet gerade −0,2 ct.',
    ],
    [
      'feeding in from the store',
      { mode: 'discharge', reason: 'feed_in_pays_more', exportCt: 45 },
      'Akku speist ein: Einspeisung bringt gerade 45 ct, gespeicherter Strom ist 31 ct wert.',
    ],
  ])('names %s', (_, change, words) => {
    expect(sentence(change)).toBe(words)
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
