import { setImmediate as letOthersRun } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startOfBerlinDay } from '#server/clock.ts'
import { buildSite } from '#server/testing/build-energy.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { slotMs } from './channel-slots.rules.ts'
import { readSlotCsv } from './slot-csv.queries.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await openTestApp('sqlite')
})
afterAll(() => portal.close())

/** How often others run until the work is done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let isDone = false
  const end = () => {
    isDone = true
  }
  work.then(end, end)
  let turns = 0
  for (; !isDone; turns += 1) await letOthersRun()
  return turns
}

it('lets others run after each day of a month', async () => {
  const { db } = portal.runtime
  const site = await buildSite(portal.runtime)
  const dates = ['2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13']
  const rows = dates.map(date => ({ site_id: site.id, date, at_ms: startOfBerlinDay(date).getTime() }))
  await db
    .insertInto('energy_site_slot')
    .values(rows.map(row => ({ ...row, covered_ms: slotMs, quality: 'measured' as const })))
    .execute()
  const full = readSlotCsv(db, site, '2026-03')
  const turns = await turnsDuring(full)
  expect((await full).split('\r\n')).toHaveLength(dates.length + 2)
  const turnsWithoutDays = await turnsDuring(readSlotCsv(db, site, '2026-02'))
  expect(turns - turnsWithoutDays).toBeGreaterThanOrEqual(dates.length - 1)
})
