import type { Transaction } from 'kysely'
import type { Engine } from '#server/database/engine.ts'
import type { Database } from '#server/database/schema.ts'

export type Migration = {
  /** `0004-invoices`: the number gives the order. */
  readonly name: string
  up(trx: Transaction<Database>, engine: Engine): Promise<void>
}
