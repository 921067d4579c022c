import type { Migration } from './migration.ts'

/**
 * Questions are edited in the portal: their changes are counted, and they are listed in one order, published or not.
 */
export const faqEditing: Migration = {
  name: '0017-faq-editing',
  async up(db) {
    await db.schema
      .alterTable('faq')
      .addColumn('revision', 'integer', c => c.notNull().defaultTo(1))
      .execute()
    await db.schema
      .createIndex('faq_by_position')
      .on('faq')
      .columns(['position', 'id', 'is_published', 'category'])
      .execute()
    // From now on places have no gaps and no duplicates.
    const rows = await db.selectFrom('faq').select('id').orderBy('position').orderBy('id').execute()
    for (const [index, { id }] of rows.entries()) {
      await db
        .updateTable('faq')
        .set({ position: index + 1 })
        .where('id', '=', id)
        .execute()
    }
  },
}
