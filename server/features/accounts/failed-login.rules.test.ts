import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  linesOfPlace,
  linesOfWindowMax,
  networksOfAccountMax,
  others,
  type Place,
  placeOf,
  placesMax,
  unknownAccount,
  windowOf,
} from './failed-login.rules.ts'

const attempts = fc.array(
  fc.record({
    account: fc.oneof(fc.constant(unknownAccount), fc.integer({ min: 0, max: 150 }).map(String)),
    network: fc.integer({ min: 0, max: 30 }).map(at => `203.0.113.${at}`),
  }),
  { minLength: 300, maxLength: 1_500 },
)

/** The places where attempts are counted, in order of arrival. */
function placesOf(all: readonly Place[]): Place[] {
  const taken: Place[] = []
  for (const attempt of all) {
    const place = placeOf(taken, attempt)
    if (!taken.some(({ account, network }) => account === place.account && network === place.network)) taken.push(place)
  }
  return taken
}

test('for any number of accounts and networks, an hour has a limited number of places', () => {
  fc.assert(
    fc.property(attempts, all => {
      const places = placesOf(all)
      expect(places.length * linesOfPlace).toBeLessThanOrEqual(linesOfWindowMax)
      for (const account of new Set(places.map(place => place.account))) {
        const own = places.filter(place => place.account === account)
        expect(own.length).toBeLessThanOrEqual(networksOfAccountMax + 1)
      }
    }),
  )
})

test('an attempt is counted at its own account, or with the rest when there is no room', () => {
  fc.assert(
    fc.property(attempts, all => {
      const taken = placesOf(all)
      for (const attempt of all) {
        const { account, network } = placeOf(taken, attempt)
        expect([attempt.account, others]).toContain(account)
        expect([attempt.network, others]).toContain(network)
      }
    }),
  )
})

test('unknown names do not hide attempts on existing accounts', () => {
  const flood = Array.from({ length: 1_000 }, (_, at) => ({ account: unknownAccount, network: `network ${at}` }))
  const taken = placesOf(flood)
  expect(taken).toHaveLength(networksOfAccountMax + 1)
  const attempt = { account: 'kim', network: '203.0.113.7' }
  expect(placeOf(taken, attempt)).toEqual(attempt)
})

test('beyond the room of an hour all further accounts are counted together', () => {
  const taken = placesOf(Array.from({ length: placesMax }, (_, at) => ({ account: `${at}`, network: 'network' })))
  const late = { account: 'late', network: 'network' }
  expect(placeOf(taken, late)).toEqual({ account: others, network: others })
  expect(placeOf([...taken, { account: others, network: others }], late)).toEqual({ account: others, network: others })
})

test('an hour begins with its first millisecond', () => {
  expect(windowOf(new Date('2026-03-02T09:59:59.999Z'))).toEqual(new Date('2026-03-02T09:00:00.000Z'))
  expect(windowOf(new Date('2026-03-02T10:00:00.000Z'))).toEqual(new Date('2026-03-02T10:00:00.000Z'))
})
