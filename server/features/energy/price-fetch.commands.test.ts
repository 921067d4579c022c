import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hourMs, minuteMs, startOfBerlinDay } from '#server/clock.ts'
import { buildSite } from '#server/testing/build-energy.ts'
import { engines, openTestDatabase } from '#server/testing/engines.ts'
import {
  type PriceFault,
  type PriceStandIns,
  standInPrice,
  startPriceStandIns,
} from '#server/testing/price-stand-ins.ts'
import { type TestRuntime, testRuntime } from '#server/testing/test-runtime.ts'
import { listPrices } from './energy-price.queries.ts'
import { fetchPrices } from './price-fetch.commands.ts'
import { wantedDays, wholeDay } from './price-provider.rules.ts'

describe.each(engines)('prices on %s', engine => {
  let standIns: PriceStandIns
  let runtime: TestRuntime
  let close: () => Promise<void>
  beforeEach(async () => {
    standIns = await startPriceStandIns()
    const database = await openTestDatabase(engine)
    close = database.close
    runtime = testRuntime(database, { ENERGY_PRICES: 'energy_charts', OUTGOING_ALLOW: standIns.hostPort })
    await buildSite(runtime)
  })
  afterEach(async () => {
    await close()
    await standIns.close()
  })

  const run = () => fetchPrices(runtime, standIns.bases)
  const daysOf = async () => {
    const rows = await runtime.db.selectFrom('energy_price_day').selectAll().orderBy('date', 'desc').execute()
    return rows.map(row => [row.date, row.is_done, row.attempts])
  }
  const pricesOf = (date: string, days = 1) => {
    const from = startOfBerlinDay(date).getTime()
    return listPrices(runtime.db, { zone: 'DE-LU', from, to: from + days * 24 * hourMs })
  }
  /** 2 March 2026, 13:05 in Berlin. */
  const afterOne = () => runtime.pass(3 * hourMs + 5 * minuteMs)

  it('are not requested while no provider is switched on', async () => {
    await fetchPrices({ ...runtime, config: { ...runtime.config, energyPrices: null } }, standIns.bases)
    expect(standIns.asked).toEqual([])
  })

  it('of tomorrow come after 13:00, the past day by day', async () => {
    await run()
    expect(await daysOf()).toEqual([
      ['2026-03-02', 1, 0],
      ['2026-03-01', 1, 0],
      ['2026-02-28', 1, 0],
    ])
    afterOne()
    await run()
    expect(await daysOf()).toContainEqual(['2026-03-03', 1, 0])
    const prices = await pricesOf('2026-03-03')
    expect(prices).toHaveLength(96)
    for (const { at_ms: at, spot_thousandths: spot, source } of prices) {
      expect([spot, source]).toEqual([Math.round(standInPrice(at) * 100), 'energy_charts'])
    }
    const before = standIns.asked.length
    for (let runs = 0; runs < 14; runs += 1) await run()
    expect(standIns.asked.length - before).toBe(36)
    await run()
    expect(standIns.asked.length - before).toBe(36)
  })

  it.each<[PriceFault]>([['html'], ['half'], ['yesterday'], ['huge'], ['flat'], ['absurd'], ['down']])(
    'come from the second source where the first one sends %s',
    async fault => {
      afterOne()
      standIns.faults = { energy_charts: fault }
      await run()
      const prices = await pricesOf('2026-03-03')
      expect(new Set(prices.map(({ source }) => source))).toEqual(new Set(['smard']))
      expect(prices.map(({ spot_thousandths: spot }) => spot)).toEqual(
        prices.map(({ at_ms: at }) => Math.round(standInPrice(at) * 100)),
      )
    },
  )

  it('come from the second source where the first one never answers', async () => {
    afterOne()
    standIns.faults = { energy_charts: 'hangs' }
    await fetchPrices(runtime, standIns.bases, 300)
    const prices = await pricesOf('2026-03-03')
    expect(prices).toHaveLength(96)
    expect(new Set(prices.map(({ source }) => source))).toEqual(new Set(['smard']))
  })

  it('that no source has are requested with growing pauses, mailed once, and come later', async () => {
    await runtime.db
      .insertInto('business_profile')
      .values({ profile: JSON.stringify({ email: 'chef@example.org' }), created_at: '', updated_at: '' })
      .execute()
    await run()
    afterOne()
    standIns.faults = { energy_charts: 'half', smard: 'html' }
    const attempts: number[] = []
    for (let minutes = 0; minutes < 240; minutes += 5) {
      const before = standIns.asked.length
      await run()
      if (standIns.asked.slice(before).some(path => path.includes('start=2026-03-03'))) attempts.push(minutes)
      runtime.pass(5 * minuteMs)
    }
    expect(attempts).toEqual([0, 5, 15, 35, 75, 135, 195])
    expect(await pricesOf('2026-03-03')).toEqual([])
    const mails = await runtime.db.selectFrom('outbox_mail').select(['kind', 'subject', 'text']).execute()
    expect(mails.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['energy_prices_missing', 'Strompreise für 03.03.2026 fehlen'],
    ])
    expect(mails[0]?.text).toContain('hat den Tag noch nicht vollständig')
    expect(mails[0]?.text).toContain('sendet etwas anderes als Preise')
    standIns.faults = {}
    runtime.pass(hourMs)
    await run()
    expect(await pricesOf('2026-03-03')).toHaveLength(96)
  })
})

describe('a whole day', () => {
  const quotes = (date: string, count: number) => {
    const start = startOfBerlinDay(date).getTime()
    return Array.from({ length: count }, (_, index) => [start + index * 15 * minuteMs, index] as const)
  }

  it.each([
    ['2026-03-28', 96],
    ['2026-03-29', 92],
    ['2026-10-25', 100],
  ])('is %s with %i quarter-hours, and no fewer', (date, count) => {
    expect(wholeDay(quotes(date, count), date).size).toBe(count)
    expect(wholeDay(quotes(date, 110), date).size).toBe(count)
    expect(() => wholeDay(quotes(date, count - 1), date)).toThrow('incomplete')
    expect(() => wholeDay([...quotes(date, count), ...quotes(date, 1)], date)).toThrow('format')
  })

  it('is requested up to forty days back, tomorrow first from 13:00 on', () => {
    expect(wantedDays('2026-03-29', 12)[0]).toBe('2026-03-29')
    expect(wantedDays('2026-03-29', 13).slice(0, 3)).toEqual(['2026-03-30', '2026-03-29', '2026-03-28'])
    expect(wantedDays('2026-03-29', 13).at(-1)).toBe('2026-02-17')
  })
})
