import { sql } from 'kysely'
import pino from 'pino'
import { systemClock } from '#server/clock.ts'
import { openSqlite } from '#server/database/open.ts'
import { migrate } from './migrate.ts'

/** The whole schema as SQLite stores it, tables in order of their names, each with its indexes and triggers. */
export async function printSchema(): Promise<string> {
  const database = openSqlite(':memory:')
  await migrate(database, { clock: systemClock, log: pino({ level: 'silent' }) })
  const { rows } = await sql<{ sql: string; type: string }>`
    select sql, type from sqlite_schema where sql is not null
    order by tbl_name, case type when 'table' then 0 when 'index' then 1 else 2 end, name`.execute(database.db)
  await database.close()
  const statements = rows.map(row => `${row.type === 'table' ? '\n' : ''}${layOut(row.sql)};\n`)
  return `-- Printed by scripts/print-schema.ts from a migrated SQLite database.\n${statements.join('')}`
}

/** One column or constraint a line. */
function layOut(statement: string): string {
  const match = /^create table "(\w+)" \((.*)\)(.*)$/is.exec(statement)
  if (match === null) return statement
  const [, name = '', body = '', end = ''] = match
  return `create table "${name}" (\n  ${splitTopLevel(body).join(',\n  ')}\n)${end}`
}

/** Splits at the commas outside brackets. */
function splitTopLevel(text: string): string[] {
  const parts = ['']
  let depth = 0
  for (const character of text) {
    depth += Number(character === '(') - Number(character === ')')
    if (character === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.map(part => part.trim())
}
