import type { Migration } from './migration.ts'

/** The password of an invoice's PDF, sealed. The row has the id of its invoice. See 0027. */
export const invoicePdfPasswords: Migration = {
  name: '0045-invoice-pdf-passwords',
  async up(db) {
    await db.schema
      .createTable('invoice_pdf_password')
      .addColumn('id', 'text', c => c.primaryKey().notNull().references('invoice.id').onDelete('cascade'))
      .addColumn('sealed_password', 'text', c => c.notNull())
      .addColumn('created_at', 'text', c => c.notNull())
      .execute()
  },
}
