import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** The PNG of an SVG logo, which mails and documents show; an older SVG has none until it is uploaded again. */
export const logoRaster: Migration = {
  name: '0071-logo-raster',
  async up(db, engine) {
    const add = () => db.schema.alterTable('business_logo')
    await add()
      .addColumn('raster_width', 'integer', c => c.check(sql`raster_width > 0`))
      .execute()
    await add()
      .addColumn('raster_height', 'integer', c => c.check(sql`raster_height > 0`))
      .execute()
    await add()
      .addColumn('raster_sha256', 'text', c => c.check(sql`length(raster_sha256) = 64`))
      .execute()
    await add()
      .addColumn('raster_content', engine === 'postgres' ? sql`bytea` : sql`blob`, c =>
        c.check(sql`(raster_content is null) = (raster_width is null)
          and (raster_content is null) = (raster_height is null)
          and (raster_content is null) = (raster_sha256 is null)
          and (raster_content is null or media_type = 'image/svg+xml')`),
      )
      .execute()
  },
}
