import { sql } from 'kysely'
import pino from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { getLogo } from '#server/files/stored-logo.ts'
import { engines, openEmptyTestDatabase } from '#server/testing/engines.ts'
import { logoRaster } from './0071-logo-raster.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations.ts'

const surroundings = { clock: systemClock, log: pino({ level: 'silent' }) }
const cleanUps: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

describe.each(engines)('the migration for the raster of an SVG logo on %s', engine => {
  test('keeps an older SVG without raster, and permits no incomplete raster', async () => {
    const database = await openEmptyTestDatabase(engine)
    cleanUps.push(() => database.close())
    const { db } = database
    await migrate(database, { ...surroundings, migrations: migrations.slice(0, migrations.indexOf(logoRaster)) })
    const content = Buffer.from('<svg/>')
    await sql`insert into business_logo (media_type, width, height, sha256, content, created_at)
      values ('image/svg+xml', 1000, 500, ${'a1'.repeat(32)}, ${content}, '2026-01-01')`.execute(db)

    await migrate(database, surroundings)

    expect(await getLogo(db)).toMatchObject({ width: 1_000, isPrintable: false, printable: undefined })
    const raster = { raster_width: 32, raster_height: 16, raster_sha256: 'b2'.repeat(32), raster_content: content }
    const set = (values: Partial<Record<keyof typeof raster, null>> & { media_type?: 'image/png' }) =>
      db
        .updateTable('business_logo')
        .set({ ...raster, ...values })
        .execute()
    for (const column of Object.keys(raster)) await expect(set({ [column]: null })).rejects.toThrow(/check/i)
    await expect(set({ media_type: 'image/png' })).rejects.toThrow(/check/i)
    await set({})
    expect(await getLogo(db)).toMatchObject({ isPrintable: true, printable: { width: 32, mediaType: 'image/png' } })
  })
})
