/** Mails to customers: one per matter, only where they are wanted, and with a way out. */
import type { Transaction } from 'kysely'
import type { NotificationKind, WarningKind } from '#contract/notifications.ts'
import { instantText } from '#server/clock.ts'
import type { Services } from '#server/context.ts'
import { newId } from '#server/database/ids.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { enqueueJob } from '#server/jobs/queue.ts'
import { baseUrl } from '#server/mail/base-url.ts'
import { type MailContent, renderMail } from '#server/mail/layout.ts'
import { enqueueMail } from '#server/mail/outbox.ts'
import { getSender } from '#server/mail/sender.ts'
import { unsubscribeUrl } from '#server/mail/unsubscribe-link.ts'
import { bundleKind, bundleMail, notificationFooter, warningFooter } from './mails.ts'
import { type Bundle, getNotifiedCustomer, listDueBundles } from './queries.ts'
import { waitOf } from './rules.ts'

type Trx = Transaction<Database>
type Own = Pick<Services, 'clock' | 'config' | 'keys'>

export const notificationJobKind = 'notifications'

export type CustomerNotice = {
  readonly customerId: string
  readonly kind: NotificationKind
  /** One mail per matter: what was told once under this kind and key is never told again. */
  readonly key: string
  /** The footer is added. Its subject is the heading where it leaves together with others. */
  readonly mail: Omit<MailContent, 'footer'>
  /** What happens within ten minutes under the same key becomes one mail with this subject; all lead to the same page. */
  readonly bundle?: { readonly key: string; readonly subject: string }
}

/**
 * Tells a customer something by mail, at once or each morning as the customer wants it: to its own address, else to that
 * of its first active user. Nothing happens where notifications are off or there is no address.
 */
export async function notifyCustomer(trx: Trx, services: Own, notice: CustomerNotice): Promise<void> {
  const customer = await getNotifiedCustomer(trx, notice.customerId)
  if (!customer.isNotified || customer.email === '') return
  const now = services.clock.now()
  const wait = waitOf(customer.when, notice.bundle?.key, now)
  const stored = await trx
    .insertInto('notification')
    .values({
      id: newId(),
      customer_id: notice.customerId,
      kind: notice.kind,
      key: notice.key,
      bundle: wait?.bundle ?? '',
      bundle_subject: customer.when === 'daily' ? '' : (notice.bundle?.subject ?? ''),
      content: wait === null ? '' : JSON.stringify(notice.mail),
      state: wait === null ? 'sent' : 'waiting',
      due_at: instantText(wait?.dueAt ?? now),
      created_at: instantText(now),
    })
    .onConflict(conflict => conflict.columns(['kind', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (stored === undefined) return
  if (wait !== null) {
    const runAt = wait.dueAt
    await enqueueJob(trx, services, { kind: notificationJobKind, key: instantText(runAt), runAt })
    return
  }
  await mailCustomer(trx, services, notice.customerId, customer.email, { ...notice, key: stored.id })
}

/** Tells a user about the own access: always, at once, whatever the settings say. Nothing happens without an address. */
export async function warnUser(
  trx: Trx,
  services: Pick<Services, 'clock' | 'config'>,
  warning: { readonly email: string; readonly kind: WarningKind; readonly mail: Omit<MailContent, 'footer'> },
): Promise<void> {
  if (warning.email === '') return
  const footer = warningFooter(`${baseUrl(services.config)}/user-settings`)
  const letter = renderMail(await getSender(trx), { ...warning.mail, footer })
  await enqueueMail(trx, services, { kind: warning.kind, to: warning.email, ...letter })
}

/** Mails everything that is due with what belongs to it, each bundle in a transaction of its own: run twice or by two at once, it leaves once. */
export async function sendDueNotifications(services: Services): Promise<void> {
  for (const bundle of await listDueBundles(services.db, services.clock.now())) {
    await inTransaction(services, trx => sendBundle(trx, services, bundle))
  }
}

async function sendBundle(trx: Trx, services: Services, { customer_id, bundle }: Bundle): Promise<void> {
  const customer = await getNotifiedCustomer(trx, customer_id)
  const isWanted = customer.isNotified && customer.email !== ''
  const taken = await trx
    .updateTable('notification')
    .set({ state: isWanted ? 'sent' : 'dropped' })
    .where('customer_id', '=', customer_id)
    .where('bundle', '=', bundle)
    .where('state', '=', 'waiting')
    .returning(['id', 'kind', 'bundle_subject', 'content'])
    .execute()
  // Ids grow with time.
  const matters = taken.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const [first] = matters
  if (first === undefined) return
  await trx
    .updateTable('notification')
    .set({ content: '' })
    .where(
      'id',
      'in',
      matters.map(({ id }) => id),
    )
    .execute()
  if (!isWanted) return
  // Written by `notifyCustomer` from the same type.
  const contents = matters.map(({ content }) => JSON.parse(content) as MailContent)
  const mail = bundleMail(first.bundle_subject, contents)
  const kind = bundleKind(matters.map(matter => matter.kind))
  await mailCustomer(trx, services, customer_id, customer.email, { kind, key: first.id, mail })
}

async function mailCustomer(
  trx: Trx,
  services: Own,
  customerId: string,
  email: string,
  { kind, key, mail }: { kind: string; key: string; mail: MailContent },
): Promise<void> {
  const stop = unsubscribeUrl(services, { topic: 'notifications', customerId })
  const footer = notificationFooter(`${baseUrl(services.config)}/user-settings`, stop)
  const letter = renderMail(await getSender(trx), { ...mail, footer })
  await enqueueMail(trx, services, { kind, key, to: email, unsubscribeUrl: stop, ...letter })
}
