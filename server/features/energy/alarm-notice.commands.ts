/** Mails about alarms: one when they begin and one when they end, combined per site. */
import type { Transaction } from 'kysely'
import { portalItself } from '#server/auth/actor.ts'
import { scopeOf } from '#server/auth/scope.ts'
import type { Runtime } from '#server/context.ts'
import type { Database } from '#server/database/schema.ts'
import type { Flag } from '#server/database/schema-columns.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { getProfile } from '#server/features/business-profile/business-profile.queries.ts'
import { displayNameOf } from '#server/features/customers/customer.queries.ts'
import { notifyCustomer } from '#server/features/notifications/notification.commands.ts'
import { baseUrl } from '#server/mail/base-url.ts'
import { byPortal } from '#server/mail/budget.ts'
import { renderMail } from '#server/mail/layout.ts'
import { enqueueMail } from '#server/mail/outbox.ts'
import { getSender } from '#server/mail/sender.ts'
import { alarmMail } from './alarm.mails.ts'
import { listUntoldAlarms, type UntoldAlarm } from './alarm.queries.ts'
import { getSite } from './energy-site.queries.ts'

type Trx = Transaction<Database>

/** Mails the alarms not mailed yet. An alarm that ended before anybody was notified is never mailed. */
export async function notifyAlarms(runtime: Runtime): Promise<void> {
  await inTransaction(runtime, async trx => {
    const untold = await listUntoldAlarms(trx, runtime.clock.now())
    for (const [siteId, alarms] of Map.groupBy(untold, ({ site_id }) => site_id)) {
      const begun = alarms.filter(({ is_start_told, ended_at }) => is_start_told === 0 && ended_at === null)
      const over = alarms.filter(({ is_start_told, ended_at }) => is_start_told === 1 && ended_at !== null)
      if (begun.length > 0) await tell(trx, runtime, siteId, 'energy_alarm', begun)
      if (over.length > 0) await tell(trx, runtime, siteId, 'energy_alarm_over', over)
    }
    if (untold.length === 0) return
    await trx
      .updateTable('energy_alarm')
      .set(eb => ({
        is_start_told: 1,
        is_end_told: eb.case().when('ended_at', 'is', null).then<Flag>(0).else<Flag>(1).end(),
      }))
      .where(
        'id',
        'in',
        untold.map(({ id }) => id),
      )
      .execute()
  })
}

async function tell(
  trx: Trx,
  runtime: Runtime,
  siteId: string,
  kind: 'energy_alarm' | 'energy_alarm_over',
  alarms: readonly UntoldAlarm[],
): Promise<void> {
  const site = await getSite(trx, scopeOf(portalItself), siteId)
  const portal = baseUrl(runtime.config)
  const facts = { siteName: site.name, customerName: displayNameOf(site), alarms }
  const key = alarms.map(({ id }) => id).join(' ')
  const own = alarmMail(
    kind,
    { ...facts, portalUrl: `${portal}/customer-portal/power-master?site=${siteId}` },
    'customer',
  )
  await notifyCustomer(trx, byPortal(runtime), { customerId: site.customer_id, kind, key, mail: own })
  const { profile } = await getProfile(trx)
  // The departure of a car concerns only its driver.
  const forBusiness = alarms.filter(alarm => alarm.kind !== 'goal_missed')
  if (profile.email === '' || forBusiness.length === 0) return
  const mail = alarmMail(
    kind,
    { ...facts, alarms: forBusiness, portalUrl: `${portal}/admin-portal/energy-site/${siteId}` },
    'business',
  )
  const letter = renderMail(await getSender(trx), mail)
  const about = { customerId: site.customer_id }
  await enqueueMail(trx, byPortal(runtime), { kind, key: `${key}:business`, to: profile.email, about, ...letter })
}
