import { portalItself } from '#server/auth/actor.ts'
import { instantText } from '#server/clock.ts'
import type { Services } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { displayNameOf } from '#server/features/customers/queries.ts'
import { listFallenSilent } from '#server/features/services/application/queries.ts'
import { getProfile } from '#server/features/settings/queries.ts'
import { noteChange } from '#server/live/note-change.ts'
import { baseUrl } from '#server/mail/base-url.ts'
import { renderMail } from '#server/mail/layout.ts'
import { enqueueMail } from '#server/mail/outbox.ts'
import { getSender } from '#server/mail/sender.ts'
import { silenceMail } from './mails.ts'

/** Marks the applications whose period has run out, and tells the business. An application that is heard meanwhile is not. */
export async function noticeSilence(services: Services): Promise<void> {
  await inTransaction(services, async trx => {
    const silent = await listFallenSilent(trx, services.engine, instantText(services.clock.now()))
    const [first] = silent
    if (first === undefined) return
    await trx
      .updateTable('service')
      .set({ state: 'problem' })
      .where(
        'id',
        'in',
        silent.map(row => row.id),
      )
      .execute()
    for (const { id } of silent) await noteChange(trx, { ...services, actor: portalItself }, { noun: 'service', id })
    const { profile } = await getProfile(trx)
    if (profile.email === '') return
    const portal = `${baseUrl(services.config)}/admin-portal`
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
    await enqueueMail(trx, services, { kind: 'application_silent', key, to: profile.email, ...letter })
  })
}
