import { sql, type Transaction } from 'kysely'
import { erasedNames } from '#contract/texts/erasures.texts.ts'
import { recordAudit } from '#server/audit/record.ts'
import { portalItself } from '#server/auth/actor.ts'
import { recordEndedImpersonations, takeImpersonationsOf } from '#server/auth/impersonation-end.ts'
import { calendarDate, instantText } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import { isOfCustomer, type Table } from '#server/database/customer-rows.ts'
import { forUpdate } from '#server/database/engine.ts'
import { fold } from '#server/database/fold.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { removeMeasuredRowsOf } from '#server/features/energy/measured-rows.commands.ts'
import { getNotifiedCustomer } from '#server/features/notifications/notification.queries.ts'
import { baseUrl } from '#server/mail/base-url.ts'
import { byPortal } from '#server/mail/budget.ts'
import { renderMail } from '#server/mail/layout.ts'
import { enqueueMail } from '#server/mail/outbox.ts'
import { getSender } from '#server/mail/sender.ts'
import { noteChange } from '#server/realtime/note-change.ts'
import { mailBusiness } from './erasure.commands.ts'
import { blockedMail, doneMail } from './erasure.mails.ts'
import { findObstacles, listDue } from './erasure.queries.ts'
import { destroyedFirst, destroyedLast, keptUntil, obstaclesOf, recipientOf } from './erasure.rules.ts'

type Trx = Transaction<Database>
type Of = { readonly customerId: string }

/** The kind of the last mail to a customer; it is deleted as soon as it is sent. */
export const lastMailKind = 'erasure_done'

/**
 * Destroys accounts whose grace period is over. Each is claimed first: from then on nobody can withdraw the erasure,
 * and nothing that blocks it can arise, so that one that was interrupted is completed by the next run. Measured rows
 * of channels go in portions, everything else in one transaction. A failed one delays no other; then this throws after
 * all have been tried, so that the job counts as failed.
 */
export async function carryOutErasures(runtime: Runtime): Promise<void> {
  const failures: unknown[] = []
  for (const { id, customer_id } of await listDue(runtime.db, instantText(runtime.clock.now()))) {
    try {
      if (!(await inTransaction(runtime, trx => claim(trx, runtime, id, customer_id)))) continue
      // Millions of rows in one transaction would hold up everything else for seconds.
      await removeMeasuredRowsOf(runtime, customer_id)
      await inTransaction(runtime, trx => erase(trx, runtime, id, customer_id))
    } catch (error) {
      runtime.log.error({ err: error, customerId: customer_id }, 'an account could not be deleted')
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new Error(`${failures.length} accounts could not be deleted.`, { cause: failures[0] })
}

/** Whether the erasure runs from now on: neither withdrawn nor blocked. */
async function claim(trx: Trx, runtime: Runtime, id: string, customerId: string): Promise<boolean> {
  const customer = await lockCustomer(trx, runtime, customerId)
  const erasure = await trx.selectFrom('erasure').select('state').where('id', '=', id).executeTakeFirst()
  if (erasure?.state === 'running') return true
  // Withdrawn concurrently.
  if (customer === undefined || erasure?.state !== 'waiting') return false
  // A change of an invoice locks it before it looks for a running erasure.
  await trx
    .selectFrom('invoice')
    .select('id')
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .$call(forUpdate(runtime.engine))
    .execute()
  if (obstaclesOf(await findObstacles(trx, customerId)).length > 0) {
    const url = `${baseUrl(runtime.config)}/admin-portal/customer/${customerId}?section=privacy`
    await mailBusiness(
      trx,
      byPortal(runtime),
      { customerId, kind: 'erasure', key: id },
      blockedMail(customer.number, url),
    )
    return false
  }
  await trx.updateTable('erasure').set({ state: 'running' }).where('id', '=', id).execute()
  await noteChange(trx, { ...runtime, actor: portalItself }, { noun: 'customer', id: customerId })
  return true
}

async function lockCustomer(trx: Trx, { engine }: Runtime, id: string) {
  return trx.selectFrom('customer').selectAll().where('id', '=', id).$call(forUpdate(engine)).executeTakeFirst()
}

async function erase(trx: Trx, runtime: Runtime, id: string, customerId: string): Promise<void> {
  const now = instantText(runtime.clock.now())
  const customer = await lockCustomer(trx, runtime, customerId)
  const erasure = await trx.selectFrom('erasure').select('state').where('id', '=', id).executeTakeFirst()
  // Completed by another instance, or deleted by an admin.
  if (customer === undefined || erasure?.state !== 'running') return

  const own = byPortal(runtime)
  const { importantEmail: email } = await getNotifiedCustomer(trx, customerId)
  const views = await takeImpersonationsOf(trx, own, customerId)
  const of = { customerId }
  await destroyMails(trx, of)
  for (const table of destroyedFirst) await destroy(trx, table, of)
  const last = await keepInvoices(trx, of, recipientOf(customer), calendarDate(runtime.clock.now()))
  await destroyFiles(trx, of)
  for (const table of destroyedLast) await destroy(trx, table, of)
  await trx.updateTable('erasure').set({ state: 'done', ended_at: now }).where('id', '=', id).execute()
  if (email !== '') {
    const letter = renderMail(await getSender(trx), doneMail(last))
    await enqueueMail(trx, own, { kind: lastMailKind, key: id, to: email, about: null, ...letter })
  }
  await recordEndedImpersonations(trx, own, views, 'customer deleted')
  if (last === null) await trx.deleteFrom('customer').where('id', '=', customerId).execute()
  else await empty(trx, customerId, now)
  await recordAudit(trx, own, {
    action: 'customer.erased',
    subjectKind: 'customer',
    subjectId: customerId,
    lostBy: customerId,
    details: customer.number,
  })
}

async function destroy(trx: Trx, table: Table, of: Of): Promise<void> {
  await sql`delete from ${sql.table(table)} where ${isOfCustomer(table, of)}`.execute(trx)
}

/**
 * Mails to and about the customer, and the copies of messages; of older mails without that column, those to an address
 * only this customer has.
 */
async function destroyMails(trx: Trx, of: Of): Promise<void> {
  const { customerId } = of
  const mails = sql`(customer_id = ${customerId}
    or (kind = 'message' and key in (select id from message where ${isOfCustomer('message', of)}))
    or key in (select id from message_reply where ${isOfCustomer('message_reply', of)})
    or (customer_id is null and lower(recipient) in (
      select lower(own.email) from (
        select email from user_account where customer_id = ${customerId}
        union all select email from customer where id = ${customerId}) as own
      where own.email <> ''
        and not exists (select 1 from user_account as other where lower(other.email) = lower(own.email)
          and (other.customer_id is null or other.customer_id <> ${customerId}))
        and not exists (select 1 from customer as other where lower(other.email) = lower(own.email)
          and other.id <> ${customerId}))))`
  await sql`delete from search_term where kind = 'outbox_mail'
    and subject_id in (select id from outbox_mail where ${mails})`.execute(trx)
  await sql`delete from outbox_mail where ${mails}`.execute(trx)
}

/**
 * Drafts are deleted; issued invoices stay until their last day, or are deleted if that is over. Returns the last day
 * of all.
 */
async function keepInvoices(trx: Trx, { customerId }: Of, recipient: string, today: string): Promise<string | null> {
  await trx.deleteFrom('invoice').where('customer_id', '=', customerId).where('state', '=', 'draft').execute()
  const issued = await trx
    .selectFrom('invoice')
    .select(['id', 'issue_date'])
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute()
  const ends = issued.map(({ id, issue_date }) => ({ id, kept_until: keptUntil(issue_date ?? today) }))
  for (const { id, kept_until } of ends) {
    const isOver = kept_until < today
    const row = { invoice_id: id, recipient, kept_until, is_released: isOver ? (1 as const) : (0 as const) }
    await trx.insertInto('retained_invoice').values(row).execute()
    await trx.updateTable('invoice').set({ notes: '' }).where('id', '=', id).execute()
    if (!isOver) continue
    await trx.deleteFrom('invoice_payment').where('invoice_id', '=', id).execute()
    await trx.deleteFrom('invoice').where('id', '=', id).execute()
  }
  const left = ends.map(({ kept_until }) => kept_until).filter(end => end >= today)
  return left.toSorted().at(-1) ?? null
}

/** All except the documents of retained invoices. */
async function destroyFiles(trx: Trx, { customerId }: Of): Promise<void> {
  await sql`delete from file where customer_id = ${customerId} and not exists (
    select 1 from invoice where invoice.pdf_file_id = file.id)`.execute(trx)
  // Downloads are named after the invoice; the original file name is not kept.
  await trx.updateTable('file').set({ name: 'Rechnung.pdf' }).where('customer_id', '=', customerId).execute()
}

/** The row stays because invoices refer to it; it contains only number and kind. */
async function empty(trx: Trx, customerId: string, now: string): Promise<void> {
  await trx
    .updateTable('customer')
    .set(eb => ({
      company: '',
      first_name: '',
      last_name: erasedNames.customer,
      name_key: fold(erasedNames.customer),
      phone: '',
      website: '',
      email: '',
      contact_token_hash: null,
      contact_token_until: null,
      street: '',
      zip: '',
      city: '',
      country: 'DE',
      vat_id: '',
      leitweg_id: '',
      note: '',
      is_notified: 0,
      has_newsletter: 0,
      hourly_rate_cents: 0,
      erased_at: now,
      updated_at: now,
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', customerId)
    .execute()
}
