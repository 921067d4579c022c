import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Measured time that is stopped and not booked yet: the click stops the clock, the booking comes after it. */
export const waitingTime: Migration = {
  name: '0029-waiting-time',
  async up(db) {
    await db.schema
      .alterTable('work_span')
      .addColumn('is_waiting', 'integer', c => c.notNull().defaultTo(0).check(sql`is_waiting in (0, 1)`))
      .execute()
    await db.schema
      .createIndex('work_span_waiting')
      .on('work_span')
      .columns(['user_id', 'started_at'])
      .where(sql<boolean>`is_waiting = 1`)
      .execute()
  },
}
