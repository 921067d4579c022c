import type { Kysely } from 'kysely'
import { customerAuditActions, type OutboxMail } from '#contract/operations.ts'
import { AppError } from '#server/app-error.ts'
import type { Scope } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import { prepared } from '#server/database/prepared.ts'
import { preparedVariants } from '#server/database/prepared-variants.ts'
import { countRows } from '#server/database/row-counts.ts'
import type { AuditEntryTable, Database } from '#server/database/schema.ts'
import type { OutboxMailTable } from '#server/database/schema-mail.ts'

export type Page<Row> = { readonly count: number; readonly rows: readonly Row[] }
type PageQuery = { readonly page: number; readonly page_size: number }

/** A mail without what it says. */
export type ListedMail = Omit<OutboxMailTable, 'text' | 'html' | 'unsubscribe_url' | 'batch' | 'token_hash'>

const selectMails = preparedVariants<
  { hasState: boolean },
  { state: OutboxMail['state']; limit: number; offset: number }
>()(({ hasState }, db, param) =>
  db
    .selectFrom('outbox_mail')
    .select(['id', 'kind', 'key', 'recipient', 'reply_to', 'subject', 'state', 'attempts', 'next_attempt_at'])
    .select(['lease_until', 'sent_at', 'last_error', 'created_at', 'updated_at'])
    .$if(hasState, mails => mails.where('state', '=', param('state')))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(param('limit'))
    .offset(param('offset')),
)

const selectMail = prepared<{ id: string }>()((db, param) =>
  db.selectFrom('outbox_mail').selectAll().where('id', '=', param('id')),
)

const selectEntries = preparedVariants<{ hasSubject: boolean }, { subject: string; limit: number; offset: number }>()(
  ({ hasSubject }, db, param) =>
    db
      .selectFrom('audit_entry')
      .selectAll()
      .$if(hasSubject, entries => entries.where('subject_id', '=', param('subject')))
      .orderBy('seq', 'desc')
      .limit(param('limit'))
      .offset(param('offset')),
)

const countEntries = preparedVariants<{ hasSubject: boolean }, { subject: string }>()(({ hasSubject }, db, param) =>
  hasSubject
    ? db
        .selectFrom('audit_entry')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('subject_id', '=', param('subject'))
    : // Nothing is ever removed and no number left out, so the last number is how many there are.
      db.selectFrom('audit_entry').select(({ fn, lit }) => fn.coalesce(fn.max<number>('seq'), lit(0)).as('count')),
)

/** Mails newest first, all or those in one state. */
export async function listMails(
  connection: Connection,
  scope: Scope,
  { page, page_size: limit, state }: PageQuery & { readonly state?: OutboxMail['state'] | undefined },
): Promise<Page<ListedMail>> {
  demandAll(scope)
  const variant = { hasState: state !== undefined }
  const params = { state: state ?? 'waiting', limit, offset: (page - 1) * limit }
  const count = await countRows(connection, 'outbox_mail', { state })
  return { count, rows: await selectMails(connection, variant, params) }
}

/** Throws `not_found`. */
export async function getMail(connection: Connection, scope: Scope, id: string): Promise<OutboxMailTable> {
  demandAll(scope)
  const [mail] = await selectMail(connection, { id })
  if (mail === undefined) throw new AppError('not_found')
  return mail
}

/** A customer's own record, as others than its users have used it. Few of all lines are about one customer. */
const selectOwnEntries = prepared<{ customerId: string; limit: number; offset: number }>()((db, param) =>
  ownEntries(db, param('customerId')).selectAll().orderBy('seq', 'desc').limit(param('limit')).offset(param('offset')),
)

const countOwnEntries = prepared<{ customerId: string }>()((db, param) =>
  ownEntries(db, param('customerId')).select(({ fn }) => fn.countAll<number>().as('count')),
)

function ownEntries(db: Kysely<Database>, customerId: string) {
  return db
    .selectFrom('audit_entry')
    .where('subject_id', '=', customerId)
    .where('action', 'in', customerAuditActions)
    .where(eb =>
      eb.or([
        eb('actor_user_id', 'is', null),
        eb(
          'actor_user_id',
          'not in',
          eb.selectFrom('user_account').select('user_account.id').where('user_account.customer_id', '=', customerId),
        ),
      ]),
    )
}

/** Lines of the audit log newest first, all or those about one subject; in a customer's scope only what concerns that. */
export async function listAuditEntries(
  connection: Connection,
  scope: Scope,
  { page, page_size: limit, subject = '' }: PageQuery & { readonly subject?: string | undefined },
): Promise<Page<AuditEntryTable>> {
  const offset = (page - 1) * limit
  if (scope.customers === 'none') return { count: 0, rows: [] }
  if (scope.customers !== 'all') {
    const customerId = scope.customers.id
    const [own] = await countOwnEntries(connection, { customerId })
    return { count: own?.count ?? 0, rows: await selectOwnEntries(connection, { customerId, limit, offset }) }
  }
  const variant = { hasSubject: subject !== '' }
  const params = { subject, limit, offset }
  const [total] = await countEntries(connection, variant, params)
  return { count: total?.count ?? 0, rows: await selectEntries(connection, variant, params) }
}

/** Mails concern every customer: for any narrower scope they do not exist. */
function demandAll(scope: Scope): void {
  if (scope.customers !== 'all') throw new AppError('not_found')
}
