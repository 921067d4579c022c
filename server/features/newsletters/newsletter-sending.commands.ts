/** Sends a newsletter: each recipient once, in batches, so that it can be stopped on the way. */

import type { Selectable, Transaction } from 'kysely'
import { AppError } from '#server/app-error.ts'
import { type AuditLine, recordAudit } from '#server/audit/record.ts'
import { portalItself } from '#server/auth/actor.ts'
import { instantText, plusMs } from '#server/clock.ts'
import type { Context, Runtime } from '#server/context.ts'
import { addressKey } from '#server/database/address-key.ts'
import { forUpdate } from '#server/database/engine.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { enqueueJob } from '#server/jobs/job-queue.ts'
import { baseUrl } from '#server/mail/base-url.ts'
import { byPortal } from '#server/mail/budget.ts'
import { renderMail } from '#server/mail/layout.ts'
import { enqueueMail } from '#server/mail/outbox.ts'
import { getSender } from '#server/mail/sender.ts'
import { unsubscribeUrl } from '#server/mail/unsubscribe-link.ts'
import { demandText } from './newsletter.commands.ts'
import { newsletterMail } from './newsletter.mails.ts'
import { canDo } from './newsletter.policy.ts'
import {
  countAudience,
  countProgress,
  getNewsletter,
  listUnfinished,
  lockNewsletter,
  type NewsletterRow,
} from './newsletter.queries.ts'

type Trx = Transaction<Database>
type Recipient = Selectable<Database['newsletter_recipient']>

export const sendingJobKind = 'newsletter_batch'
const newsletterMailKind = 'newsletter'

/** Mails of one newsletter that may wait in the outbox at a time: this many can still be sent after a stop. */
const batchSize = 50
const lookAgainMs = 5_000

/**
 * Starts sending a draft to everybody with a valid consent. `recipientsCount` is the number the admin confirmed: 409
 * `newsletter.recipients_changed` when it differs by now, 409 `newsletter.no_recipients`, 422 without text.
 */
export async function startSending(context: Context, id: string, recipientsCount: number): Promise<NewsletterRow> {
  return inTransaction(context, async trx => {
    const row = await lockNewsletter(trx, context, id)
    if (!canDo(row.state, 'send')) throw new AppError('newsletter.not_draft')
    demandText(row)
    const audience = await countAudience(trx)
    if (audience === 0) throw new AppError('newsletter.no_recipients')
    if (audience !== recipientsCount) throw new AppError('newsletter.recipients_changed')
    const count = await takeRecipients(trx, id)
    await setState(trx, context, row, { state: 'sending', started_at: instantText(context.clock.now()) })
    await trx
      .updateTable('newsletter')
      .set({ recipients_count: count, remaining_count: count })
      .where('id', '=', id)
      .execute()
    await enqueueStep(trx, context, id)
    await recordAudit(trx, context, lineOf('newsletter.started', id, String(count)))
    return getNewsletter(trx, context.scope, id)
  })
}

/** Pauses: mails without a delivery attempt are recalled. 409 `newsletter.not_possible`. */
export async function pauseSending(context: Context, id: string): Promise<NewsletterRow> {
  return inTransaction(context, async trx => {
    const row = await lockFor(trx, context, id, 'pause')
    await callBack(trx, id)
    await setState(trx, context, row, { state: 'paused' })
    await storeProgress(trx, context, id)
    await recordAudit(trx, context, lineOf('newsletter.paused', id))
    return getNewsletter(trx, context.scope, id)
  })
}

/** Continues after a pause. 409 `newsletter.not_possible`. */
export async function continueSending(context: Context, id: string): Promise<NewsletterRow> {
  return inTransaction(context, async trx => {
    const row = await lockFor(trx, context, id, 'continue')
    await setState(trx, context, row, { state: 'sending' })
    await enqueueStep(trx, context, id)
    await recordAudit(trx, context, lineOf('newsletter.continued', id))
    return getNewsletter(trx, context.scope, id)
  })
}

/** Cancels: recipients who have not got it yet do not get it. 409 `newsletter.not_possible`. */
export async function cancelSending(context: Context, id: string): Promise<NewsletterRow> {
  return inTransaction(context, async trx => {
    const row = await lockFor(trx, context, id, 'cancel')
    await callBack(trx, id)
    await trx
      .updateTable('newsletter_recipient')
      .set({ state: 'skipped' })
      .where('newsletter_id', '=', id)
      .where('state', '=', 'waiting')
      .execute()
    await setState(trx, context, row, { state: 'cancelled', finished_at: instantText(context.clock.now()) })
    await storeProgress(trx, context, id)
    await recordAudit(trx, context, lineOf('newsletter.cancelled', id))
    return getNewsletter(trx, context.scope, id)
  })
}

/**
 * One step: puts the next mails into the outbox as far as there is room, records the progress, and returns soon while
 * any mail is waiting. Idempotent: concurrent or repeated runs mail nobody twice.
 */
export async function sendBatch(runtime: Runtime, id: string): Promise<void> {
  await inTransaction(runtime, async trx => {
    const row = await trx
      .selectFrom('newsletter')
      .selectAll()
      .where('id', '=', id)
      .$call(forUpdate(runtime.engine))
      .executeTakeFirst()
    if (row === undefined) return
    if (row.state === 'sending') await mailNext(trx, runtime, row)
    const progress = await storeProgress(trx, runtime, id)
    if (row.state !== 'sending') return
    if (progress.waiting + progress.queued > 0) {
      await enqueueStep(trx, runtime, id, lookAgainMs)
      return
    }
    await setState(trx, runtime, row, { state: 'sent', finished_at: instantText(runtime.clock.now()) })
    const portal = { ...runtime, actor: portalItself, address: '' }
    await recordAudit(trx, portal, lineOf('newsletter.sent', id, String(progress.sent)))
  })
}

/** Continues after a step that was given up, and counts again where a failed mail may have been sent by hand. */
export async function resumeSending(runtime: Runtime): Promise<void> {
  for (const id of await listUnfinished(runtime.db)) await sendBatch(runtime, id)
}

/** Everybody with a valid consent, each address once. Returns their number. */
async function takeRecipients(trx: Trx, id: string): Promise<number> {
  const consents = await trx
    .selectFrom('newsletter_consent')
    .select(['id', 'customer_id', 'email'])
    .where('state', '=', 'confirmed')
    .orderBy('id')
    .execute()
  const recipients = new Map(
    consents.map(consent => [
      addressKey(consent.email),
      {
        newsletter_id: id,
        consent_id: consent.id,
        customer_id: consent.customer_id,
        email: consent.email,
        email_key: addressKey(consent.email),
        state: 'waiting' as const,
      },
    ]),
  )
  const rows = [...recipients.values()]
  // A statement has a limited number of values.
  for (let at = 0; at < rows.length; at += 1_000) {
    await trx
      .insertInto('newsletter_recipient')
      .values(rows.slice(at, at + 1_000))
      .execute()
  }
  return rows.length
}

async function mailNext(trx: Trx, runtime: Runtime, row: NewsletterRow): Promise<void> {
  const { queued } = await countProgress(trx, row.id)
  const recipients = await trx
    .selectFrom('newsletter_recipient')
    .innerJoin('newsletter_consent', 'newsletter_consent.id', 'newsletter_recipient.consent_id')
    .selectAll('newsletter_recipient')
    .select('newsletter_consent.state as consent_state')
    .where('newsletter_recipient.newsletter_id', '=', row.id)
    .where('newsletter_recipient.state', '=', 'waiting')
    .orderBy('newsletter_recipient.consent_id')
    .limit(Math.max(0, batchSize - queued))
    // A concurrent end of a consent waits, and then finds the mail to recall.
    .$call(forUpdate(runtime.engine))
    .execute()
  const wanted = recipients.filter(({ consent_state }) => consent_state === 'confirmed')
  const base = baseUrl(runtime.config)
  const sender = await getSender(trx)
  for (const { consent_id, customer_id, email } of wanted) {
    const stop = unsubscribeUrl(runtime, { topic: 'newsletter', customerId: customer_id })
    const links = { base, settings: `${base}/user-settings`, unsubscribe: stop }
    await enqueueMail(trx, byPortal(runtime), {
      kind: newsletterMailKind,
      key: `${row.id}:${consent_id}`,
      batch: row.id,
      about: { customerId: customer_id },
      to: email,
      unsubscribeUrl: stop,
      ...renderMail(sender, newsletterMail(row, links)),
    })
  }
  await mark(trx, wanted, 'mailed')
  await mark(
    trx,
    recipients.filter(({ consent_state }) => consent_state !== 'confirmed'),
    'skipped',
  )
}

async function mark(trx: Trx, recipients: readonly Recipient[], state: Recipient['state']): Promise<void> {
  const [first] = recipients
  if (first === undefined) return
  await trx
    .updateTable('newsletter_recipient')
    .set({ state })
    .where('newsletter_id', '=', first.newsletter_id)
    .where(
      'consent_id',
      'in',
      recipients.map(({ consent_id }) => consent_id),
    )
    .execute()
}

/** Recalls mails without a delivery attempt: a tried one may have arrived. */
async function callBack(trx: Trx, id: string): Promise<void> {
  const mails = await trx
    .deleteFrom('outbox_mail')
    .where('batch', '=', id)
    .where('state', '=', 'waiting')
    .where('attempts', '=', 0)
    .returning('key')
    .execute()
  const consentIds = mails.map(({ key }) => key?.split(':')[1] ?? '')
  if (consentIds.length === 0) return
  await trx
    .updateTable('newsletter_recipient')
    .set({ state: 'waiting' })
    .where('newsletter_id', '=', id)
    .where('consent_id', 'in', consentIds)
    .execute()
}

async function storeProgress(trx: Trx, { clock }: Pick<Runtime, 'clock'>, id: string) {
  const progress = await countProgress(trx, id)
  await trx
    .updateTable('newsletter')
    .set({
      sent_count: progress.sent,
      failed_count: progress.failed,
      remaining_count: progress.queued + progress.waiting,
      updated_at: instantText(clock.now()),
    })
    .where('id', '=', id)
    .execute()
  return progress
}

async function setState(
  trx: Trx,
  { clock }: Pick<Runtime, 'clock'>,
  row: NewsletterRow,
  change: Partial<Pick<NewsletterRow, 'state' | 'started_at' | 'finished_at'>>,
): Promise<void> {
  await trx
    .updateTable('newsletter')
    .set({ ...change, updated_at: instantText(clock.now()), revision: row.revision + 1 })
    .where('id', '=', row.id)
    .execute()
}

async function lockFor(
  trx: Trx,
  context: Context,
  id: string,
  action: 'pause' | 'continue' | 'cancel',
): Promise<NewsletterRow> {
  const row = await lockNewsletter(trx, context, id)
  if (!canDo(row.state, action)) throw new AppError('newsletter.not_possible')
  return row
}

/** The next step. Its key contains its time, as the current step is still waiting to be done; two at once are one. */
async function enqueueStep(trx: Trx, runtime: Pick<Runtime, 'clock'>, id: string, waitMs = 0): Promise<void> {
  const runAt = plusMs(runtime.clock.now(), waitMs)
  const key = `${id}:${Math.floor(runAt.getTime() / lookAgainMs)}`
  await enqueueJob(trx, runtime, { kind: sendingJobKind, key, payload: { id }, runAt })
}

function lineOf(action: AuditLine['action'], id: string, details = ''): AuditLine {
  return { action, subjectKind: 'newsletter', subjectId: id, details }
}
