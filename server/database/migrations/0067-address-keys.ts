import { addressKey } from '#server/database/address-key.ts'
import type { Migration } from './migration.ts'

/** Addresses are compared by where mail to them goes: ß and ss are different domains. */
export const addressKeys: Migration = {
  name: '0067-address-keys',
  async up(db) {
    const users = await db.selectFrom('user_account').select(['id', 'email', 'email_key']).execute()
    for (const { id, email, email_key } of users) {
      const key = addressKey(email)
      if (key !== email_key) await db.updateTable('user_account').set({ email_key: key }).where('id', '=', id).execute()
    }
  },
}
