import type { Transaction } from 'kysely'
import { portalItself } from '#server/auth/actor.ts'
import { instantText } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { getProfile } from '#server/features/business-profile/business-profile.queries.ts'
import { displayNameOf } from '#server/features/customers/customer.queries.ts'
import { baseUrl } from '#server/mail/base-url.ts'
import { byPortal } from '#server/mail/budget.ts'
import { renderMail } from '#server/mail/layout.ts'
import { enqueueMail } from '#server/mail/outbox.ts'
import { getSender } from '#server/mail/sender.ts'
import { noteChange } from '#server/realtime/note-change.ts'
import { listFallenSilent } from './heartbeat.queries.ts'
import { silenceMail } from './heartbeat-silence.mails.ts'

/**
 * Marks the applications whose period has expired, and notifies the business. An application that reports meanwhile is
 * not marked.
 */
export async function noticeSilence(runtime: Runtime): Promise<void> {
  await inTransaction(runtime, async trx => {
    const silent = await listFallenSilent(trx, runtime.engine, instantText(runtime.clock.now()))
    if (silent.length === 0) return
    await trx
      .updateTable('service')
      .set({ state: 'problem' })
      .where(
        'id',
        'in',
        silent.map(row => row.id),
      )
      .execute()
    for (const { id } of silent) await noteChange(trx, { ...runtime, actor: portalItself }, { noun: 'service', id })
    const { profile } = await getProfile(trx)
    if (profile.email === '') return
    // One mail per customer: it is deleted with the customer.
    for (const ofCustomer of Map.groupBy(silent, row => row.customer_id).values()) {
      await mailBusiness(trx, runtime, profile.email, ofCustomer)
    }
  })
}

async function mailBusiness(
  trx: Transaction<Database>,
  runtime: Runtime,
  email: string,
  silent: Awaited<ReturnType<typeof listFallenSilent>>,
): Promise<void> {
  const [first] = silent
  if (first === undefined) return
  const portal = `${baseUrl(runtime.config)}/admin-portal`
  const mail = silenceMail(
    silent.map(row => ({
      name: row.name,
      customerName: displayNameOf(row),
      lastAlive: new Date(row.last_alive_at ?? ''),
      periodMinutes: row.period_minutes,
    })),
    silent.length === 1 ? `${portal}/service/${first.id}` : `${portal}/services-overview`,
  )
  const letter = renderMail(await getSender(trx), mail)
  const key = `${first.id}:${first.silent_at}`
  const about = { customerId: first.customer_id }
  await enqueueMail(trx, byPortal(runtime), { kind: 'application_silent', key, to: email, about, ...letter })
}
