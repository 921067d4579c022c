import type { Transaction } from 'kysely'
import { customerRequestFields, type NewRequest, type RequestInput, requestInput } from '#contract/requests.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { isAdmin } from '#server/auth/actor.ts'
import { allowOnly, type Change, changedFields, demandAll, sentFields } from '#server/body-fields.ts'
import { calendarDate, dayMs, hourMs, instantText, plusMs } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { forKeyShare } from '#server/database/engine.ts'
import { fold } from '#server/database/fold.ts'
import { newId } from '#server/database/ids.ts'
import { nextNumber } from '#server/database/number-sequence.ts'
import type { Database } from '#server/database/schema.ts'
import { removeSearchTerms, saveSearchTerms } from '#server/database/search-terms.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { getProfile } from '#server/features/business-profile/business-profile.queries.ts'
import { displayNameOf } from '#server/features/customers/customer.queries.ts'
import { withdrawNotices } from '#server/features/notifications/notification.commands.ts'
import { attachFiles, removeFiles } from '#server/files/attach-files.ts'
import { baseUrl } from '#server/mail/base-url.ts'
import { renderMail } from '#server/mail/layout.ts'
import { enqueueMail } from '#server/mail/outbox.ts'
import { getSender } from '#server/mail/sender.ts'
import { demandRevision } from '#server/revision.ts'
import { newRequestMail } from './request.mails.ts'
import { canChangeRequest } from './request.policy.ts'
import {
  type FoundRequest,
  getRequest,
  getRequestToChange,
  listFileIds,
  type StoredRequest,
} from './request.queries.ts'
import { priorityRank, requestNumber, requestNumberKey, requestSearchTexts } from './request.rules.ts'

type Trx = Transaction<Database>

/** Per customer and day; each is a mail to the business. */
const requestsPerDayMax = 50

/**
 * A new request with the next number of the Berlin year, of the caller's customer or, by an admin, of any; its pending
 * files are attached. 422 `reference.unknown` for a customer or ticket out of scope and `file.gone`, 429
 * `customer_request.too_many`.
 */
export async function createRequest(context: Context, input: NewRequest): Promise<FoundRequest> {
  const customerId = ownerOf(context, input)
  return inTransaction(context, async trx => {
    const customer = await findCustomer(trx, context, customerId)
    if (customer === undefined) throw invalidField('customerId', 'reference.unknown')
    if (!isAdmin(context.actor)) await demandPatience(trx, context, customer.id)
    const aboutTicketId = input.aboutTicketId ?? null
    if (aboutTicketId !== null) await demandTicketOf(trx, context, aboutTicketId, customer.id)

    const now = context.clock.now()
    const year = Number(calendarDate(now).slice(0, 4))
    const sequence = await nextNumber(trx, `request-${year}`)
    const { attachmentIds, ...fields }: RequestInput = {
      title: input.title,
      description: input.description ?? '',
      priority: input.priority ?? 'medium',
      attachmentIds: input.attachmentIds ?? [],
    }
    const row = {
      id: newId(now),
      number: requestNumber(year, sequence),
      number_key: requestNumberKey(year, sequence),
      customer_id: customer.id,
      ...columnsOf(fields),
      state: 'open' as const,
      answer: '',
      answered_at: null,
      ticket_id: null,
      about_ticket_id: aboutTicketId,
      created_by_user_id: context.actor.kind === 'user' ? context.actor.userId : null,
      created_at: instantText(now),
      updated_at: instantText(now),
    }
    await trx.insertInto('request').values(row).execute()
    await setAttachments(trx, context, row, [], attachmentIds)
    await saveSearchTerms(trx, 'request', row.id, requestSearchTexts(row))
    if (!isAdmin(context.actor)) {
      await mailBusiness(trx, context, { ...row, customerName: displayNameOf(customer), files: attachmentIds.length })
    }
    await recordAudit(trx, context, {
      action: 'request.created',
      subjectKind: 'request',
      subjectId: row.id,
      details: row.number,
    })
    return getRequest(trx, context, row.id)
  })
}

/**
 * Changes parts of a request (PATCH) or all of it (PUT, `isWhole`). 404 outside the scope, 412 `stale`, 409
 * `customer_request.answered` for a customer once it is answered, 422 `file.gone`.
 */
export async function changeRequest(
  context: Context,
  id: string,
  change: Change<RequestInput>,
  { revision, isWhole }: { revision: number | undefined; isWhole: boolean },
): Promise<FoundRequest> {
  return inTransaction(context, async trx => {
    const row = await lockRequest(trx, context, id, revision)
    if (!canChangeRequest(context.actor, row)) throw new AppError('customer_request.answered')
    if (isWhole) demandAll(change, Object.keys(requestInput.shape))
    const before = inputOf(row, await listFileIds(trx, id))
    const after = { ...before, ...sentFields<RequestInput>(change) }
    // Files are in the order of their uploads.
    const { attachmentIds, ...fields } = { ...after, attachmentIds: after.attachmentIds.toSorted() }
    const changed = changedFields(before, { ...fields, attachmentIds })
    if (changed.length === 0) return getRequest(trx, context, id)

    if (changed.includes('attachmentIds')) {
      await setAttachments(trx, context, row, before.attachmentIds, attachmentIds)
    }
    await trx
      .updateTable('request')
      .set({ ...columnsOf(fields), updated_at: instantText(context.clock.now()), revision: row.revision + 1 })
      .where('id', '=', id)
      .execute()
    if (changed.includes('title')) {
      await saveSearchTerms(trx, 'request', id, requestSearchTexts({ number: row.number, title: fields.title }))
    }
    await recordAudit(trx, context, {
      action: 'request.updated',
      subjectKind: 'request',
      subjectId: id,
      details: changed.join(', '),
    })
    return getRequest(trx, context, id)
  })
}

/** Deletes a request with its attachments; 409 `customer_request.answered` for a customer once it is answered. */
export async function deleteRequest(context: Context, id: string, revision: number | undefined): Promise<void> {
  await inTransaction(context, async trx => {
    const row = await lockRequest(trx, context, id, revision)
    if (!canChangeRequest(context.actor, row)) throw new AppError('customer_request.answered')
    const fileIds = await listFileIds(trx, id)
    await withdrawNotices(trx, 'request_answered', [id])
    await removeSearchTerms(trx, 'request', id)
    await trx.deleteFrom('request').where('id', '=', id).execute()
    await removeFiles(trx, fileIds)
    await recordAudit(trx, context, {
      action: 'request.deleted',
      subjectKind: 'request',
      subjectId: id,
      lostBy: row.customer_id,
      details: row.number,
    })
  })
}

/** The request in scope, locked until the transaction ends; 412 when it has changed. */
export async function lockRequest(
  trx: Trx,
  { scope }: Pick<Context, 'scope'>,
  id: string,
  revision: number | undefined,
): Promise<StoredRequest> {
  const row = await getRequestToChange(trx, scope, id)
  demandRevision(revision, row.revision)
  return row
}

/** The customer of the request. Throws 422 for a customer who names one, and for an admin who names none. */
function ownerOf({ actor }: Pick<Context, 'actor'>, input: NewRequest): string {
  if (isAdmin(actor)) {
    demandAll(input, ['customerId'])
    return input.customerId ?? ''
  }
  allowOnly(input, customerRequestFields)
  return actor.kind === 'user' ? (actor.customerId ?? '') : ''
}

/** The customer, locked against deletion until the transaction ends. */
async function findCustomer(trx: Trx, { engine }: Pick<Context, 'engine'>, id: string) {
  return trx
    .selectFrom('customer')
    .select(['id', 'company', 'first_name', 'last_name'])
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .$call(forKeyShare(engine))
    .executeTakeFirst()
}

async function demandPatience(trx: Trx, { clock }: Pick<Context, 'clock'>, customerId: string): Promise<void> {
  const { count } = await trx
    .selectFrom('request')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .where('created_at', '>', instantText(plusMs(clock.now(), -dayMs)))
    .executeTakeFirstOrThrow()
  if (count >= requestsPerDayMax) {
    throw new AppError('customer_request.too_many', { retryAfterSeconds: hourMs / 1_000 })
  }
}

async function demandTicketOf(
  trx: Trx,
  { engine }: Pick<Context, 'engine'>,
  ticketId: string,
  customerId: string,
): Promise<void> {
  const ticket = await trx
    .selectFrom('ticket')
    .select('id')
    .where('id', '=', ticketId)
    .where('customer_id', '=', customerId)
    .$call(forKeyShare(engine))
    .executeTakeFirst()
  if (ticket === undefined) throw invalidField('aboutTicketId', 'reference.unknown')
}

/** Attaches new files and removes those no longer listed. */
async function setAttachments(
  trx: Trx,
  context: Context,
  { id, customer_id }: Pick<StoredRequest, 'id' | 'customer_id'>,
  before: readonly string[],
  after: readonly string[],
): Promise<void> {
  const added = after.filter(fileId => !before.includes(fileId))
  await attachFiles(trx, context, { fileIds: added, customerId: customer_id, field: 'attachmentIds' })
  const dropped = before.filter(fileId => !after.includes(fileId))
  if (dropped.length > 0) await trx.deleteFrom('request_attachment').where('file_id', 'in', dropped).execute()
  await removeFiles(trx, dropped)
  if (added.length === 0) return
  await trx
    .insertInto('request_attachment')
    .values(added.map(fileId => ({ file_id: fileId, request_id: id })))
    .execute()
}

async function mailBusiness(
  trx: Trx,
  context: Context,
  request: Pick<StoredRequest, 'id' | 'customer_id' | 'number' | 'title' | 'description' | 'priority'> & {
    customerName: string
    files: number
  },
): Promise<void> {
  const { profile } = await getProfile(trx)
  if (profile.email === '') return
  const url = `${baseUrl(context.config)}/admin-portal/request/${request.id}`
  const letter = renderMail(await getSender(trx), newRequestMail({ ...request, url }))
  const about = { customerId: request.customer_id }
  await enqueueMail(trx, context, { kind: 'request', key: request.id, to: profile.email, about, ...letter })
}

function columnsOf(fields: Omit<RequestInput, 'attachmentIds'>) {
  return {
    title: fields.title,
    title_key: fold(fields.title),
    description: fields.description,
    priority: fields.priority,
    priority_rank: priorityRank(fields.priority),
  }
}

function inputOf(row: StoredRequest, attachmentIds: string[]): RequestInput {
  return { title: row.title, description: row.description, priority: row.priority, attachmentIds }
}
