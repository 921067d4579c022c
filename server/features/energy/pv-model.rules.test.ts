/**
 * Against a table of values that pvlib (BSD-3-Clause) computed: server/testing/pvlib-values.py writes it. Besides,
 * against values that pvlib publishes in its own tests (tests/test_irradiance.py, test_temperature.py,
 * test_pvsystem.py, test_inverter.py), and the example of NREL's solar position algorithm (NREL/TP-560-34302).
 */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { getPosition } from 'suncalc'
import { describe, expect, it } from 'vitest'
import {
  cellTemperature,
  decompose,
  extraterrestrial,
  inverterPower,
  modulePower,
  type PvSystem,
  planeIrradiance,
  shareBehindLosses,
  skyDiffuse,
  systemPower,
} from './pv-model.rules.ts'

/** Location(32.2, -111, altitude 700) on 2014-06-24, every six hours. */
const sky = [
  { ghi: 0, dni: 0, dhi: 0, zenith: 124.0390863, azimuth: 352.69550699, diffuse: 0 },
  { ghi: 79.73860422, dni: 316.1949056, dhi: 40.46149818, zenith: 82.85457044, azimuth: 66.71410338, diffuse: 27.1775 },
  {
    ghi: 1042.48031487,
    dni: 939.95469881,
    dhi: 118.45831879,
    zenith: 10.56413562,
    azimuth: 144.76567754,
    diffuse: 102.9949,
  },
  {
    ghi: 257.20751138,
    dni: 646.22886049,
    dhi: 62.03376265,
    zenith: 72.41687122,
    azimuth: 287.04104128,
    diffuse: 33.1909,
  },
]
const extraThen = 1321.1655834833093

describe('values that pvlib publishes', () => {
  it.each(sky)('Hay-Davies: the sky gives $diffuse W/m² to a plane', ({ diffuse, zenith, azimuth, ...irradiance }) => {
    expect(skyDiffuse({ tilt: 40, azimuth: 180 }, { zenith, azimuth }, irradiance, extraThen)).toBeCloseTo(diffuse, 3)
  })

  it('the ground gives 26.32 W/m² of 900 to a plane of 40°', () => {
    const dark = { zenith: 95, azimuth: 0 }
    expect(planeIrradiance({ tilt: 40, azimuth: 180 }, dark, { ghi: 900, dni: 0, dhi: 0 }, extraThen)).toBeCloseTo(
      26.32,
      4,
    )
  })

  it.each([
    [0, 120, 1, 0, 0],
    [50, 85, 1, 96.7192672, 41.5703604],
    [1000, 10, 1, 794.205651, 217.860117],
    [1000, 10, 171, 842.001578, 170.790318],
  ])('Erbs-Driesse: of %d W/m² at a zenith of %d° on day %d are direct and diffuse', (ghi, zenith, day, dni, dhi) => {
    const found = decompose(ghi, zenith, extraterrestrial(day))
    // pvlib compares with its values of Erbs in whole W/m².
    expect([Math.round(found.dni), Math.round(found.dhi)]).toEqual([Math.round(dni), Math.round(dhi)])
  })

  it.each([
    [900, 20, 5, 35.203],
    [0, 0, 10, 0],
    [500, 10, 5, 18.446],
    [0, 5, 0, 5],
  ])('Faiman: with %d W/m², %d °C and %d m/s cells have %d °C', (irradiance, air, wind, cell) => {
    expect(Math.abs(cellTemperature(irradiance, air, wind) - cell)).toBeLessThan(0.001)
  })

  it('PVWatts: modules and inverter', () => {
    expect(modulePower(100, 900, 30, -0.003)).toBeCloseTo(88.65, 9)
    expect(inverterPower(90, 100, 0.95)).toBeCloseTo(85.58556604752516, 9)
    expect(inverterPower(0, 100)).toBe(0)
    expect(inverterPower(0.001, 1)).toBe(0)
    expect(inverterPower(50, 100, 0.95)).toBeCloseTo(47.60843624, 7)
    expect(inverterPower(100, 100, 0.95)).toBeCloseTo(95, 9)
  })
})

type Table<Row extends readonly number[]> = { readonly columns: readonly string[]; readonly rows: readonly Row[] }

/** The file that pvlib-values.py writes. */
type PvlibValues = {
  readonly losses: number
  readonly systems: readonly {
    readonly planes: readonly [kwp: number, tilt: number, azimuth: number][]
    limitW: number
  }[]
  readonly extraterrestrial: Table<[day: number, extra: number]>
  readonly decompose: Table<[ghi: number, zenith: number, extra: number, dni: number, dhi: number]>
  readonly plane: Table<
    [
      tilt: number,
      facing: number,
      zenith: number,
      azimuth: number,
      ghi: number,
      dni: number,
      dhi: number,
      extra: number,
      sky: number,
      total: number,
    ]
  >
  readonly cell: Table<[irradiance: number, air: number, wind: number, cell: number]>
  readonly module: Table<[watts: number, irradiance: number, cell: number, perKelvin: number, dc: number]>
  readonly inverter: Table<[dc: number, dcMax: number, nominal: number, ac: number]>
  readonly chain: Table<
    [
      system: number,
      day: number,
      zenith: number,
      azimuth: number,
      ghi: number,
      air: number,
      wind: number,
      watts: number,
    ]
  >
}

// Written by pvlib-values.py; a test below checks the width of every row.
const pvlib = JSON.parse(readFileSync('server/testing/pvlib-values.json', 'utf8')) as PvlibValues

describe('the table of pvlib', () => {
  const { extraterrestrial: extras, decompose: splits, plane, cell, module: modules, inverter, chain } = pvlib

  it('has hundreds of cases, each with a number in every column', () => {
    const tables: readonly Table<readonly number[]>[] = [extras, splits, plane, cell, modules, inverter, chain]
    for (const { columns, rows } of tables) {
      expect(rows.length).toBeGreaterThan(50)
      for (const row of rows) expect(row.filter(Number.isFinite)).toHaveLength(columns.length)
    }
  })

  it('Spencer: irradiance outside the atmosphere', () => {
    expect(wrongRows(extras, ([day]) => [extraterrestrial(day)])).toEqual([])
  })

  it('Erbs-Driesse: direct and diffuse', () => {
    const found = wrongRows(splits, ([ghi, zenith, extra]) => {
      const { dni, dhi } = decompose(ghi, zenith, extra)
      return [dni, dhi]
    })
    expect(found).toEqual([])
  })

  it('Hay-Davies: the irradiance of a plane from the sky, and from sun, sky and ground', () => {
    const found = wrongRows(plane, ([tilt, facing, zenith, azimuth, ghi, dni, dhi, extra]) => {
      const given = [{ tilt, azimuth: facing }, { zenith, azimuth }, { ghi, dni, dhi }, extra] as const
      return [skyDiffuse(...given), planeIrradiance(...given)]
    })
    expect(found).toEqual([])
  })

  it('Faiman: temperature of the cells', () => {
    expect(wrongRows(cell, ([light, air, wind]) => [cellTemperature(light, air, wind)])).toEqual([])
  })

  it('PVWatts: modules, losses and inverter', () => {
    const dc = wrongRows(modules, ([watts, light, celsius, perKelvin]) => [
      modulePower(watts, light, celsius, perKelvin),
    ])
    expect(dc).toEqual([])
    expect(1 - shareBehindLosses).toBeCloseTo(pvlib.losses, 9)
    expect(wrongRows(inverter, ([power, dcMax, nominal]) => [inverterPower(power, dcMax, nominal)])).toEqual([])
  })

  it('the whole chain: power of a roof', () => {
    const systems = pvlib.systems.map(
      ({ planes, limitW }): PvSystem => ({
        planes: planes.map(([kwp, tilt, azimuth]) => ({ kwp, tilt, azimuth })),
        limitW,
      }),
    )
    const found = wrongRows(chain, ([system, day, zenith, azimuth, ghi, air, wind]) => {
      const roof = systems[system] ?? { planes: [], limitW: 0 }
      return [systemPower(roof, { zenith, azimuth }, { ghi, air, wind }, extraterrestrial(day))]
    })
    expect(found).toEqual([])
  })
})

/** The rows whose last columns differ from `answer` for the first ones. The table has ten digits. */
function wrongRows<Row extends readonly number[]>({ rows }: Table<Row>, answer: (row: Row) => readonly number[]) {
  return rows.flatMap(row => {
    const found = answer(row)
    const expected = row.slice(-found.length)
    const isRight = expected.every(
      (value, at) => Math.abs((found[at] ?? Number.NaN) - value) <= 1e-9 * (1 + Math.abs(value)),
    )
    return isRight ? [] : [{ row, found }]
  })
}

it('the sun is where NREL’s algorithm computes it', () => {
  const { altitude, azimuth } = getPosition(new Date('2003-10-17T19:30:30Z'), 39.742476, -105.1786)
  expect(Math.abs(90 - altitude - 50.111622)).toBeLessThan(0.02)
  expect(Math.abs(azimuth - 194.340241)).toBeLessThan(0.02)
})

describe('the power of a roof', () => {
  const arbitrarySky = fc.record({
    zenith: fc.double({ min: 0, max: 120, noNaN: true }),
    azimuth: fc.double({ min: 0, max: 360, noNaN: true }),
    ghi: fc.double({ min: 0, max: 1200, noNaN: true }),
    air: fc.double({ min: -25, max: 42, noNaN: true }),
    wind: fc.double({ min: 0, max: 30, noNaN: true }),
    tilt: fc.double({ min: 0, max: 90, noNaN: true }),
    facing: fc.double({ min: 0, max: 360, noNaN: true }),
    limitW: fc.integer({ min: 100, max: 30_000 }),
  })

  it('is finite, never below zero and never above the inverter; direct and diffuse add up to the global irradiance', () => {
    fc.assert(
      fc.property(arbitrarySky, ({ zenith, azimuth, ghi, air, wind, tilt, facing, limitW }) => {
        const system = { planes: [{ kwp: 9.8, tilt, azimuth: facing }], limitW }
        const power = systemPower(system, { zenith, azimuth }, { ghi, air, wind }, extraterrestrial(120))
        expect(power).toBeGreaterThanOrEqual(0)
        expect(power).toBeLessThanOrEqual(limitW + 1e-6)
        const { dni, dhi } = decompose(ghi, zenith, extraterrestrial(120))
        expect(Math.max(0, dni * Math.cos((zenith * Math.PI) / 180)) + dhi).toBeCloseTo(ghi, 6)
      }),
    )
  })

  it('of two planes is their sum, below the limit', () => {
    const sun = { zenith: 45, azimuth: 150 }
    const weather = { ghi: 500, air: 15, wind: 2 }
    const east = { kwp: 4, tilt: 30, azimuth: 90 }
    const west = { kwp: 4, tilt: 30, azimuth: 270 }
    const power = (planes: (typeof east)[]) =>
      systemPower({ planes, limitW: 9000 }, sun, weather, extraterrestrial(100))
    expect(power([east, west])).toBeGreaterThan(power([east]))
    expect(power([east])).toBeGreaterThan(power([west]))
    expect(power([east, west])).toBeLessThan(8000)
  })
})
