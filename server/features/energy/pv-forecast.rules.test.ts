import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayMs, hourMs } from '#server/clock.ts'
import { slotMs } from './channel-slots.rules.ts'
import { correctionByHour, errorOf, forecastPv, modelledPv, pvSystemOf } from './pv-forecast.rules.ts'
import type { PvSystem } from './pv-model.rules.ts'
import type { WeatherHour } from './weather-provider.rules.ts'

const cologne = { latitude: 50.87, longitude: 7.14 }
const south: PvSystem = { planes: [{ kwp: 10, tilt: 35, azimuth: 180 }], limitW: 8000 }
const from = Date.parse('2026-05-12T00:00:00Z')

/** Hours whose global irradiance in W/m² depends on their hour of the day. */
const hours = (ghi: (hour: number) => number, days = 2): WeatherHour[] =>
  Array.from({ length: days * 24 + 1 }, (_, index) => ({
    at: from + index * hourMs,
    radiation: Math.round(ghi((index + 23) % 24) * 3.6),
    temperature: 150,
    wind: 30,
  }))
/** A sunny day. */
const sunny = (hour: number) => Math.max(0, 850 * Math.sin(((hour - 3.5) / 16) * Math.PI))
const known = (list: readonly (number | null)[]) => list.map(watts => watts ?? Number.NaN)

describe('the modelled power of a roof', () => {
  it('is zero at night, highest around noon, and unknown without weather', () => {
    const power = known(modelledPv(south, cologne, hours(sunny), from, 96))
    expect(power.slice(0, 8)).toEqual(new Array(8).fill(0))
    const best = power.indexOf(Math.max(...power)) / 4
    expect(best).toBeGreaterThan(10)
    expect(best).toBeLessThan(13)
    expect(Math.max(...power)).toBeGreaterThan(5000)
    expect(modelledPv(south, cologne, [], from, 4)).toEqual([null, null, null, null])
  })

  it('comes earlier on a roof to the east than on one to the west', () => {
    const centre = (azimuth: number) => {
      const power = known(
        modelledPv({ ...south, planes: [{ kwp: 5, tilt: 40, azimuth }] }, cologne, hours(sunny), from, 96),
      )
      const all = power.reduce((sum, watts) => sum + watts, 0)
      return power.reduce((sum, watts, step) => sum + watts * step, 0) / all / 4
    }
    expect(centre(90)).toBeLessThan(centre(180) - 1)
    expect(centre(270)).toBeGreaterThan(centre(180) + 1)
  })

  it('does not fall with more sun, and never passes the inverter', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (one, other) => {
          const [less, more] = one < other ? [one, other] : [other, one]
          // A flat plane receives the measured irradiance: direct or diffuse makes no difference.
          const flat: PvSystem = { planes: [{ kwp: 10, tilt: 0, azimuth: 180 }], limitW: 6000 }
          const energy = (share: number) =>
            known(
              modelledPv(
                flat,
                cologne,
                hours(hour => share * sunny(hour)),
                from,
                96,
              ),
            ).reduce((sum, watts) => sum + watts, 0)
          expect(energy(less)).toBeLessThanOrEqual(energy(more) + 1e-6)
          const power = known(
            modelledPv(
              flat,
              cologne,
              hours(hour => 1.4 * sunny(hour)),
              from,
              96,
            ),
          )
          expect(Math.max(...power)).toBeLessThanOrEqual(6000)
        },
      ),
      { numRuns: 20 },
    )
  })
})

describe('the correction of a site', () => {
  const modelled = known(modelledPv(south, cologne, hours(sunny, 30), from, 30 * 96))
  const byStart = new Map(modelled.map((watts, step) => [from + step * slotMs, watts]))
  const measured = (share: (hour: number) => number) =>
    modelled.map((watts, step) => {
      const at = from + step * slotMs
      return { at_ms: at, house_mwh: null, pv_mwh: Math.round(watts * share(new Date(at).getUTCHours()) * 250) }
    })

  it('learns a morning in the shade, and leaves the afternoon unchanged', () => {
    const factors = correctionByHour(
      measured(hour => (hour < 9 ? 0.5 : 1)),
      byStart,
      south,
    )
    expect(factors[7]).toBeGreaterThan(0.49)
    expect(factors[7]).toBeLessThan(0.65)
    expect(factors[13]).toBeCloseTo(1, 2)
    expect(factors[0]).toBe(1)
  })

  it('hardly follows a single day, and stays within reason', () => {
    const day = measured(() => 0.2).slice(0, 96)
    expect(correctionByHour(day, byStart, south)[11]).toBeGreaterThan(0.5)
    for (const factor of correctionByHour(
      measured(() => 9),
      byStart,
      south,
    ))
      expect(factor).toBeLessThanOrEqual(2)
    for (const factor of correctionByHour(
      measured(() => 0),
      byStart,
      south,
    ))
      expect(factor).toBeGreaterThanOrEqual(0.2)
    expect(new Set(correctionByHour([], byStart, south))).toEqual(new Set([1]))
  })

  it('is applied within the limit; a cloud now fades out over an hour', () => {
    const flat = new Array<number>(8).fill(4000)
    const noon = from + 11 * hourMs
    const half = new Array<number>(24).fill(0.5)
    expect(forecastPv(flat, noon, half, 8000, null)).toEqual(new Array(8).fill(2000))
    expect(forecastPv(flat, noon, new Array<number>(24).fill(2), 6000, null)).toEqual(new Array(8).fill(6000))
    expect(forecastPv([...flat, null], noon, half, 8000, null)).toBeNull()
    const cloud = { measuredW: 1000, modelledW: 2000 }
    expect(forecastPv(flat, noon, half, 8000, cloud)).toEqual([1200, 1400, 1600, 1800, 2000, 2000, 2000, 2000])
    // At dusk a few watts mean nothing.
    expect(forecastPv(flat, noon, half, 8000, { measuredW: 100, modelledW: 10 })).toEqual(new Array(8).fill(2000))
  })
})

it('planes count as described; modules without planes face south', () => {
  const plane = { kwp: 4, tilt: 30, azimuth: 90 }
  expect(pvSystemOf({ planes: JSON.stringify([plane]), pv_watts: 9800, inverter_w: null })).toEqual({
    planes: [plane],
    limitW: 9800,
  })
  expect(pvSystemOf({ planes: '[]', pv_watts: 9800, inverter_w: 5000 })).toEqual({
    planes: [{ kwp: 9.8, tilt: 35, azimuth: 180 }],
    limitW: 5000,
  })
  expect(pvSystemOf({ planes: '[]', pv_watts: 0, inverter_w: null })).toBeNull()
})

it('the error of a forecast counts measured quarter-hours, each difference without its sign', () => {
  const measured = new Map([
    [from, 100_000],
    [from + slotMs, 50_000],
    [from + dayMs, 1],
  ])
  expect(errorOf([200, 400, 800], from, measured)).toEqual({
    slots: 2,
    forecastMwh: 150_000,
    measuredMwh: 150_000,
    errorMwh: 100_000,
  })
})
