/** A site that has measured for weeks is deleted in portions. */
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { engines } from '#server/testing/engines.ts'
import { openPushingSite } from '#server/testing/pushing-site.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { removeMeasuredRows } from './measured-rows.commands.ts'

const rows = 25_000
const stepMs = 10_000

it.each(engines)('most rows are deleted before their channel, whose period stays known, on %s', async engine => {
  const portal = await openTestApp(engine)
  onTestFinished(() => portal.close())
  const { site, channels } = await openPushingSite(portal)
  const other = await openPushingSite(portal)
  const numbers = [channels[0]?.number ?? 0, other.channels[0]?.number ?? 0]
  const end = portal.clock.now().getTime()
  const { db } = portal.runtime
  for (const number of numbers) {
    await sql`insert into energy_reading (channel_number, at_ms, value_millionths)
      with recursive step(n) as (select 0 union all select n + 1 from step where n < ${sql.lit(rows - 1)})
      select ${sql.lit(number)}, ${sql.lit(end)} - n * ${sql.lit(stepMs)}, 1 from step`.execute(db)
  }
  const left = () =>
    db
      .selectFrom('energy_reading')
      .select(({ fn }) => [
        'channel_number',
        fn.countAll<number>().as('count'),
        fn.min('at_ms').as('first'),
        fn.max('at_ms').as('last'),
      ])
      .groupBy('channel_number')
      .orderBy('channel_number')
      .execute()

  await removeMeasuredRows(portal.runtime, [{ number: numbers[0] ?? 0 }])
  const first = end - (rows - 1) * stepMs
  const [own, untouched] = await left()
  expect(own).toMatchObject({ first, last: end })
  expect(own?.count).toBeLessThanOrEqual(10_000)
  expect(untouched).toMatchObject({ count: rows, first, last: end })

  const admin = await portal.client('admin')
  expect((await admin.delete(`/api/backend/energy-sites/${site.id}/`)).statusCode).toBe(204)
  expect((await left()).map(({ channel_number }) => channel_number)).toEqual([numbers[1]])
})
