import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Lists of services with outages first, each part by name. */
export const servicesByNeed: Migration = {
  name: '0037-services-by-need',
  async up(db) {
    for (const [name, columns] of Object.entries({
      service_by_need: [],
      service_by_type_and_need: ['type'],
      service_of_customer_by_need: ['customer_id'],
    })) {
      const first = columns.map(column => sql`${sql.ref(column)}, `)
      await sql`create index ${sql.ref(name)} on service
        (${sql.join(first, sql``)}(case when state = 'problem' then 0 else 1 end), name_key, id, type, state)`.execute(
        db,
      )
    }
  },
}
