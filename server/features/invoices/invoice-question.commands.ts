/** Customers ask about lines and entries of their invoices, the business answers (decision 0074). */
import type { Transaction } from 'kysely'
import { type NewInvoiceQuestion, questionsAnchor } from '#contract/invoice-questions.ts'
import { questionsPerInvoiceMax } from '#contract/limits.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import type { UserActor } from '#server/auth/actor.ts'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/database/ids.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { displayNameOf } from '#server/features/customers/customer.queries.ts'
import { notifyBusiness, notifyCustomer } from '#server/features/notifications/notification.commands.ts'
import { listEntriesOfInvoice } from '#server/features/tickets/ticket-invoicing.queries.ts'
import { baseUrl } from '#server/mail/base-url.ts'
import { record } from './invoice.commands.ts'
import { canAsk, mayBeAsked } from './invoice.policy.ts'
import { getInvoiceToChange, type StoredInvoice } from './invoice.queries.ts'
import { listLines } from './invoice-lines.queries.ts'
import { questionAnswerMail, questionMail, questionsSubject } from './invoice-question.mails.ts'
import { getQuestion, listQuestionsOf, type QuestionRow } from './invoice-question.queries.ts'
import { type AskedAbout, entrySubject, lineSubject } from './invoice-question.rules.ts'

type Trx = Transaction<Database>

/**
 * Stores a question of the customer and notifies the business. 404, 403 for an admin, 409 `invoice.no_questions` and
 * `invoice.too_many_questions`, 422 for a line or entry that is not on the invoice.
 */
export async function askQuestion(
  context: Context,
  actor: UserActor,
  invoiceId: string,
  asked: NewInvoiceQuestion,
): Promise<QuestionRow> {
  return inTransaction(context, async trx => {
    const invoice = await getInvoiceToChange(trx, context, invoiceId, undefined)
    if (!mayBeAsked(invoice)) throw new AppError('invoice.no_questions')
    if (!canAsk(actor, invoice)) throw new AppError('role.forbidden')
    const about = await findSubject(trx, invoiceId, asked)
    if ((await listQuestionsOf(trx, invoiceId)).length >= questionsPerInvoiceMax) {
      throw new AppError('invoice.too_many_questions')
    }
    const now = context.clock.now()
    const id = newId(now)
    await trx
      .insertInto('invoice_question')
      .values({
        id,
        invoice_id: invoiceId,
        customer_id: invoice.customer_id,
        ...about,
        text: asked.text,
        state: 'open',
        asked_by: actor.name,
        answer: '',
        answered_by: '',
        answered_at: null,
        created_at: instantText(now),
      })
      .execute()
    const question = await getQuestion(trx, context.scope, id)
    const mail = { ...question, url: addressOf(context, 'admin', invoiceId) }
    await notifyBusiness(trx, context, {
      customerId: invoice.customer_id,
      kind: 'invoice_question',
      key: id,
      mail: questionMail(mail, displayNameOf(question)),
      bundle: { key: `invoice-${invoiceId}`, subject: questionsSubject(invoice.number) },
    })
    await touch(trx, context, invoice)
    await record(trx, context, 'invoice.question_asked', invoice)
    return question
  })
}

/** Stores the answer and notifies the customer. 404, 409 `invoice_question.answered`. */
export async function answerQuestion(
  context: Context,
  actor: UserActor,
  id: string,
  text: string,
): Promise<QuestionRow> {
  return inTransaction(context, async trx => {
    const { invoice_id } = await getQuestion(trx, context.scope, id)
    // Its lock lets one of several answers win.
    const invoice = await getInvoiceToChange(trx, context, invoice_id, undefined)
    const question = await getQuestion(trx, context.scope, id)
    if (question.state === 'answered') throw new AppError('invoice_question.answered')
    await trx
      .updateTable('invoice_question')
      .set({
        state: 'answered',
        answer: text,
        answered_by: actor.name,
        answered_at: instantText(context.clock.now()),
      })
      .where('id', '=', id)
      .execute()
    const url = addressOf(context, 'customer', invoice_id)
    await notifyCustomer(trx, context, {
      customerId: question.customer_id,
      kind: 'invoice_question_answered',
      key: id,
      mail: questionAnswerMail({ ...question, url }, text),
    })
    await touch(trx, context, invoice)
    await record(trx, context, 'invoice.question_answered', invoice)
    return getQuestion(trx, context.scope, id)
  })
}

/** The questions on the invoice's page. */
function addressOf({ config }: Pick<Context, 'config'>, portal: 'admin' | 'customer', invoiceId: string): string {
  return `${baseUrl(config)}/${portal}-portal/invoice/${invoiceId}#${questionsAnchor}`
}

/** Open pages fetch an invoice again when its revision has changed. */
async function touch(trx: Trx, { clock }: Pick<Context, 'clock'>, { id, revision }: StoredInvoice): Promise<void> {
  const updated_at = instantText(clock.now())
  await trx
    .updateTable('invoice')
    .set({ updated_at, revision: revision + 1 })
    .where('id', '=', id)
    .execute()
}

async function findSubject(
  trx: Trx,
  invoiceId: string,
  { lineId, entryId }: Pick<NewInvoiceQuestion, 'lineId' | 'entryId'>,
): Promise<AskedAbout> {
  if (lineId === undefined && entryId === undefined) throw invalidField('lineId', 'required')
  const lines = await listLines(trx, invoiceId)
  if (lineId !== undefined) {
    const line = lines.find(({ id }) => id === lineId)
    if (line === undefined) throw invalidField('lineId', 'reference.unknown')
    if (entryId === undefined) return lineSubject(line)
    const work = line.work.find(entry => entry.entry_id === entryId)
    if (work === undefined) throw invalidField('entryId', 'reference.unknown')
    return entrySubject(line.id, work)
  }
  const entry = (await listEntriesOfInvoice(trx, invoiceId)).find(({ id }) => id === entryId)
  if (entry === undefined) throw invalidField('entryId', 'reference.unknown')
  const line = lines.find(({ work }) => work.some(one => one.entry_id === entry.id))
  return entrySubject(line?.id ?? null, { entry_id: entry.id, ticket_id: entry.ticket_id, name: entry.name })
}
