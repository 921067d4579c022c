import type { Transaction } from 'kysely'
import type { NotificationKind } from '#contract/notifications.ts'
import type { Runtime } from '#server/context.ts'
import type { Database } from '#server/database/schema.ts'
import { getProfile } from '#server/features/business-profile/business-profile.queries.ts'
import { displayNameOf } from '#server/features/customers/customer.queries.ts'
import { notifyCustomer } from '#server/features/notifications/notification.commands.ts'
import { baseUrl } from '#server/mail/base-url.ts'
import { byPortal } from '#server/mail/budget.ts'
import { type MailContent, renderMail } from '#server/mail/layout.ts'
import { enqueueMail } from '#server/mail/outbox.ts'
import { getSender } from '#server/mail/sender.ts'
import { urlsOf } from './service.queries.ts'
import type { CheckedWebsite } from './website-check.queries.ts'
import { certificateMail, type Outage, websiteDownMail, websiteUpMail } from './website-notice.mails.ts'

type Trx = Transaction<Database>
type Facts = Parameters<typeof certificateMail>[0]
type Write = (facts: Facts, to: 'customer' | 'business') => MailContent

/**
 * Notifies customer and business that a website is down: once per outage. An address that the portal may not call is
 * the business's own matter.
 */
export async function notifyDown(trx: Trx, runtime: Runtime, row: CheckedWebsite, outage: Outage): Promise<void> {
  const news = { kind: 'website_down', key: `${row.id}:${outage.since.toISOString()}` } as const
  await notify(trx, runtime, row, news, (facts, to) => websiteDownMail(facts, outage, to), outage.error !== 'blocked')
}

/** Notifies the recipients of the outage mail that a website is back. */
export async function notifyRecovered(
  trx: Trx,
  runtime: Runtime,
  row: CheckedWebsite,
  times: { since: Date; until: Date; wasBlocked: boolean },
): Promise<void> {
  const news = { kind: 'website_up', key: `${row.id}:${times.since.toISOString()}` } as const
  await notify(trx, runtime, row, news, (facts, to) => websiteUpMail(facts, times, to), !times.wasBlocked)
}

/** Notifies that a certificate is about to end: once per certificate. */
export async function notifyCertificate(
  trx: Trx,
  runtime: Runtime,
  row: CheckedWebsite,
  expiresAt: Date,
): Promise<void> {
  const news = { kind: 'certificate_expiring', key: `${row.id}:${expiresAt.toISOString()}` } as const
  await notify(trx, runtime, row, news, (facts, to) => certificateMail(facts, expiresAt, to), true)
}

async function notify(
  trx: Trx,
  runtime: Runtime,
  row: CheckedWebsite,
  { kind, key }: { kind: NotificationKind; key: string },
  write: Write,
  isForCustomer: boolean,
): Promise<void> {
  const portal = baseUrl(runtime.config)
  const [url = ''] = urlsOf(row)
  const facts = { name: row.name, customerName: displayNameOf(row), url }
  if (isForCustomer) {
    const mail = write({ ...facts, portalUrl: `${portal}/customer-portal/service/${row.id}` }, 'customer')
    await notifyCustomer(trx, byPortal(runtime), { customerId: row.customer_id, kind, key, mail })
  }
  const { profile } = await getProfile(trx)
  if (profile.email === '') return
  const mail = write({ ...facts, portalUrl: `${portal}/admin-portal/service/${row.id}` }, 'business')
  const letter = renderMail(await getSender(trx), mail)
  const about = { customerId: row.customer_id }
  await enqueueMail(trx, byPortal(runtime), { kind, key: `${key}:business`, to: profile.email, about, ...letter })
}
