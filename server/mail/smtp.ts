/** Sends mails to the mail server of `SMTP_URL`. */
import { isIP } from 'node:net'
import { minuteMs } from '#server/clock.ts'
import { asciiAddress } from '#server/database/address-key.ts'
import type { MailPicture } from './letterhead.ts'

const connectTimeoutMs = 15_000
const silenceTimeoutMs = 30_000
/** For the whole delivery; well below the lease of a mail. */
const deliveryTimeoutMs = 2 * minuteMs

type Message = {
  /** The local part of the Message-ID: the same for every try, so a repeat is recognised. */
  readonly id: string
  readonly from: { readonly name: string; readonly address: string }
  readonly to: string
  /** Empty = the sender. */
  readonly replyTo: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Shown within the HTML, by its `cid`. */
  readonly picture?: MailPicture | undefined
  /** Empty: no unsubscribe link. */
  readonly unsubscribeUrl: string
  readonly at: Date
}

export type MailTransport = {
  /** Resolves when the server has taken the mail. Throws DeliveryError. */
  deliver(message: Message): Promise<void>
  /** Address to send from when the business profile names none. */
  readonly fallbackAddress: string
}

export class DeliveryError extends Error {
  override readonly name = 'DeliveryError'
  /** The server permanently refuses this mail: a retry is useless. */
  readonly isFinal: boolean

  constructor(message: string, isFinal: boolean, cause: unknown) {
    super(message, { cause })
    this.isFinal = isFinal
  }
}

/** `stopping` aborts a delivery, which is then retried later. */
export function openSmtp(smtpUrl: string, stopping = new AbortController().signal): MailTransport {
  let transport: ReturnType<typeof openTransport> | undefined
  return {
    fallbackAddress: fallbackAddress(new URL(smtpUrl)),
    async deliver(message) {
      transport ??= openTransport(smtpUrl)
      const mailer = await transport
      try {
        await mailer.sendMail({
          from: { ...message.from, address: asciiAddress(message.from.address) },
          to: { name: '', address: asciiAddress(message.to) },
          ...(message.replyTo === '' ? {} : { replyTo: { name: '', address: asciiAddress(message.replyTo) } }),
          subject: message.subject,
          text: message.text,
          html: message.html,
          ...(message.picture && { attachments: [inline(message.picture)] }),
          date: message.at,
          messageId: `<${message.id}@${asciiAddress(message.from.address).split('@').at(-1)}>`,
          headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(message.unsubscribeUrl) },
          signal: AbortSignal.any([stopping, AbortSignal.timeout(deliveryTimeoutMs)]),
        })
      } catch (error) {
        throw deliveryError(error)
      }
    },
  }
}

/** The library is loaded with the first mail. */
async function openTransport(smtpUrl: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport(smtpOptions(smtpUrl))
}

function inline({ cid, fileName, mediaType, content }: MailPicture) {
  return {
    cid,
    filename: fileName,
    contentType: mediaType,
    contentDisposition: 'inline' as const,
    content: Buffer.from(content),
  }
}

/** One click in the reader's mail program unsubscribes (RFC 2369, RFC 8058). */
function unsubscribeHeaders(url: string): Record<string, string> {
  return url === '' ? {} : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

export function smtpOptions(smtpUrl: string) {
  const { hostname, password } = new URL(smtpUrl)
  return {
    url: smtpUrl,
    // A password is sent only inside TLS.
    requireTLS: password !== '' && !isLoopback(hostname),
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: silenceTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Only the server's answers about this recipient or this content are final; a wrong password can be corrected. */
function deliveryError(error: unknown): DeliveryError {
  if (!(error instanceof Error)) return new DeliveryError(String(error), false, error)
  const isPermanent = 'permanent' in error && error.permanent === true
  const isAboutThisMail =
    ('command' in error && error.command === 'RCPT TO') || ('code' in error && error.code === 'EMESSAGE')
  return new DeliveryError(error.message, isPermanent && isAboutThisMail, error)
}

function fallbackAddress(url: URL): string {
  const user = decodeURIComponent(url.username)
  if (user.includes('@')) return user
  return `kundenportal@${isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0 ? url.hostname : 'localhost'}`
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\./.test(host)
}
