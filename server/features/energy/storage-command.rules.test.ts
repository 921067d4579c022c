import { describe, expect, it } from 'vitest'
import type { PlanMode } from '#contract/energy-plan-words.ts'
import { endPayloadOf, payloadOf, readReport, sentTo } from './command-message.rules.ts'
import type { TargetDescription } from './command-target.rules.ts'
import {
  answeredState,
  type CommandedStorage,
  offeredModes,
  stateAtEnd,
  type Target,
  wishOf,
} from './storage-command.rules.ts'

const facts = { valueCt: 30, chargeEfficiency: 1, importCt: 20, exportCt: 8, time: null, until: null }

const described: TargetDescription = {
  stateTopic: 'inverter/mode',
  statePath: '',
  options: ['Normal', 'Halten', 'Laden'],
  least: -5_000,
  most: 5_000,
  unit: 'W',
  on: 'ON',
  off: 'OFF',
  stateOn: 'ON',
  stateOff: 'OFF',
}

function buildStorage(target: Target | null, overrides: Partial<CommandedStorage> = {}): CommandedStorage {
  return {
    ...{ id: 's', kind: 'battery', maxChargeW: 10_000, minChargeW: 0, maxDischargeW: 10_000, chargeEfficiency: 1 },
    target,
    setting: null,
    ...overrides,
  }
}

function planned(storage: CommandedStorage, mode: PlanMode, powerW: number | null, isDimmed = false) {
  const step = { startsAt: '', storages: [{ id: storage.id, mode, powerW, reason: 'cheap_now' as const, facts }] }
  return wishOf({ storage, override: null, plan: { id: 'p', step }, isDimmed })
}

const battery = { kind: 'evcc_battery' } as const
const loadpoint = { kind: 'evcc_loadpoint', loadpoint: 2 } as const
const own = { kind: 'own' } as const
const hass = { kind: 'homeassistant', topic: 'inverter/mode/set' } as const

describe('a command', () => {
  it('is that of the plan, which an override beats', () => {
    const storage = buildStorage(own)
    expect(planned(storage, 'charge', 3_000)).toMatchObject({ mode: 'charge', powerW: 3_000, planId: 'p' })
    const override = { id: 'o', mode: 'hold', powerW: null, until: '2026-03-10T18:00:00.000Z' } as const
    const step = { startsAt: '', storages: [{ id: 's', mode: 'charge', powerW: 9, reason: 'goal', facts }] } as const
    expect(wishOf({ storage, override, plan: { id: 'p', step }, isDimmed: false })).toMatchObject({
      mode: 'hold',
      planId: null,
      overrideId: 'o',
      reason: 'demanded',
    })
    expect(wishOf({ storage, override: null, plan: null, isDimmed: false })).toBeNull()
    expect(wishOf({ storage: buildStorage(null), override, plan: null, isDimmed: true })).toBeNull()
  })

  it.each([
    ['auto', 'normal'],
    ['hold', 'hold'],
    ['idle', 'hold'],
    ['charge', 'charge'],
    ['pass', 'normal'],
    ['discharge', 'normal'],
  ] as const)('for a battery of evcc in the mode %s is %s', (mode, word) => {
    const storage = buildStorage(battery)
    const wish = planned(storage, mode, 3_000)
    expect(wish && sentTo(storage, wish)).toMatchObject({ topic: 'evcc/site/batteryMode/set', payload: word })
    expect(offeredModes(storage).includes(mode)).toBe(mode !== 'pass' && mode !== 'discharge')
  })

  it.each([
    ['auto', null, 'pv'],
    ['hold', null, 'pv'],
    ['pass', null, 'off'],
    ['idle', null, 'off'],
    ['charge', 11_000, 'now'],
    ['charge', 4_140, 'minpv'],
  ] as const)('for a loadpoint of evcc in the mode %s with %s W is %s', (mode, powerW, word) => {
    const storage = buildStorage(loadpoint, { kind: 'car', maxChargeW: 11_000, minChargeW: 4_140, maxDischargeW: 0 })
    const wish = planned(storage, mode, powerW)
    const to = wish && sentTo(storage, wish)
    expect(to).toMatchObject({ topic: 'evcc/loadpoints/2/mode/set', payload: word, expected: word })
    expect(to && endPayloadOf(to, 'minpv', new Date())).toBe('minpv')
    expect(to && endPayloadOf(to, null, new Date())).toBe('pv')
  })

  it.each([
    ['select', 'charge', 2_000, 'Laden'],
    ['select', 'hold', null, 'Halten'],
    // It offers no idle mode: holding is closest.
    ['select', 'idle', null, 'Halten'],
    ['select', 'discharge', 2_000, 'Normal'],
    ['number', 'charge', 9_000, '5000'],
    ['number', 'discharge', 2_000, '-2000'],
    ['number', 'auto', null, '0'],
    ['switch', 'charge', 2_000, 'ON'],
    ['switch', 'hold', null, 'OFF'],
  ] as const)(
    'for a %s of Home Assistant in the mode %s is set as it is described',
    (component, mode, powerW, text) => {
      const storage = buildStorage(hass, { setting: { component, description: described } })
      const wish = planned(storage, mode, powerW)
      expect(wish && sentTo(storage, wish)).toMatchObject({ topic: 'inverter/mode/set', payload: text, expected: text })
    },
  )

  it('for our own device names mode, power, reason, and an end in the near future', () => {
    const storage = buildStorage(own)
    const to = sentTo(storage, { mode: 'charge', powerW: 3_000 })
    const now = new Date('2026-03-10T09:00:00.000Z')
    expect(to?.topic).toBe('s/set')
    expect(to && JSON.parse(payloadOf(to, { mode: 'charge', powerW: 3_000, reason: 'goal' }, now))).toEqual({
      mode: 'charge',
      powerW: 3_000,
      until: '2026-03-10T09:01:30.000Z',
      reason: 'goal',
    })
    expect(to && JSON.parse(endPayloadOf(to, null, now) ?? '')).toMatchObject({
      mode: 'auto',
      until: now.toISOString(),
    })
  })

  it.each([
    [own, {}, 'charge', 9_000, { mode: 'charge', powerW: 4_200 }],
    [own, {}, 'hold', null, { mode: 'hold', isDimmed: false }],
    // Where no power can be set, nothing is taken from the grid.
    [battery, {}, 'charge', 9_000, { mode: 'hold' }],
    [loadpoint, { minChargeW: 4_140 }, 'charge', 9_000, { mode: 'charge', powerW: 4_140 }],
    [loadpoint, { minChargeW: 1_380 }, 'charge', 9_000, { mode: 'charge', powerW: 1_380 }],
    [loadpoint, { minChargeW: 6_000 }, 'charge', 9_000, { mode: 'hold' }],
    [loadpoint, { minChargeW: 6_000 }, 'auto', 500, { mode: 'auto', powerW: 1_800 }],
    // It could not take more in any case.
    [battery, { maxChargeW: 4_000 }, 'charge', 3_000, { mode: 'charge', powerW: 3_000, isDimmed: false }],
  ] as const)('to %j %j in the mode %s with %s W is dimmed', (target, overrides, mode, powerW, expected) => {
    expect(planned(buildStorage(target, overrides), mode, powerW, true)).toMatchObject(expected)
  })

  it('of a dimmed site holds where nobody decides, and beats an override', () => {
    const storage = buildStorage(own)
    expect(wishOf({ storage, override: null, plan: null, isDimmed: true })).toMatchObject({
      mode: 'auto',
      reason: 'grid_limit',
      isDimmed: true,
    })
    const override = { id: 'o', mode: 'charge', powerW: 10_000, until: '2026-03-10T18:00:00.000Z' } as const
    expect(wishOf({ storage, override, plan: null, isDimmed: true })).toMatchObject({
      mode: 'charge',
      powerW: 4_200,
      overrideId: 'o',
    })
  })
})

describe('a report', () => {
  const says = (target: Target, expected: string | null, text: string, powerW: number | null = null) =>
    readReport({ target, topic: '', payload: '', expected, usual: null }, powerW, text)

  it('agrees when the device states the sent command', () => {
    expect(says(battery, 'hold', 'hold').agrees).toBe(true)
    expect(says(battery, 'hold', 'normal').agrees).toBe(false)
    expect(says(hass, '2000', '2000.0').agrees).toBe(true)
    expect(says(hass, 'ON', 'on').agrees).toBe(true)
    expect(says(hass, null, '').agrees).toBe(false)
    expect(says(own, 'charge', '{"mode":"charge","powerW":3000}', 3_000).agrees).toBe(true)
    expect(says(own, 'charge', '{"mode":"charge","powerW":1000}', 3_000).agrees).toBe(false)
    expect(says(own, 'charge', 'charge').agrees).toBe(true)
    expect(says(own, 'charge', '{"refused":"Akku zu kalt"}').refusal).toBe('Akku zu kalt')
  })

  const now = new Date('2026-03-10T09:02:00.000Z')
  const sent = {
    state: 'sent',
    awaitedSince: '2026-03-10T09:00:00.000Z',
    reportsSince: '2026-03-10T08:59:00.000Z',
    confirmedAt: null,
  } as const
  const heard = { at: '2026-03-10T09:00:10.000Z', agrees: true, refusal: null }

  it('confirms, refuses, or comes too late; a report older than the command is ignored', () => {
    expect(answeredState(sent, heard, now)).toMatchObject({ state: 'confirmed', confirmedAt: heard.at })
    expect(answeredState(sent, { ...heard, refusal: 'nein' }, now)).toMatchObject({ state: 'refused', answer: 'nein' })
    expect(answeredState(sent, null, now)).toMatchObject({ state: 'expired' })
    expect(answeredState(sent, null, new Date('2026-03-10T09:01:20.000Z'))).toBeNull()
    expect(answeredState(sent, { ...heard, at: '2026-03-10T08:58:00.000Z' }, now)).toMatchObject({ state: 'expired' })
    expect(answeredState({ ...sent, state: 'expired' }, heard, now)).toMatchObject({ state: 'confirmed' })
    expect(answeredState({ ...sent, awaitedSince: null }, heard, now)).toBeNull()
  })

  it('of a device that stops following makes the command wait again', () => {
    const confirmed = { ...sent, state: 'confirmed', confirmedAt: heard.at } as const
    expect(answeredState(confirmed, heard, now)).toBeNull()
    expect(answeredState(confirmed, { ...heard, at: '2026-03-10T09:01:50.000Z', agrees: false }, now)).toMatchObject({
      state: 'sent',
      awaitedSince: '2026-03-10T09:01:50.000Z',
    })
  })
})

describe('a command that ends', () => {
  const now = new Date('2026-03-10T12:00:00.000Z')
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000).toISOString()
  it.each([
    ['is superseded before its device had time to answer', 'sent', ago(30), true, 'superseded'],
    ['is superseded when it was never sent', 'sent', null, true, 'superseded'],
    ['is not confirmed when its device had time', 'sent', ago(91), true, 'expired'],
    ['stays sent to a device that never answers', 'sent', ago(30), false, 'sent'],
    ['stays confirmed', 'confirmed', ago(30), true, 'confirmed'],
    ['stays refused', 'refused', ago(30), true, 'refused'],
    ['stays not confirmed', 'expired', ago(300), true, 'expired'],
  ] as const)('%s', (_, state, awaitedSince, expectsAnswer, expected) => {
    expect(stateAtEnd({ state, awaitedSince }, expectsAnswer, now)).toBe(expected)
  })
})
