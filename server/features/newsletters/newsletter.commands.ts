import type { NewsletterInput } from '#contract/newsletters.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { type Change, changedFields, demandAll, sentFields } from '#server/body-fields.ts'
import { instantText } from '#server/clock.ts'
import type { Connection, Context } from '#server/context.ts'
import { newId } from '#server/database/ids.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { baseUrl } from '#server/mail/base-url.ts'
import { type MailContent, renderMail } from '#server/mail/layout.ts'
import { enqueueMail } from '#server/mail/outbox.ts'
import { getSender, type Sender } from '#server/mail/sender.ts'
import { newsletterMail } from './newsletter.mails.ts'
import { canDo } from './newsletter.policy.ts'
import { getNewsletter, lockNewsletter, type NewsletterRow } from './newsletter.queries.ts'

export async function createNewsletter(context: Context, { subject, body }: NewsletterInput): Promise<NewsletterRow> {
  const id = newId()
  const now = instantText(context.clock.now())
  return inTransaction(context, async trx => {
    await trx
      .insertInto('newsletter')
      .values({
        id,
        subject,
        body,
        state: 'draft',
        started_at: null,
        finished_at: null,
        created_at: now,
        updated_at: now,
      })
      .execute()
    await recordAudit(trx, context, { action: 'newsletter.created', subjectKind: 'newsletter', subjectId: id })
    return getNewsletter(trx, context.scope, id)
  })
}

/** Changes a draft: parts of it (PATCH) or all (PUT, `isWhole`). 409 `newsletter.not_draft`, 412 `stale`. */
export async function changeNewsletter(
  context: Context,
  id: string,
  change: Change<NewsletterInput>,
  { revision, isWhole }: { revision: number | undefined; isWhole: boolean },
): Promise<NewsletterRow> {
  return inTransaction(context, async trx => {
    const row = await lockNewsletter(trx, context, id, revision)
    if (!canDo(row.state, 'update')) throw new AppError('newsletter.not_draft')
    if (isWhole) demandAll(change, ['subject', 'body'])
    const before = { subject: row.subject, body: row.body }
    const after = { ...before, ...sentFields(change) }
    const changed = changedFields(before, after)
    if (changed.length === 0) return row
    await trx
      .updateTable('newsletter')
      .set({ ...after, updated_at: instantText(context.clock.now()), revision: row.revision + 1 })
      .where('id', '=', id)
      .execute()
    await recordAudit(trx, context, {
      action: 'newsletter.updated',
      subjectKind: 'newsletter',
      subjectId: id,
      details: changed.join(', '),
    })
    return getNewsletter(trx, context.scope, id)
  })
}

/** Deletes a draft; a sent one stays readable. 409 `newsletter.not_draft`, 412 `stale`. */
export async function deleteNewsletter(context: Context, id: string, revision: number | undefined): Promise<void> {
  await inTransaction(context, async trx => {
    const row = await lockNewsletter(trx, context, id, revision)
    if (!canDo(row.state, 'delete')) throw new AppError('newsletter.not_draft')
    await trx.deleteFrom('newsletter').where('id', '=', id).execute()
    await recordAudit(trx, context, {
      action: 'newsletter.deleted',
      subjectKind: 'newsletter',
      subjectId: id,
      details: row.subject,
    })
  })
}

/** Mails a newsletter to the calling admin. 409 `user.no_email`, 422 for one without text. */
export async function testNewsletter(context: Context, id: string): Promise<void> {
  await inTransaction(context, async trx => {
    const row = await getNewsletter(trx, context.scope, id)
    demandText(row)
    const { actor } = context
    const user =
      actor.kind === 'user'
        ? await trx.selectFrom('user_account').select('email').where('id', '=', actor.userId).executeTakeFirst()
        : undefined
    if (!user?.email) throw new AppError('user.no_email')
    const { sender, mail } = await previewNewsletter(trx, context, row)
    const letter = renderMail(sender, { ...mail, subject: `[Probe] ${mail.subject}` })
    await enqueueMail(trx, context, { kind: 'newsletter_test', to: user.email, about: null, ...letter })
    await recordAudit(trx, context, { action: 'newsletter.tested', subjectKind: 'newsletter', subjectId: id })
  })
}

/** The final mail; its unsubscribe link leads to the settings, as it has no particular recipient. */
export async function previewNewsletter(
  connection: Connection,
  { config }: Pick<Context, 'config'>,
  newsletter: { subject: string; body: string },
): Promise<{ sender: Sender; mail: MailContent }> {
  const base = baseUrl(config)
  const settings = `${base}/user-settings`
  return {
    sender: await getSender(connection),
    mail: newsletterMail(newsletter, { base, settings, unsubscribe: settings }),
  }
}

/** 422: mails without text are not sent. */
export function demandText({ body }: Pick<NewsletterRow, 'body'>): void {
  if (body === '') throw invalidField('body', 'text.required')
}
