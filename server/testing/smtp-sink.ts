/** A real SMTP server on a free local port that keeps received mails. */
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'

export type SinkMail = Email & {
  /** Recipients of the envelope, which the headers may hide. */
  readonly recipients: readonly string[]
  /** As received over the wire. */
  readonly source: string
}

export type SmtpSink = {
  /** For `SMTP_URL`. */
  readonly url: string
  /** Mails taken so far, oldest first. */
  readonly mails: readonly SinkMail[]
  /** Resolves when that many mails have arrived; rejects after `timeoutMs`. */
  waitFor(count: number, timeoutMs?: number): Promise<readonly SinkMail[]>
  close(): Promise<void>
}

type Options = {
  /** Answer to a recipient: an SMTP code refuses it (450 for now, 550 for good). */
  readonly refuseRecipient?: (address: string) => number | undefined
  /** Called when a mail has arrived completely, before the server acknowledges it; throwing makes it answer 451. */
  readonly onMail?: (mail: SinkMail) => void | Promise<void>
}

export async function openSmtpSink({ refuseRecipient, onMail }: Options = {}): Promise<SmtpSink> {
  const mails: SinkMail[] = []
  const listeners = new Set<() => void>()
  const take = async (stream: SMTPServerDataStream, session: SMTPServerSession) => {
    const mail = await parse(stream, session)
    mails.push(mail)
    await onMail?.(mail)
    for (const listener of listeners) listener()
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) => done(null, { user: 'sink' }),
    onRcptTo({ address }, _session, done) {
      const code = refuseRecipient?.(address)
      done(code === undefined ? null : replyError(code))
    },
    onData(stream, session, done) {
      take(stream, session).then(
        () => done(),
        () => done(replyError(451)),
      )
    },
  })
  // A client that is killed in the middle breaks its connection.
  server.on('error', () => {})
  const port = await listen(server)
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    waitFor: (count, timeoutMs = 10_000) =>
      waitUntil(() => (mails.length >= count ? mails : undefined), listeners, timeoutMs),
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}

async function parse(stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<SinkMail> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk))
  const raw = Buffer.concat(chunks)
  const email = await PostalMime.parse(raw)
  return { ...email, recipients: envelope.rcptTo.map(({ address }) => address), source: raw.toString('utf8') }
}

function replyError(code: number): Error {
  return Object.assign(new Error('Refused by the sink'), { responseCode: code })
}

function listen(server: SMTPServer): Promise<number> {
  return new Promise((resolve, reject) => {
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.server.address()
      if (address === null || typeof address === 'string') reject(new Error('The SMTP sink has no port.'))
      else resolve(address.port)
    })
  })
}

function waitUntil<T>(check: () => T | undefined, listeners: Set<() => void>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => end(() => reject(new Error('The expected mails did not come.'))), timeoutMs)
    const end = (settle: () => void) => {
      clearTimeout(timer)
      listeners.delete(listener)
      settle()
    }
    const listener = () => {
      const found = check()
      if (found !== undefined) end(() => resolve(found))
    }
    listeners.add(listener)
    listener()
  })
}
