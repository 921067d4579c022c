import type { Kysely, Selectable } from 'kysely'
import type { ListQuery } from '#contract/list-query.ts'
import { newsletterList } from '#contract/lists.ts'
import { AppError } from '#server/app-error.ts'
import { reachedCustomer, type Scope } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import { type Engine, forUpdate } from '#server/database/engine.ts'
import type { ListPage } from '#server/database/list-page.ts'
import type { NewsletterTable } from '#server/database/platform-tables.ts'
import { equals, prepareList } from '#server/database/prepared-list.ts'
import { countRows } from '#server/database/row-counts.ts'
import type { Database } from '#server/database/schema.ts'
import { demandRevision } from '#server/revision.ts'

export type NewsletterRow = Selectable<NewsletterTable>

export const newsletterPages = prepareList(newsletterList, {
  table: 'newsletter',
  select: (db: Kysely<Database>) => db.selectFrom('newsletter').selectAll(),
  orderings: { usual: { descending: ['created_at'] } },
  filters: { state: equals('newsletter.state') },
  kept: { list: 'newsletter', filters: ['state'], by: ({ state }) => ({ state }) },
})

/** Newsletters, the latest first. */
export async function listNewsletters(
  connection: Connection,
  scope: Scope,
  query: ListQuery<typeof newsletterList>,
): Promise<ListPage<NewsletterRow>> {
  demandAll(scope)
  return newsletterPages.read(connection, reachedCustomer(scope, undefined), query)
}

/** One newsletter; 404 `not_found`. */
export async function getNewsletter(connection: Connection, scope: Scope, id: string): Promise<NewsletterRow> {
  demandAll(scope)
  const row = await connection.selectFrom('newsletter').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  return row
}

/** The same, locked until the end of the transaction; 412 `stale` when it is not the revision the caller saw. */
export async function lockNewsletter(
  trx: Connection,
  { engine, scope }: { engine: Engine; scope: Scope },
  id: string,
  revision?: number,
): Promise<NewsletterRow> {
  await trx.selectFrom('newsletter').select('id').where('id', '=', id).$call(forUpdate(engine)).execute()
  const row = await getNewsletter(trx, scope, id)
  demandRevision(revision, row.revision)
  return row
}

/** The current number of recipients. Addresses shared by two customers count twice here, and get one mail. */
export async function countAudience(connection: Connection): Promise<number> {
  return countRows(connection, 'newsletter_consent', { state: 'confirmed' })
}

/** The progress of a newsletter. */
export async function countProgress(connection: Connection, id: string) {
  const mails = await connection
    .selectFrom('outbox_mail')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('batch', '=', id)
    .groupBy('state')
    .execute()
  const { waiting } = await connection
    .selectFrom('newsletter_recipient')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('newsletter_id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  const mailsIn = (state: string) => mails.find(mail => mail.state === state)?.count ?? 0
  return { sent: mailsIn('sent'), failed: mailsIn('failed'), queued: mailsIn('waiting'), waiting }
}

/** Newsletters being sent, or with waiting mails, or whose failed mails may have been sent again by hand. */
export async function listUnfinished(connection: Connection): Promise<string[]> {
  const rows = await connection
    .selectFrom('newsletter')
    .select('id')
    .where(eb =>
      eb.or([eb('state', 'in', ['sending', 'paused']), eb('failed_count', '>', 0), eb('remaining_count', '>', 0)]),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Newsletters are the business's: in any narrower scope there are none. */
function demandAll(scope: Scope): void {
  if (scope.customers !== 'all') throw new AppError('not_found')
}
