import { sql } from 'kysely'
import { keyText } from '#server/database/engine.ts'
import type { Migration } from './migration.ts'

/** The frozen form of an invoice that the portal issues, and the series of its number. See 0072. */
export const issuedDocuments: Migration = {
  name: '0048-issued-documents',
  async up(db, engine) {
    await db.schema
      .createTable('number_series')
      .addColumn('kind', 'text', c => c.primaryKey().notNull().check(sql`kind in ('invoice', 'cancellation')`))
      .addColumn('form', 'text', c => c.notNull())
      .addColumn('last_issue_date', keyText(engine))
      .addColumn('revision', 'integer', c => c.notNull().defaultTo(1))
      .addColumn('created_at', 'text', c => c.notNull())
      .addColumn('updated_at', 'text', c => c.notNull())
      .execute()
    await db.schema
      .createTable('invoice_snapshot')
      .addColumn('invoice_id', 'text', c => c.primaryKey().notNull().references('invoice.id').onDelete('cascade'))
      .addColumn('content', 'text', c => c.notNull())
      .addColumn('sha256', 'text', c => c.notNull())
      .execute()
    await db.schema
      .createTable('invoice_xml')
      .addColumn('invoice_id', 'text', c => c.notNull().references('invoice.id').onDelete('cascade'))
      .addColumn('profile', 'text', c => c.notNull().check(sql`profile in ('en16931', 'xrechnung')`))
      .addColumn('xml', 'text', c => c.notNull())
      .addColumn('sha256', 'text', c => c.notNull())
      .addPrimaryKeyConstraint('invoice_xml_primary', ['invoice_id', 'profile'])
      .execute()
    await db.schema
      .createTable('invoice_logo')
      .addColumn('sha256', 'text', c => c.primaryKey().notNull())
      .addColumn('file_id', 'text', c => c.notNull().unique().references('file.id'))
      .execute()
    for (const statement of engine === 'sqlite' ? sqliteGuards() : postgresGuards())
      await sql.raw(statement).execute(db)
  },
}

const refusal = 'an issued invoice is not changed'
/** A deleted invoice takes its documents along: its row is gone by then. */
const isFrozen = `(exists (select 1 from invoice where id = old.invoice_id)
  and not exists (select 1 from retained_invoice where invoice_id = old.invoice_id and is_released = 1))`
const isArchived = (file: string) => `(exists (select 1 from invoice where pdf_file_id = ${file} and state <> 'draft')
  or exists (select 1 from invoice_logo where file_id = ${file}))`
/** The name of a file follows its invoice, and its owner the customer. */
const content = ['sha256', 'size_bytes', 'media_type']
const documents = ['invoice_snapshot', 'invoice_xml'] as const

function sqliteGuards(): string[] {
  const abort = `begin select raise(abort, '${refusal}'); end`
  const differs = content.map(column => `old.${column} is not new.${column}`).join(' or ')
  return [
    ...documents.flatMap(table => [
      `create trigger ${table}_stays before update on ${table} ${abort}`,
      `create trigger ${table}_is_kept before delete on ${table} when ${isFrozen} ${abort}`,
    ]),
    `create trigger file_archived_stays before update on file when (${differs}) and ${isArchived('old.id')} ${abort}`,
    `create trigger file_chunk_archived_stays before update on file_chunk when ${isArchived('old.file_id')} ${abort}`,
    `create trigger file_chunk_archived_is_kept before delete on file_chunk when ${isArchived('old.file_id')} ${abort}`,
  ]
}

function postgresGuards(): string[] {
  const refuse = `raise exception '${refusal}'`
  const differs = content.map(column => `old.${column} is distinct from new.${column}`).join(' or ')
  return [
    `create function invoice_document_refuse() returns trigger language plpgsql as $$ begin
  if tg_op = 'UPDATE' or ${isFrozen} then ${refuse}; end if;
  return old;
end $$`,
    ...documents.map(
      table =>
        `create trigger ${table}_stays before update or delete on ${table} for each row execute function invoice_document_refuse()`,
    ),
    `create function file_archived_refuse() returns trigger language plpgsql as $$ begin
  if ${isArchived('old.id')} then ${refuse}; end if;
  return new;
end $$`,
    `create trigger file_archived_stays before update on file for each row when (${differs}) execute function file_archived_refuse()`,
    `create function file_chunk_archived_refuse() returns trigger language plpgsql as $$ begin
  if ${isArchived('old.file_id')} then ${refuse}; end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$`,
    'create trigger file_chunk_archived_stays before update or delete on file_chunk for each row execute function file_chunk_archived_refuse()',
  ]
}
