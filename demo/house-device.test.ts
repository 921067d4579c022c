import { describe, expect, it } from 'vitest'
import { minuteMs } from '#server/clock.ts'
import { obey } from './house-device.ts'
import { type HouseContent, stepHouse } from './house-model.ts'
import { mainHouse } from './house-plans.ts'

const step = 15 * minuteMs
/** A dark evening at home, and a bright noon of a day off. */
const night = Date.parse('2026-11-18T20:00:00.000Z')
const noon = Date.parse('2026-06-14T11:00:00.000Z')
const half = (): HouseContent => ({ batteryWh: 5_000, carWh: 30_000 })

describe('the device of a made-up house', () => {
  it('answers a command with mode and power, and no other message', () => {
    const command = { mode: 'charge', powerW: 3_000, until: '2026-03-10T12:00:00.000Z', reason: 'cheap_now' }
    const said = obey('pm/demo/s1/set', Buffer.from(JSON.stringify(command)))
    expect(said?.topic).toBe('pm/demo/s1/state')
    expect(JSON.parse(said?.payload.toString() ?? '')).toEqual({ mode: 'charge', powerW: 3_000 })
    for (const bad of ['', 'charge', '{"mode":"explode","powerW":1,"until":"x"}', '[]', 'null']) {
      expect(obey('pm/demo/s1/set', Buffer.from(bad))).toBeUndefined()
    }
    expect(obey('pm/demo/s1/state', Buffer.from(JSON.stringify(command)))).toBeUndefined()
  })

  it.each([
    ['hold', night, 0, 0],
    ['idle', night, 0, 0],
    ['idle', noon, 0, 0],
    ['pass', noon, 0, 0],
    ['charge', night, -2_000, -2_000],
    ['discharge', night, 2_000, 2_000],
    ['auto', night, 1, 5_000],
    ['hold', noon, -5_000, -1],
  ] as const)('lets its battery %s', (mode, at, least, most) => {
    const content = half()
    const powers = stepHouse(mainHouse, content, at, step, { battery: { mode, powerW: 2_000 } })
    expect(powers.batteryW).toBeGreaterThanOrEqual(least)
    expect(powers.batteryW).toBeLessThanOrEqual(most)
    expect(Math.sign(content.batteryWh - 5_000)).toBe(-Math.sign(powers.batteryW) || 0)
    expect(powers.gridW + powers.pvW + powers.batteryW).toBe(powers.houseW + powers.heatW + powers.carW)
  })

  it.each([
    ['charge', night, 4_000],
    ['idle', noon, 0],
    ['hold', night, 0],
  ] as const)('lets its car %s', (mode, at, carW) => {
    expect(stepHouse(mainHouse, half(), at, step, { car: { mode, powerW: 4_000 } }).carW).toBe(carW)
  })

  it('never charges beyond full or discharges below empty', () => {
    const full = { batteryWh: 10_000, carWh: 58_000 }
    const charge = { mode: 'charge', powerW: 5_000 } as const
    const powers = stepHouse(mainHouse, full, night, step, { battery: charge, car: charge })
    expect([powers.batteryW, powers.carW]).toEqual([0, 0])
    const empty = { batteryWh: 500, carWh: 0 }
    const discharge = { mode: 'discharge', powerW: 5_000 } as const
    expect(stepHouse(mainHouse, empty, night, step, { battery: discharge }).batteryW).toBe(0)
  })
})
