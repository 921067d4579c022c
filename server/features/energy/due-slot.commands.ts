import type { Transaction } from 'kysely'
import type { Database } from '#server/database/schema.ts'

/** Rows of one statement. */
const rowsAtOnce = 1_000

/** An existing mark is written, too, so that its slot is not computed before these readings are visible. */
export async function noteDueSlots(
  trx: Transaction<Database>,
  number: number,
  slots: readonly number[],
): Promise<void> {
  for (let at = 0; at < slots.length; at += rowsAtOnce) {
    await trx
      .insertInto('energy_due_slot')
      .values(slots.slice(at, at + rowsAtOnce).map(at_ms => ({ channel_number: number, at_ms })))
      .onConflict(conflict =>
        conflict
          .columns(['channel_number', 'at_ms'])
          .doUpdateSet(eb => ({ channel_number: eb.ref('excluded.channel_number') })),
      )
      .execute()
  }
}
