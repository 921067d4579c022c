import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#server/clock.ts'
import { buildSite } from '#server/testing/build-energy.ts'
import { engines, openTestDatabase } from '#server/testing/engines.ts'
import { type TestRuntime, testRuntime } from '#server/testing/test-runtime.ts'
import {
  standInRadiation,
  startWeatherStandIn,
  type WeatherFault,
  type WeatherStandIn,
} from '#server/testing/weather-stand-in.ts'
import { findStation, listWeatherHours } from './weather.queries.ts'
import { fetchWeather } from './weather-fetch.commands.ts'
import { readCatalogue } from './weather-provider.rules.ts'

/** Between both stations of Cologne, nearer to the one at the airport. */
const cologne = { latitude_hundredths: 5087, longitude_hundredths: 714, pv_watts: 9800 }

describe.each(engines)('weather on %s', engine => {
  let standIn: WeatherStandIn
  let runtime: TestRuntime
  let close: () => Promise<void>
  beforeEach(async () => {
    standIn = await startWeatherStandIn(() => runtime.clock.now())
    const database = await openTestDatabase(engine)
    close = database.close
    runtime = testRuntime(database, { ENERGY_WEATHER: 'dwd', OUTGOING_ALLOW: standIn.hostPort })
    await buildSite(runtime, cologne)
  })
  afterEach(async () => {
    await close()
    await standIn.close()
  })

  const run = () => fetchWeather(runtime, standIn.bases)
  const hoursOf = (station: string) => {
    const now = runtime.clock.now().getTime()
    return listWeatherHours(runtime.db, station, { from: now, to: now + 2 * dayMs })
  }

  it('is not requested while the provider is off, or for places without modules', async () => {
    await fetchWeather({ ...runtime, config: { ...runtime.config, energyWeather: null } }, standIn.bases)
    await runtime.db.updateTable('energy_site').set({ pv_watts: 0 }).execute()
    await run()
    expect(standIn.asked).toEqual([])
  })

  it('comes from the nearest station, again after the next issue, and keeps hours that have passed', async () => {
    await run()
    expect(standIn.asked).toEqual(['catalogue', '10513'])
    expect(await findStation(runtime.db, { latitude: 50.87, longitude: 7.14 })).toMatchObject({
      id: '10513',
      name: 'KOELN/BONN',
    })
    const hours = await hoursOf('10513')
    expect(hours).toHaveLength(48)
    expect(hours.map(({ radiation }) => radiation)).toEqual(hours.map(({ at }) => standInRadiation(at)))
    expect(new Set(hours.map(({ temperature, wind }) => `${temperature} ${wind}`))).toContain('150 32')
    await run()
    expect(standIn.asked).toHaveLength(2)
    runtime.pass(7 * hourMs)
    await run()
    expect(standIn.asked.slice(2)).toEqual(['10513'])
    const past = await listWeatherHours(runtime.db, '10513', {
      from: runtime.clock.now().getTime() - 7 * hourMs,
      to: runtime.clock.now().getTime(),
    })
    expect(past).toHaveLength(7)
  })

  it.each<[WeatherFault]>([
    ['html'],
    ['down'],
    ['huge'],
    ['bomb'],
    ['half'],
    ['yesterday'],
    ['dark'],
    ['absurd'],
    ['other_station'],
    ['broken'],
    ['doctype'],
    ['deep'],
  ])('stays unchanged when the provider sends %s, until it sends a forecast', async fault => {
    await run()
    const former = await runtime.db.selectFrom('energy_weather_hour').selectAll().orderBy('at_ms').execute()
    runtime.pass(7 * hourMs)
    standIn.faults = { 10513: fault }
    await run()
    expect(standIn.asked).toHaveLength(3)
    expect(await runtime.db.selectFrom('energy_weather_hour').selectAll().orderBy('at_ms').execute()).toEqual(former)
    standIn.faults = {}
    runtime.pass(hourMs)
    await run()
    expect((await hoursOf('10513')).length).toBe(48)
  })

  it('that fails is requested with growing pauses', async () => {
    await run()
    runtime.pass(7 * hourMs)
    standIn.faults = { 10513: 'half' }
    const attempts: number[] = []
    for (let minutes = 0; minutes < 140; minutes += 5) {
      const before = standIn.asked.length
      await run()
      if (standIn.asked.length > before) attempts.push(minutes)
      runtime.pass(5 * minuteMs)
    }
    expect(attempts).toEqual([0, 5, 15, 35, 75, 135])
  })

  it.each<[WeatherFault]>([['gone'], ['no_irradiance']])(
    'comes from the next station where the nearest one is %s',
    async fault => {
      standIn.faults = { 10513: fault }
      await run()
      await run()
      expect(standIn.asked).toEqual(['catalogue', '10513', 'H721'])
      expect(await hoursOf('H721')).toHaveLength(48)
    },
  )

  it('of a hanging provider is given up after its time limit', async () => {
    standIn.faults = { catalogue: 'hangs' }
    await fetchWeather(runtime, standIn.bases, 200)
    const [note] = await runtime.db.selectFrom('energy_weather_fetch').selectAll().execute()
    expect(note).toMatchObject({ subject: 'catalogue', attempts: 1 })
  })

  it('is not fetched with an invalid catalogue', async () => {
    standIn.faults = { catalogue: 'html' }
    await run()
    expect(standIn.asked).toEqual(['catalogue'])
    expect(await runtime.db.selectFrom('energy_weather_station').selectAll().execute()).toEqual([])
  })
})

it('reads degrees and minutes of the catalogue, nothing overseas and no line that is too long', () => {
  const filler = Array.from({ length: 50 }, (_, index) => `X${100 + index} ---- ORT ${index}   51.30   10.15  100`)
  const stations = readCatalogue(
    [
      '01001 ENJA JAN MAYEN             70.56   -8.40    10',
      '10865 ---- MUENCHEN STADT       48.10   11.33   521',
      ...filler,
      `X999 ---- ORT ${' '.repeat(200)} 51.30   10.15  100`,
    ].join('\n'),
  )
  expect(stations).toHaveLength(51)
  expect(stations[0]).toEqual({ id: '10865', name: 'MUENCHEN STADT', latitude: 48_167, longitude: 11_550 })
})
