/** Gapless numbers: taken in the transaction that uses them, given back when it rolls back. */
import type { Transaction } from 'kysely'
import { prepared } from './prepared.ts'
import type { Database } from './schema.ts'

const takeNumber = prepared<{ name: string }>()((db, param) =>
  db
    .insertInto('number_sequence')
    .values({ name: param('name'), last_value: 1 })
    .onConflict(conflict =>
      conflict.column('name').doUpdateSet(eb => ({ last_value: eb('number_sequence.last_value', '+', 1) })),
    )
    .returning('last_value'),
)

/** The next number of a sequence, from 1. Other callers for the same sequence wait until this transaction ends. */
export async function nextNumber(trx: Transaction<Database>, name: string): Promise<number> {
  const [row] = await takeNumber(trx, { name })
  if (row === undefined) throw new Error(`The number sequence ${name} gave no number.`)
  return row.last_value
}
