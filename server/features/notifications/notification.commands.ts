/** Mails to customers: one per matter, only where they are wanted, and with an unsubscribe link. */
import type { Transaction } from 'kysely'
import type { MailKind } from '#contract/mail-kinds.ts'
import { type BusinessKind, businessKinds, type NotificationKind, type WarningKind } from '#contract/notifications.ts'
import { instantText } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import { newId } from '#server/database/ids.ts'
import type { NotificationTable } from '#server/database/platform-tables.ts'
import { prepared } from '#server/database/prepared.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { enqueueJob } from '#server/jobs/job-queue.ts'
import { baseUrl } from '#server/mail/base-url.ts'
import { type About, byCustomer, byPortal } from '#server/mail/budget.ts'
import { type MailContent, renderMail } from '#server/mail/layout.ts'
import { enqueueMail, type MailContext } from '#server/mail/outbox.ts'
import { getSender } from '#server/mail/sender.ts'
import { unsubscribeUrl } from '#server/mail/unsubscribe-link.ts'
import { bundleKind, bundleMail, notificationFooter, warningFooter } from './notification.mails.ts'
import { type Bundle, getNotifiedBusiness, getNotifiedCustomer, listDueBundles } from './notification.queries.ts'
import { dailyBundle, nextMorning, type Wait, waitOf } from './notification.rules.ts'

type Trx = Transaction<Database>
type Own = MailContext & Pick<Runtime, 'keys'>

export const notificationJobKind = 'notifications'

/** Prefix of bundles for the business. */
const toBusiness = 'business '

export type CustomerNotice = {
  readonly customerId: string
  readonly kind: NotificationKind
  /** One mail per matter: a key of this kind is notified only once. */
  readonly key: string
  /** The footer is added. Its subject is the heading in a bundle. */
  readonly mail: Omit<MailContent, 'footer'>
  /** Matters of the same key within ten minutes become one mail with this subject; all link to the same page. */
  readonly bundle?: { readonly key: string; readonly subject: string }
}

/**
 * Notifies a customer by mail, at once or each morning as configured: at its own address if that is confirmed, else at
 * that of its first active user. With only an unconfirmed address, it waits until confirmation (decision 0050). Does
 * nothing where notifications are off or there is no address.
 */
export async function notifyCustomer(trx: Trx, runtime: Own, notice: CustomerNotice): Promise<void> {
  const customer = await getNotifiedCustomer(trx, notice.customerId)
  if (!customer.isNotified || (customer.email === '' && !customer.isAwaited)) return
  const now = runtime.clock.now()
  const when = customer.isAwaited ? 'daily' : customer.when
  const wait = waitOf(when, notice.bundle?.key, now)
  const [stored] = await insertNotice(trx, {
    id: newId(),
    customer_id: notice.customerId,
    kind: notice.kind,
    key: notice.key,
    bundle: wait?.bundle ?? '',
    bundle_subject: when === 'daily' ? '' : (notice.bundle?.subject ?? ''),
    content: wait === null ? '' : JSON.stringify(notice.mail),
    state: wait === null ? 'sent' : 'waiting',
    due_at: instantText(wait?.dueAt ?? now),
    created_at: instantText(now),
  })
  if (stored === undefined) return
  if (wait !== null) {
    await enqueueJob(trx, runtime, { kind: notificationJobKind, key: jobKeyOf(wait, notice), runAt: wait.dueAt })
    return
  }
  const isSent = await mailCustomer(trx, runtime, notice.customerId, customer.email, { ...notice, key: stored.id })
  if (!isSent) await trx.updateTable('notification').set({ state: 'dropped' }).where('id', '=', stored.id).execute()
}

export type BusinessNotice = Omit<CustomerNotice, 'kind' | 'bundle'> & {
  readonly kind: BusinessKind
  readonly bundle: NonNullable<CustomerNotice['bundle']>
}

/**
 * Notifies the business of a customer's action, at once or each morning as set in its own record: related matters in
 * one mail. Does nothing where it wants no mails or has no address; the portal shows the same.
 */
export async function notifyBusiness(trx: Trx, runtime: Own, notice: BusinessNotice): Promise<void> {
  const { isNotified, when } = await getNotifiedBusiness(trx)
  const now = runtime.clock.now()
  const wait = waitOf(when, notice.bundle.key, now)
  if (!isNotified || wait === null) return
  const bundle = `${toBusiness}${wait.bundle}`
  await insertNotice(trx, {
    id: newId(),
    customer_id: notice.customerId,
    kind: notice.kind,
    key: notice.key,
    bundle,
    bundle_subject: when === 'daily' ? '' : notice.bundle.subject,
    content: JSON.stringify(notice.mail),
    state: 'waiting',
    due_at: instantText(wait.dueAt),
    created_at: instantText(now),
  })
  const key = jobKeyOf({ dueAt: wait.dueAt, bundle }, notice)
  await enqueueJob(trx, runtime, { kind: notificationJobKind, key, runAt: wait.dueAt })
}

/** Updates a waiting notification to the current state. `makeMail` is called only when one waits. */
export async function renewNotice(
  trx: Trx,
  kind: NotificationTable['kind'],
  key: string,
  makeMail: () => Promise<CustomerNotice['mail']>,
): Promise<void> {
  const [waiting] = await selectWaiting(trx, { kind, key })
  if (waiting === undefined) return
  await trx
    .updateTable('notification')
    .set({ content: JSON.stringify(await makeMail()) })
    .where('id', '=', waiting.id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Cancels waiting notifications; they may be created again later. */
export async function withdrawNotices(
  trx: Trx,
  kind: NotificationTable['kind'],
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  await trx
    .deleteFrom('notification')
    .where('kind', '=', kind)
    .where('key', 'in', keys)
    .where('state', '=', 'waiting')
    .execute()
}

/**
 * Notifies a user about their own login: always, at once, regardless of the settings. Does nothing without an address.
 */
export async function warnUser(
  trx: Trx,
  runtime: MailContext,
  warning: {
    readonly email: string
    readonly about: About
    readonly kind: WarningKind
    /** Of the link that stops the matter. */
    readonly token?: string
    readonly mail: Omit<MailContent, 'footer'>
  },
): Promise<void> {
  if (warning.email === '') return
  const footer = warningFooter(`${baseUrl(runtime.config)}/user-settings`)
  const letter = renderMail(await getSender(trx), { ...warning.mail, footer })
  const { kind, email: to, about, token } = warning
  await enqueueMail(trx, runtime, { kind, to, about, ...(token !== undefined && { token }), ...letter })
}

/**
 * Mails everything that is due in bundles, each in a transaction of its own: concurrent or repeated runs send it once.
 */
export async function sendDueNotifications(runtime: Runtime): Promise<void> {
  for (const bundle of await listDueBundles(runtime.db, runtime.clock.now())) {
    await inTransaction(runtime, trx => sendBundle(trx, runtime, bundle))
  }
}

async function sendBundle(trx: Trx, runtime: Runtime, { customer_id, bundle }: Bundle): Promise<void> {
  if (bundle.startsWith(toBusiness)) return sendToBusiness(trx, runtime, { customer_id, bundle })
  const customer = await getNotifiedCustomer(trx, customer_id)
  if (customer.isNotified && customer.isAwaited) return postponeBundle(trx, runtime, { customer_id, bundle })
  const isWanted = customer.isNotified && customer.email !== ''
  const matters = await takeBundle(trx, { customer_id, bundle }, isWanted)
  const [first] = matters
  if (first === undefined || !isWanted) return
  const contents = matters.map(({ content }) => content)
  const kinds = matters.flatMap(({ kind }) => (isForBusiness(kind) ? [] : [kind]))
  const mail = bundleMail(first.bundle_subject, contents)
  const news = { kind: bundleKind(kinds), key: first.id, mail }
  await mailCustomer(trx, byPortal(runtime), customer_id, customer.email, news)
}

/** Counted as caused by the customer who wrote it. */
async function sendToBusiness(trx: Trx, runtime: Runtime, { customer_id, bundle }: Bundle): Promise<void> {
  const { isNotified, email } = await getNotifiedBusiness(trx)
  const matters = await takeBundle(trx, { customer_id, bundle }, isNotified)
  const [first] = matters
  if (first === undefined || !isNotified) return
  const content = bundleMail(
    first.bundle_subject,
    matters.map(matter => matter.content),
  )
  const letter = renderMail(await getSender(trx), content)
  const about = { customerId: customer_id }
  // Of several kinds in the morning, the first one counts.
  const kind = isForBusiness(first.kind) ? first.kind : 'ticket_wish'
  const mail = { kind, key: first.id, to: email, about, ...letter }
  await enqueueMail(trx, byCustomer(runtime, customer_id), mail)
}

function isForBusiness(kind: NotificationTable['kind']): kind is BusinessKind {
  return (businessKinds as readonly string[]).includes(kind)
}

/** The matters of a bundle, oldest first, no longer waiting. */
async function takeBundle(trx: Trx, { customer_id, bundle }: Bundle, isWanted: boolean) {
  const taken = await trx
    .updateTable('notification')
    .set({ state: isWanted ? 'sent' : 'dropped' })
    .where('customer_id', '=', customer_id)
    .where('bundle', '=', bundle)
    .where('state', '=', 'waiting')
    .returning(['id', 'kind', 'bundle_subject', 'content'])
    .execute()
  if (taken.length === 0) return []
  const ids = taken.map(({ id }) => id)
  await trx.updateTable('notification').set({ content: '' }).where('id', 'in', ids).execute()
  // Ids grow with time. The content was written from the same type.
  return taken
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ content, ...matter }) => ({ ...matter, content: JSON.parse(content) as MailContent }))
}

/** The address is not confirmed yet: waiting matters are retried tomorrow, in one mail. */
async function postponeBundle(trx: Trx, runtime: Runtime, { customer_id, bundle }: Bundle): Promise<void> {
  const { dueAt } = nextMorning(runtime.clock.now())
  await trx
    .updateTable('notification')
    .set({ bundle: dailyBundle, bundle_subject: '', due_at: instantText(dueAt) })
    .where('customer_id', '=', customer_id)
    .where('bundle', '=', bundle)
    .where('state', '=', 'waiting')
    .execute()
  await enqueueJob(trx, runtime, { kind: notificationJobKind, key: instantText(dueAt), runAt: dueAt })
}

/** One job for all mornings' mails of a day, one for each other bundle. */
function jobKeyOf({ bundle, dueAt }: Wait, { customerId }: Pick<CustomerNotice, 'customerId'>): string {
  return bundle.endsWith(dailyBundle) ? instantText(dueAt) : `${customerId}:${bundle}`
}

async function mailCustomer(
  trx: Trx,
  runtime: Own,
  customerId: string,
  email: string,
  { kind, key, mail }: { kind: MailKind; key: string; mail: MailContent },
): Promise<boolean> {
  const stop = unsubscribeUrl(runtime, { topic: 'notifications', customerId })
  const footer = notificationFooter(`${baseUrl(runtime.config)}/user-settings`, stop)
  const letter = renderMail(await getSender(trx), { ...mail, footer })
  return enqueueMail(trx, runtime, { kind, key, to: email, about: { customerId }, unsubscribeUrl: stop, ...letter })
}

const insertNotice = prepared<NotificationTable>()((db, param) =>
  db
    .insertInto('notification')
    .values({
      id: param('id'),
      customer_id: param('customer_id'),
      kind: param('kind'),
      key: param('key'),
      bundle: param('bundle'),
      bundle_subject: param('bundle_subject'),
      content: param('content'),
      state: param('state'),
      due_at: param('due_at'),
      created_at: param('created_at'),
    })
    .onConflict(conflict => conflict.columns(['kind', 'key']).doNothing())
    .returning('id'),
)

const selectWaiting = prepared<{ kind: NotificationTable['kind']; key: string }>()((db, param) =>
  db
    .selectFrom('notification')
    .select('id')
    .where('kind', '=', param('kind'))
    .where('key', '=', param('key'))
    .where('state', '=', 'waiting'),
)
