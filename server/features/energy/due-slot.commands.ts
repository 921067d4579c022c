import type { Transaction } from 'kysely'
import { prepared } from '#server/database/prepared.ts'
import type { Database } from '#server/database/schema.ts'

/** The slots that one reading changes. */
const fewSlots = 4
/** Rows of one statement. */
const rowsAtOnce = 1_000

/** An existing mark is written, too, so that its slot is not computed before these readings are visible. */
export async function noteDueSlots(
  trx: Transaction<Database>,
  number: number,
  slots: readonly number[],
): Promise<void> {
  const markFew = marks[slots.length - 1]
  if (markFew !== undefined) {
    await markFew(trx, { number, ...Object.fromEntries(slots.map((at, index) => [`at${index}` as const, at])) })
    return
  }
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

/** One statement for each number of slots. */
const marks = Array.from({ length: fewSlots }, (_, more) =>
  prepared<{ number: number; [at: `at${number}`]: number }>()((db, param) =>
    db
      .insertInto('energy_due_slot')
      .values(
        Array.from({ length: more + 1 }, (_, index) => ({
          channel_number: param('number'),
          at_ms: param(`at${index}`),
        })),
      )
      .onConflict(conflict =>
        conflict
          .columns(['channel_number', 'at_ms'])
          .doUpdateSet(eb => ({ channel_number: eb.ref('excluded.channel_number') })),
      ),
  ),
)
