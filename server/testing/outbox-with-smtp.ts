/** An outbox with a mail server, for tests of sending. */
import type { Engine } from '#server/database/engine.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { byPortal } from '#server/mail/budget.ts'
import { enqueueMail, type NewMail } from '#server/mail/outbox.ts'
import { openSmtp } from '#server/mail/smtp.ts'
import { deliverNextMail } from '#server/mail/worker.ts'
import { openTestDatabase } from './engines.ts'
import { openSmtpSink } from './smtp-sink.ts'
import { testRuntime } from './test-runtime.ts'

export const sampleMail: NewMail = {
  kind: 'newsletter_test',
  about: null,
  token: 'geheim-123_x',
  to: 'kunde@example.org',
  subject: 'Grüße aus München – ein längerer Betreff, der über eine Zeile des Kopfes hinausgeht',
  text: 'Guten Tag,\n\nhttps://example.org/passwort-setzen#token=geheim-123_x\n',
  html: '<p>Guten Tag <a href="https://example.org/passwort-setzen#token=geheim-123_x">Link</a></p>',
}

export type PostOffice = Awaited<ReturnType<typeof openPostOffice>>

/** For a business with an address. `cleanUps` run before the rest is closed. */
export async function openPostOffice(engine: Engine) {
  const database = await openTestDatabase(engine)
  const runtime = testRuntime(database)
  const sink = await openSmtpSink()
  const cleanUps: (() => unknown)[] = []
  await database.db
    .insertInto('business_profile')
    .values({
      profile: JSON.stringify({ companyName: 'Musterwerk', email: 'post@musterwerk.example' }),
      created_at: '',
      updated_at: '',
    })
    .execute()

  const saveProfile = (profile: object) =>
    database.db
      .updateTable('business_profile')
      .set({ profile: JSON.stringify(profile) })
      .execute()
  const enqueue = (changes: Partial<NewMail> = {}) =>
    inTransaction(runtime, trx => enqueueMail(trx, byPortal(runtime), { ...sampleMail, ...changes }))
  const deliver = (to = sink) => deliverNextMail(runtime, openSmtp(to.url))
  const rows = () => database.db.selectFrom('outbox_mail').selectAll().orderBy('id').execute()
  const row = async () => (await rows())[0]

  async function close() {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
    await sink.close()
    await database.close()
  }

  return { runtime, sink, cleanUps, saveProfile, enqueue, deliver, rows, row, close }
}
