/** The few true differences between SQLite and PostgreSQL. An unknown engine throws instead of guessing. */
import { sql } from 'kysely'

export type Engine = 'sqlite' | 'postgres'

/** Type of a text column that is sorted or range-compared: by code point on both engines. */
export function keyText(engine: Engine) {
  switch (engine) {
    case 'sqlite':
      return sql`text`
    case 'postgres':
      return sql`text collate "C"`
    default:
      throw unknownEngine(engine)
  }
}

/** Whether an error of the driver says that a unique index refused the row. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && error.code === '23505') return true
  return 'errcode' in error && (error.errcode === 2067 || error.errcode === 1555)
}

/** Whether an error says that a foreign key refused the change. */
export function isForeignKeyViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && error.code === '23503') return true
  return 'errcode' in error && error.errcode === 787
}

function unknownEngine(engine: never): Error {
  return new Error(`Unknown database engine ${String(engine)}`)
}
