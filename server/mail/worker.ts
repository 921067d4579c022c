/** Sends what is in the outbox: each mail once, whatever the number of instances. */
import type { Services } from '#server/context.ts'
import { getLogo } from '#server/files/stored-logo.ts'
import { triesMax } from '#server/jobs/backoff.ts'
import { type Poller, startPoller } from '#server/jobs/poller.ts'
import { addLetterhead } from './letterhead.ts'
import { claimMail, markSent, postponeMail, untilNextMailMs } from './mail-queue.ts'
import { getSender } from './sender.ts'
import { DeliveryError, type MailTransport, openSmtp } from './smtp.ts'

const longestSleepMs = 15_000
/** Shorter than the process has to end. */
const stopPatienceMs = 8_000

type Own = Pick<Services, 'db' | 'engine' | 'clock' | 'log'>

/**
 * Starts sending. Without `SMTP_URL` the mails stay in the outbox. `stop` waits for the delivery at hand, but breaks it
 * off when that takes too long.
 */
export function startMailWorker(services: Own & Pick<Services, 'config'>, patienceMs = stopPatienceMs): Poller {
  const { smtpUrl } = services.config
  if (smtpUrl === null) return { wake() {}, stop: () => Promise.resolve() }
  const stopping = new AbortController()
  const transport = openSmtp(smtpUrl, stopping.signal)
  const poller = startPoller({
    name: 'mail',
    log: services.log,
    longestSleepMs,
    runNext: () => deliverNextMail(services, transport),
    untilNextMs: () => untilNextMailMs(services),
  })
  return {
    wake: poller.wake,
    async stop() {
      const timer = setTimeout(() => stopping.abort(), patienceMs)
      await poller.stop()
      clearTimeout(timer)
    },
  }
}

/**
 * Sends the mail that has been due longest; false when none is due. If the process dies after the server took the
 * mail, it is sent once more when its lease has run out, with the same Message-ID.
 */
export async function deliverNextMail(services: Own, transport: MailTransport): Promise<boolean> {
  const mail = await claimMail(services)
  if (mail === undefined) return false
  if (mail.attempts > triesMax) {
    await postponeMail(services, mail, 'Der Versand wurde jedes Mal unterbrochen.')
    return true
  }
  const sender = await getSender(services.db)
  const { html, picture } = addLetterhead(mail.html, sender.companyName, await getLogo(services.db))
  try {
    await transport.deliver({
      id: mail.id,
      from: { name: sender.companyName, address: sender.email || transport.fallbackAddress },
      to: mail.recipient,
      replyTo: mail.reply_to,
      subject: mail.subject,
      text: mail.text,
      html,
      picture,
      unsubscribeUrl: mail.unsubscribe_url,
      at: new Date(mail.created_at),
    })
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error
    services.log.warn(
      { mail: mail.id, kind: mail.kind, attempts: mail.attempts, reason: error.message },
      'mail not sent',
    )
    await postponeMail(services, mail, error.message, error.isFinal)
    return true
  }
  await markSent(services, mail)
  services.log.info({ mail: mail.id, kind: mail.kind }, 'mail sent')
  return true
}
