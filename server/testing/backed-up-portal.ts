/** A portal with its own data folder, for tests that make and read backups. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recordAudit } from '#server/audit/record.ts'
import type { Engine } from '#server/database/engine.ts'
import { migrate } from '#server/database/migrations/migrate.ts'
import { nextNumber } from '#server/database/number-sequence.ts'
import { type OpenedDatabase, openDatabase } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { openKeys } from '#server/keys.ts'
import { checkKeys } from '#server/secrets/canary.ts'
import { makeMigratedPostgresDatabase } from './engines.ts'
import { type TestRuntime, testContext, testRuntime } from './test-runtime.ts'

export type BackedUpPortal = {
  readonly dataDir: string
  readonly folder: string
  readonly url: string | null
  readonly database: OpenedDatabase
  readonly runtime: TestRuntime
  /** Some work with its line in the audit log. */
  write(): Promise<void>
  close(): Promise<void>
}

/** SQLite in a file, as in production. */
export async function openBackedUpPortal(engine: Engine): Promise<BackedUpPortal> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kundenportal-backup-'))
  const made = engine === 'postgres' ? await makeMigratedPostgresDatabase() : undefined
  const url = made?.url ?? null
  const database = await openDatabase({ dataDir, databaseUrl: url })
  const plain = testRuntime(database, { DATA_DIR: dataDir, ...(url === null ? {} : { DATABASE_URL: url }) })
  // A restore finds the keys where an operator stores them.
  const runtime = { ...plain, keys: openKeys(plain.config.keysFile) }
  await migrate(database, runtime)
  await checkKeys(runtime)
  return {
    dataDir,
    folder: join(dataDir, 'backups'),
    url,
    database,
    runtime,
    write: () =>
      inTransaction(runtime, async trx => {
        const number = await nextNumber(trx, 'work')
        const line = { action: 'ticket.updated', subjectKind: 'ticket', subjectId: String(number) } as const
        await recordAudit(trx, testContext(runtime), line)
      }),
    async close() {
      await database.close()
      await made?.drop()
      rmSync(dataDir, { recursive: true })
    },
  }
}
