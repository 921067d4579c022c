import type { Migration } from './migration.ts'

/** Indexes of users and credentials that hold each ordering to its last column and every filter of a count. */
export const listIndexes: Migration = {
  name: '0046-list-indexes',
  async up({ schema }) {
    await schema.dropIndex('user_account_by_customer').execute()
    await schema
      .createIndex('user_account_by_customer')
      .on('user_account')
      .columns(['customer_id', 'username_key', 'id', 'role'])
      .execute()
    await schema
      .createIndex('user_account_of_customer_by_created_at')
      .on('user_account')
      .columns(['customer_id', 'created_at', 'id'])
      .execute()
    await schema.dropIndex('user_account_by_role').execute()
    await schema
      .createIndex('user_account_by_role')
      .on('user_account')
      .columns(['role', 'username_key', 'id'])
      .execute()
    await schema.dropIndex('service_credential_of_service').execute()
    await schema
      .createIndex('service_credential_of_service')
      .on('service_credential')
      .columns(['service_id', 'id', 'is_shared', 'customer_id'])
      .execute()
  },
}
