import type { NewMessage } from '#contract/contact.ts'
import { recordAudit } from '#server/audit/record.ts'
import { countFromAddress, countOn } from '#server/auth/throttle.ts'
import { dayMs, instantText, minuteMs } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/database/ids.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { getProfile } from '#server/features/business-profile/business-profile.queries.ts'
import { insertMessage } from '#server/features/messages/message.commands.ts'
import { baseUrl } from '#server/mail/base-url.ts'
import { renderMail } from '#server/mail/layout.ts'
import { enqueueMail } from '#server/mail/outbox.ts'
import { getSender } from '#server/mail/sender.ts'
import { messageMail } from './contact-message.mails.ts'

const messageWindow = { limit: 5, windowMs: 10 * minuteMs }
/** Of all visitors: far more than a business can read. */
const messagesOfDay = { limit: 1_000, windowMs: dayMs }

/**
 * Stores a message of the contact form and mails it to the business. Five in ten minutes from one network, 1,000 a day
 * from all, then 429. A message with the hidden field filled in was sent by a bot: it is dropped silently.
 */
export async function sendMessage(context: Context, message: NewMessage): Promise<void> {
  await countFromAddress(context, 'contact', messageWindow)
  if (message.website) return
  await countOn(context, 'contact', 'everybody', messagesOfDay)
  const id = newId()
  const now = instantText(context.clock.now())
  const row = { email: message.email, name: message.name ?? '', phone: message.phone ?? '', text: message.text }
  await inTransaction(context, async trx => {
    await insertMessage(trx, { id, ...row, created_at: now })
    const { profile } = await getProfile(trx)
    if (profile.email !== '') {
      const url = `${baseUrl(context.config)}/admin-portal/messages?message=${id}`
      const mail = renderMail(await getSender(trx), messageMail({ ...row, url }))
      await enqueueMail(trx, context, {
        kind: 'message',
        key: id,
        to: profile.email,
        about: null,
        replyTo: row.email,
        ...mail,
      })
    }
    await recordAudit(trx, context, { action: 'message.sent', subjectKind: 'message', subjectId: id })
  })
}
