/** Brings a database to the schema of this program: forward only, one transaction per migration, a backup before. */
import { hash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Logger } from 'pino'
import { type Clock, instantText } from '#server/clock.ts'
import type { Connection } from '#server/context.ts'
import { hasTable, lockForTransaction, whileAlone } from '#server/database/engine.ts'
import type { OpenedDatabase } from '#server/database/open.ts'
import { findDataAside } from '#server/database/postgres/postgres-set-aside.ts'
import type { Database } from '#server/database/schema.ts'
import { StartError } from '#server/start-error.ts'
import type { Migration } from './migration.ts'
import { migrations as allMigrations } from './migrations.ts'

type Surroundings = {
  readonly clock: Clock
  readonly log: Pick<Logger, 'info'>
  /** Makes the backup of a database with data, before the first of its migrations; an error stops everything. */
  readonly backUp?: ((first: Migration) => Promise<void>) | undefined
  /** All of them, unless a test wants to stop earlier. */
  readonly migrations?: readonly Migration[]
}

/** The database cannot be migrated; the message is one plain sentence. */
export class MigrationError extends StartError {
  override readonly name = 'MigrationError'
}

/**
 * Applies missing migrations and returns their names. Of several instances that start at once one applies all of them,
 * the others wait: a backup made between two migrations would lock tables that the second one wants to change, and wait
 * for it. Throws MigrationError when the database was made by a newer program.
 */
export async function migrate(database: OpenedDatabase, surroundings: Surroundings): Promise<string[]> {
  const migrations = surroundings.migrations ?? allMigrations
  if ((await pendingMigrations(database, migrations)).length === 0) return []
  return whileAlone(database, 'upgrade', () => applyPending(database, surroundings, migrations))
}

async function applyPending(
  database: OpenedDatabase,
  surroundings: Surroundings,
  migrations: readonly Migration[],
): Promise<string[]> {
  // The other instance may have been faster.
  const pending = await pendingMigrations(database, migrations)
  const [first] = pending
  if (first === undefined) return []
  if (pending.length < migrations.length) await surroundings.backUp?.(first)
  else await demandNothingAside(database)

  const applied: string[] = []
  for (const migration of pending) {
    if (await apply(database, migration, migrations, surroundings.clock)) applied.push(migration.name)
  }
  if (applied.length > 0) surroundings.log.info({ migrations: applied }, 'database migrated')
  return applied
}

/** An empty database next to data set aside is left by a killed restore, not a new installation. */
async function demandNothingAside({ db, engine }: OpenedDatabase): Promise<void> {
  const aside = engine === 'postgres' ? await findDataAside(db) : undefined
  if (aside === undefined) return
  throw new MigrationError(
    `The database is empty, and a restore has set its data aside as ${aside}: it is under way, or was interrupted. Run "restore --undo", or restore the backup again.`,
  )
}

/**
 * The migrations that `migrate` would apply; changes and locks nothing. Throws MigrationError when the database was
 * made by a newer program.
 */
export async function pendingMigrations(
  { db, engine }: Pick<OpenedDatabase, 'db' | 'engine'>,
  migrations: readonly Migration[] = allMigrations,
): Promise<readonly Migration[]> {
  const names = (await hasTable(db, engine, 'schema_migration')) ? await listApplied(db) : []
  return missing(names, migrations)
}

async function apply(
  { db, engine }: OpenedDatabase,
  migration: Migration,
  migrations: readonly Migration[],
  clock: Clock,
): Promise<boolean> {
  return db.transaction().execute(async trx => {
    // Waiting for another instance and rebuilding a large table may both take long.
    if (engine === 'postgres') await sql`set local statement_timeout = 0`.execute(trx)
    await lockForTransaction(trx, engine, 'migration')
    await makeMigrationTable(trx)
    // The other instance may have been faster.
    if (!missing(await listApplied(trx), migrations).includes(migration)) return false
    const statements: string[] = []
    await migration.up(recordStatements(trx, statements), engine)
    await trx
      .insertInto('schema_migration')
      .values({
        name: migration.name,
        checksum: hash('sha256', statements.join(';\n')),
        applied_at: instantText(clock.now()),
      })
      .execute()
    return true
  })
}

/** The SQL of a migration is stored as a checksum: it shows later how a database was really made. */
function recordStatements(trx: Transaction<Database>, statements: string[]): Transaction<Database> {
  const executor = trx.getExecutor()
  return trx.withPlugin({
    transformQuery({ node, queryId }) {
      statements.push(executor.compileQuery(node, queryId).sql)
      return node
    },
    transformResult: async ({ result }) => result,
  })
}

async function makeMigrationTable(trx: Transaction<Database>): Promise<void> {
  await trx.schema
    .createTable('schema_migration')
    .ifNotExists()
    .addColumn('name', 'text', column => column.primaryKey().notNull())
    .addColumn('checksum', 'text', column => column.notNull())
    .addColumn('applied_at', 'text', column => column.notNull())
    .execute()
}

async function listApplied(connection: Connection): Promise<string[]> {
  const rows = await connection.selectFrom('schema_migration').select('name').execute()
  return rows.map(row => row.name).sort()
}

function missing(applied: readonly string[], migrations: readonly Migration[]): readonly Migration[] {
  const unknown = applied.find((name, index) => name !== migrations[index]?.name)
  if (unknown !== undefined) {
    throw new MigrationError(
      `The database has the migration ${unknown}, which this program does not know: it was made by a newer release. Start that release, or restore a backup.`,
    )
  }
  return migrations.slice(applied.length)
}
