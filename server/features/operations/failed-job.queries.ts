import type { Transaction } from 'kysely'
import { AppError } from '#server/app-error.ts'
import type { Scope } from '#server/auth/scope.ts'
import type { Connection, Context } from '#server/context.ts'
import { forUpdate } from '#server/database/engine.ts'
import type { JobTable } from '#server/database/platform-tables.ts'
import { prepared } from '#server/database/prepared.ts'
import type { Database } from '#server/database/schema.ts'

const selectFailed = prepared<{ limit: number; offset: number }>()((db, param) =>
  db
    .selectFrom('job')
    .selectAll()
    .where('state', '=', 'failed')
    .orderBy('run_at', 'desc')
    .limit(param('limit'))
    .offset(param('offset')),
)

const countFailed = prepared<Record<never, never>>()(db =>
  db
    .selectFrom('job')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'failed'),
)

/**
 * Jobs that were given up, the one due last first. They are few: an admin deletes each. Never for customers: else 404.
 */
export async function listFailedJobs(
  connection: Connection,
  scope: Scope,
  { page, page_size: limit }: { page: number; page_size: number },
): Promise<{ count: number; rows: JobTable[] }> {
  demandAll(scope)
  const [total] = await countFailed(connection, {})
  return { count: total?.count ?? 0, rows: await selectFailed(connection, { limit, offset: (page - 1) * limit }) }
}

/** A job that was given up, locked until the transaction ends; 404 `not_found` for any other. */
export async function getFailedJobToChange(
  trx: Transaction<Database>,
  { engine, scope }: Pick<Context, 'engine' | 'scope'>,
  id: string,
): Promise<JobTable> {
  demandAll(scope)
  const job = await trx
    .selectFrom('job')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .$call(forUpdate(engine))
    .executeTakeFirst()
  if (job === undefined) throw new AppError('not_found')
  return job
}

function demandAll(scope: Scope): void {
  if (scope.customers !== 'all') throw new AppError('not_found')
}
