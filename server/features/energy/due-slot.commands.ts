import { type Insertable, sql, type Transaction } from 'kysely'
import { jsonRowsToInsert } from '#server/database/engine.ts'
import { prepared } from '#server/database/prepared.ts'
import type { Database } from '#server/database/schema.ts'

export type DueSlot = Insertable<Database['energy_due_slot']>

/** An existing mark is locked, so that its slot is not computed before these readings are visible. */
export async function noteDueSlots(trx: Transaction<Database>, slots: readonly DueSlot[]): Promise<void> {
  if (slots.length > 0) await writeMarks(trx, { json: JSON.stringify(slots) })
}

const writeMarks = prepared<{ json: string }>()((db, param, engine) =>
  db
    .insertInto('energy_due_slot')
    .columns(['channel_number', 'at_ms'])
    .expression(jsonRowsToInsert<DueSlot>(engine, param('json'), { channel_number: 'bigint', at_ms: 'bigint' }))
    .onConflict(conflict =>
      conflict
        .columns(['channel_number', 'at_ms'])
        .doUpdateSet(eb => ({ channel_number: eb.ref('excluded.channel_number') }))
        // PostgreSQL locks the row and leaves it as it is; SQLite has one writer at a time.
        .where(sql.lit(false)),
    ),
)
