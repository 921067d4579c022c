/** Rows with a manual order: places are counted from 1, without gaps (decision 0024). */
import { sql, type Transaction } from 'kysely'
import type { Database } from './schema.ts'

/** The order with one row at a place (from 1); a place past the end is the last one. */
export function orderWith(ids: readonly string[], id: string, position: number): string[] {
  const others = ids.filter(other => other !== id)
  return others.toSpliced(position - 1, 0, id)
}

/** Whether both contain the same rows, each once, in any order. */
export function areSameRows(some: readonly string[], others: readonly string[]): boolean {
  const wanted = new Set(others)
  return some.length === others.length && new Set(some).size === some.length && some.every(id => wanted.has(id))
}

/** Numbers the rows in this order, in one statement; rows already in place are not written. */
export async function storeOrder(
  trx: Transaction<Database>,
  table: 'customer_link' | 'faq',
  before: readonly string[],
  order: readonly string[],
): Promise<void> {
  const moved = order.flatMap((id, index) => (before[index] === id ? [] : [{ id, position: index + 1 }]))
  if (moved.length === 0) return
  const places = moved.map(({ id, position }) => sql`when ${id} then ${sql.lit(position)}`)
  await trx
    .updateTable(table)
    .set({ position: sql<number>`case id ${sql.join(places, sql` `)} end` })
    .where(
      'id',
      'in',
      moved.map(({ id }) => id),
    )
    .execute()
}
