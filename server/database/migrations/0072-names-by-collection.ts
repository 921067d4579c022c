import type { Migration } from './migration.ts'

/** The services of collections are read from the index alone. */
export const namesByCollection: Migration = {
  name: '0072-names-by-collection',
  async up({ schema }) {
    await schema.dropIndex('service_of_collection').execute()
    await schema
      .createIndex('service_of_collection')
      .on('service')
      .columns(['collection_id', 'name_key', 'id', 'type', 'state', 'name'])
      .execute()
  },
}
