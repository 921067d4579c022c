import type { Transaction } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import { termsOf } from '#server/database/search-terms.ts'
import type { Migration } from './migration.ts'

/** Forgets the short pieces of telephone numbers, which found everybody with the same area code (0053). */
export const phonePieces: Migration = {
  name: '0069-phone-pieces',
  async up(db) {
    const customers = await db
      .selectFrom('customer')
      .select(['id', 'phone', 'number', 'company', 'first_name', 'last_name', 'city', 'email'])
      .where('phone', '<>', '')
      .execute()
    for (const { id, phone, ...texts } of customers) await forgetPieces(db, 'customer', { id, phone, texts })
    const messages = await db
      .selectFrom('message')
      .select(['id', 'phone', 'email', 'name', 'text'])
      .where('phone', '<>', '')
      .execute()
    for (const { id, phone, ...texts } of messages) await forgetPieces(db, 'message', { id, phone, texts })
  },
}

async function forgetPieces(
  db: Transaction<Database>,
  kind: 'customer' | 'message',
  { id, phone, texts }: { id: string; phone: string; texts: Readonly<Record<string, string>> },
): Promise<void> {
  const kept = termsOf([...Object.values(texts), { phone }])
  const gone = [...termsOf([phone])].filter(term => !kept.has(term))
  if (gone.length === 0) return
  await db
    .deleteFrom('search_term')
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .where('term', 'in', gone)
    .execute()
}
