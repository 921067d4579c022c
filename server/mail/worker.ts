/** Sends the mails of the outbox: each once, with any number of instances. */
import type { Runtime } from '#server/context.ts'
import { getLogo } from '#server/files/stored-logo.ts'
import { triesMax } from '#server/jobs/backoff.ts'
import { type Poller, startPoller } from '#server/jobs/poller.ts'
import { addLetterhead } from './letterhead.ts'
import { claimMail, markSent, postponeMail, untilNextMailMs } from './mail-queue.ts'
import { getSender } from './sender.ts'
import { DeliveryError, type MailTransport, openSmtp } from './smtp.ts'

const longestSleepMs = 15_000
/** Shorter than the process has for its shutdown. */
const stopPatienceMs = 8_000

type Own = Pick<Runtime, 'db' | 'engine' | 'clock' | 'log'>

/**
 * Starts sending. Without `SMTP_URL` the mails stay in the outbox. `stop` waits for the current delivery, but aborts it
 * when that takes too long.
 */
export function startMailWorker(runtime: Own & Pick<Runtime, 'config'>, patienceMs = stopPatienceMs): Poller {
  const { smtpUrl } = runtime.config
  if (smtpUrl === null) return { wake() {}, stop: () => Promise.resolve() }
  const stopping = new AbortController()
  const transport = openSmtp(smtpUrl, stopping.signal)
  const poller = startPoller({
    name: 'mail',
    log: runtime.log,
    longestSleepMs,
    runNext: () => deliverNextMail(runtime, transport),
    untilNextMs: () => untilNextMailMs(runtime),
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
 * Sends the mail that has been due longest; false when none is due. If the process dies after the server took the mail,
 * it is sent once more when its lease has expired, with the same Message-ID.
 */
export async function deliverNextMail(runtime: Own, transport: MailTransport): Promise<boolean> {
  const mail = await claimMail(runtime)
  if (mail === undefined) return false
  if (mail.attempts > triesMax) {
    await postponeMail(runtime, mail, 'Der Versand wurde jedes Mal unterbrochen.')
    return true
  }
  const sender = await getSender(runtime.db)
  const { html, picture } = addLetterhead(mail.html, sender.companyName, await getLogo(runtime.db))
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
    runtime.log.warn(
      { mail: mail.id, kind: mail.kind, attempts: mail.attempts, reason: error.message },
      'mail not sent',
    )
    await postponeMail(runtime, mail, error.message, error.isFinal)
    return true
  }
  await markSent(runtime, mail)
  runtime.log.info({ mail: mail.id, kind: mail.kind }, 'mail sent')
  return true
}
