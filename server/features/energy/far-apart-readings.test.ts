/** The cost of readings far apart, in statements and rows: it never includes the readings in between. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { dayMs, hourMs, instantText, minuteMs } from '#server/clock.ts'
import { SqliteSession } from '#server/database/sqlite/sqlite-session.ts'
import { openPushingSite } from '#server/testing/pushing-site.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { rollUp } from './slot.commands.ts'

const sentCount = 14
const stepMs = 2.4 * dayMs
const storedCount = 35 * 24 * 60

let portal: TestApp
beforeAll(async () => {
  portal = await openTestApp('sqlite')
})
afterAll(() => portal.close())

/** The statements of a run, and the rows that they return. */
async function costOf(run: () => Promise<unknown>): Promise<{ statements: number; rows: number }> {
  const spies = [vi.spyOn(SqliteSession.prototype, 'rows'), vi.spyOn(SqliteSession.prototype, 'execute')]
  await run()
  const answers = spies.flatMap(spy => spy.mock.results.map(({ value }) => value as unknown[] | { rows: unknown[] }))
  for (const spy of spies) spy.mockRestore()
  const rows = answers.reduce((sum, answer) => sum + (Array.isArray(answer) ? answer : answer.rows).length, 0)
  return { statements: answers.length, rows }
}

it.each([
  ['power', { key: 'it', measure: 'power' }],
  ['a counter', { key: 'it', measure: 'import' }],
] as const)('readings of %s over five weeks cost little more than as many recent ones', async (_, channel) => {
  const { push, channels } = await openPushingSite(portal, [channel])
  const end = Math.floor(portal.clock.now().getTime() / minuteMs) * minuteMs
  const number = channels[0]?.number ?? 0
  await sql`insert into energy_reading (channel_number, at_ms, value_millionths)
    with recursive step(n) as (select 0 union all select n + 1 from step where n < ${sql.lit(storedCount - 1)})
    select ${sql.lit(number)}, ${sql.lit(end)} - n * ${sql.lit(minuteMs)},
      (${sql.lit(storedCount)} - n) * 100000 from step`.execute(portal.runtime.db)
  const readings = (distanceMs: number) =>
    Array.from({ length: sentCount }, (_, index) => {
      // Half a minute from the stored ones, and between their values.
      const at = end - 30_000 - index * distanceMs
      return {
        channel: 'it',
        at: instantText(new Date(at)),
        value: (storedCount - (index * distanceMs) / minuteMs - 0.5) / 10,
      }
    })
  const pushed = async (distanceMs: number) =>
    costOf(async () => {
      const answer = await push(readings(distanceMs))
      expect(answer.json()).toEqual({ accepted: sentCount, rejected: [] })
    })
  // The first reading of a site makes it heard.
  await push([{ channel: 'it', at: instantText(new Date(end)), value: storedCount / 10 }])
  const near = await pushed(minuteMs)
  await rollUp(portal.runtime)
  const far = await pushed(stepMs)
  expect(far.statements).toBeLessThanOrEqual(near.statements)
  expect(far.rows).toBeLessThan(1_000)

  portal.clock.advance(hourMs)
  const computed = await costOf(() => rollUp(portal.runtime))
  expect(computed.statements).toBeLessThan(100)
  // Some hundred slots, each with its fifteen readings and those around it.
  expect(computed.rows).toBeLessThan(10_000)
  expect(storedCount).toBeGreaterThan(5 * computed.rows)
})
