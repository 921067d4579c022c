import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { doubtText, type FlowNode, nodesOf, sentenceOf } from './flow-nodes.ts'

const now = Date.parse('2026-11-25T12:00:00.000Z')
const flow = (powerW: number, ageSeconds = 4) => ({
  powerW,
  at: new Date(now - ageSeconds * 1_000).toISOString(),
  ageSeconds,
})
const none = {
  import: null,
  export: null,
  pv: null,
  charge: null,
  discharge: null,
  house: null,
  car: null,
  heat: null,
  consumer: null,
}
const all = ({ left, right }: ReturnType<typeof nodesOf>): FlowNode[] => [...left, ...right]

test('a house without a value shows no place', () => {
  expect(all(nodesOf({ flows: none }))).toEqual([])
})

test('an impossible power is named with its channel', () => {
  const channel = {
    id: 'c',
    key: 'pv',
    name: 'Dach',
    role: 'pv',
    measure: 'power',
    at: null,
    ageSeconds: null,
  } as const
  const doubted = { ...channel, value: -2_030, isDoubted: true }
  expect(doubtText([{ ...channel, value: 4_000, isDoubted: false }])).toBe('')
  expect(doubtText([doubted, { ...doubted, name: 'Carport', value: -400 }])).toMatch(
    /^Zählt nicht mit, weil der Wert nicht stimmen kann: Dach \(.2,03.kW\) und Carport \(.0,40?.kW\)\.$/,
  )
})

test('the grid and the battery are one place each, with the direction of the stronger flow', () => {
  const flows = { ...none, import: flow(0), export: flow(3_104), charge: flow(1_196), discharge: flow(0) }
  expect(all(nodesOf({ flows }))).toMatchObject([
    { place: 'battery', direction: 'to', does: 'charge', powerW: 1_200 },
    { place: 'grid', direction: 'to', does: 'export', powerW: 3_100 },
  ])
})

test('a place is as old as its oldest flow, grows old on the page, and is never hidden', () => {
  const flows = { ...none, pv: flow(4_200, 50), import: flow(10, 3), export: flow(0, 900) }
  const nodes = all(nodesOf({ flows }, 11))
  expect(nodes).toMatchObject([
    { place: 'sun', ageSeconds: 61 },
    { place: 'grid', ageSeconds: 911 },
  ])
  expect(sentenceOf(nodes, null, now)).toMatch(/Alte Werte: Sonne von 12:59.Uhr und Netz von 12:45.Uhr\.$/)
})

test('the sentence of a house whose values are all old states the last measured ones', () => {
  const hoursAgo = 48 * 3_600
  const flows = { ...none, import: flow(2_030, hoursAgo), house: flow(130, hoursAgo) }
  expect(sentenceOf(all(nodesOf({ flows })), null, now)).toMatch(
    /^Zuletzt gemessen: aus dem Netz kommen 2,03.kW; es fließen 0,13.kW ins Haus\. Alte Werte: Netz vom 23\.11\.2026 und Haus vom 23\.11\.2026\.$/,
  )
  expect(sentenceOf(all(nodesOf({ flows: { ...none, pv: flow(0, hoursAgo) } })), null, now)).toMatch(
    /^Zuletzt floss kein Strom\. /,
  )
  expect(sentenceOf(all(nodesOf({ flows: { ...flows, house: flow(130) } })), null, now)).toMatch(
    /^Gerade: .*Es fließen/,
  )
})

test('the sentence names each place that moves energy once, and no other', () => {
  const power = fc.option(
    fc.integer({ min: 0, max: 20_000 }).map(powerW => flow(powerW)),
    { nil: null },
  )
  const names = {
    sun: 'Sonne',
    battery: 'Akku',
    grid: 'Netz',
    house: 'Haus',
    car: 'Auto',
    heat: 'Wärmepumpe',
    consumer: 'Verbraucher',
  }
  fc.assert(
    fc.property(
      fc.record({
        import: power,
        export: power,
        pv: power,
        charge: power,
        discharge: power,
        house: power,
        car: power,
        heat: power,
        consumer: power,
      }),
      flows => {
        const nodes = all(nodesOf({ flows }))
        const sentence = sentenceOf(nodes, null, now)
        for (const { place, direction } of nodes) {
          expect(sentence.split(names[place]).length - 1, `${place} in ${sentence}`).toBe(direction === 'none' ? 0 : 1)
        }
      },
    ),
  )
})

test('nothing flows', () => {
  expect(sentenceOf(all(nodesOf({ flows: { ...none, pv: flow(3) } })), 40, now)).toBe(
    'Gerade fließt kein Strom. Der Akku ist zu 40\u00a0% voll.',
  )
})
