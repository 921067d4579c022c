import { type Kysely, sql } from 'kysely'
import { AppError } from '#server/app-error.ts'
import type { Scope } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import { type Param, prepared } from '#server/database/prepared.ts'
import type { Database } from '#server/database/schema.ts'

export type ImpersonationRow = {
  readonly id: string
  readonly customer_id: string
  /** null when the customer was deleted. */
  readonly customer_name: string | null
  readonly viewer_name: string | null
  readonly reason: string
  readonly started_at: string
  /** null until its end is recorded. */
  readonly ended_at: string | null
}
type PageParams = { limit: number; offset: number }

/** Impersonations, newest first, from the audit log. Never for customers: else 404. */
export async function listImpersonations(
  connection: Connection,
  scope: Scope,
  { page, page_size: limit }: { page: number; page_size: number },
): Promise<{ count: number; rows: readonly ImpersonationRow[] }> {
  if (scope.customers !== 'all') throw new AppError('not_found')
  const [total] = await countViews(connection, {})
  return {
    count: total?.count ?? 0,
    rows: await selectImpersonations(connection, { limit, offset: (page - 1) * limit }),
  }
}

/** The statement of the list; exported for the query-plan test. */
export function impersonationPage(db: Kysely<Database>, param: Param<PageParams>) {
  return db
    .selectFrom('audit_entry as start')
    .leftJoin('customer', join =>
      join.onRef('customer.id', '=', 'start.subject_id').on('customer.erased_at', 'is', null),
    )
    .leftJoin('user_account as viewer', 'viewer.id', 'start.actor_user_id')
    .select(eb => [
      'start.id',
      'start.at as started_at',
      'start.subject_id as customer_id',
      'start.details as reason',
      sql<
        string | null
      >`coalesce(nullif(customer.company, ''), trim(customer.first_name || ' ' || customer.last_name))`.as(
        'customer_name',
      ),
      sql<string | null>`coalesce(nullif(trim(viewer.first_name || ' ' || viewer.last_name), ''), viewer.username)`.as(
        'viewer_name',
      ),
      eb
        .selectFrom('audit_entry as ending')
        .select('ending.at')
        .whereRef('ending.actor_user_id', '=', 'start.actor_user_id')
        .whereRef('ending.subject_id', '=', 'start.subject_id')
        .whereRef('ending.seq', '>', 'start.seq')
        .where('ending.action', '=', 'as_user.ended')
        .orderBy('ending.seq')
        .limit(1)
        .as('ended_at'),
    ])
    .where('start.action', '=', 'as_user.started')
    .orderBy('start.seq', 'desc')
    .limit(param('limit'))
    .offset(param('offset'))
}

const selectImpersonations = prepared<PageParams>()(impersonationPage)

const countViews = prepared<Record<never, never>>()(db =>
  db
    .selectFrom('audit_entry')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('action', '=', 'as_user.started'),
)
