import type { Transaction } from 'kysely'
import { type DnsEndpointInput, dnsEndpointInput, type NewDnsEndpoint } from '#contract/dns-endpoints.ts'
import { templateDefault } from '#contract/dns-template.ts'
import { dnsEndpointsMax, dnsPreviousTokenDays } from '#contract/limits.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { findSessionById } from '#server/auth/sessions.ts'
import { hashToken, newTypedToken } from '#server/auth/tokens.ts'
import { type Change, changedFields, demandAll, sentFields } from '#server/body-fields.ts'
import { dayMs, instantText, plusMs } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { forKeyShare, forUpdate } from '#server/database/engine.ts'
import { fold } from '#server/database/fold.ts'
import { newId } from '#server/database/ids.ts'
import type { Database } from '#server/database/schema.ts'
import { removeSearchTerms, saveSearchTerms } from '#server/database/search-terms.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { lockOwner } from '#server/features/customers/customer-owner.queries.ts'
import { demandRevision } from '#server/revision.ts'
import { type FoundEndpoint, getEndpoint, getEndpointToChange } from './dns-endpoint.queries.ts'

type Trx = Transaction<Database>

const userNameLength = 12

/**
 * Adds an endpoint of the named customer, the caller's own by default; it has no token yet. 422 for host names and
 * devices of others, 409 `dns_endpoint.too_many`.
 */
export async function addEndpoint(context: Context, { customerId, ...input }: NewDnsEndpoint): Promise<FoundEndpoint> {
  const fields: DnsEndpointInput = {
    name: input.name,
    hostnameIds: input.hostnameIds ?? [],
    requestTemplate: input.requestTemplate ?? templateDefault,
    router: input.router ?? 'other',
    isActive: input.isActive ?? true,
    deviceId: input.deviceId ?? null,
  }
  return inTransaction(context, async trx => {
    const owner = await lockOwner(trx, context, customerId)
    await demandRoom(trx, owner)
    await demandDevice(trx, context, fields.deviceId, owner)
    const now = context.clock.now()
    const id = newId(now)
    await trx
      .insertInto('dns_endpoint')
      .values({
        id,
        customer_id: owner,
        ...columnsOf(fields),
        user_name: newTypedToken(userNameLength),
        token_hash: null,
        previous_token_hash: null,
        previous_token_until: null,
        last_call_id: null,
        created_at: instantText(now),
        updated_at: instantText(now),
      })
      .execute()
    await setHostnames(trx, context, { id, customerId: owner, hostnameIds: fields.hostnameIds })
    await saveSearchTerms(trx, 'dns_endpoint', id, [fields.name])
    await recordAudit(trx, context, { action: 'dns_endpoint.created', subjectKind: 'dns_endpoint', subjectId: id })
    return getEndpoint(trx, context.scope, id)
  })
}

/**
 * Changes parts of an endpoint (PATCH) or all of it (PUT, `isWhole`). 404 outside the scope, 412 `stale`, 422 as above.
 */
export async function changeEndpoint(
  context: Context,
  id: string,
  change: Change<DnsEndpointInput>,
  { revision, isWhole }: { revision: number | undefined; isWhole: boolean },
): Promise<FoundEndpoint> {
  return inTransaction(context, async trx => {
    const { row, hostnames } = await getEndpointToChange(trx, context.scope, id)
    demandRevision(revision, row.revision)
    if (isWhole) demandAll(change, Object.keys(dnsEndpointInput.shape))
    const before: DnsEndpointInput = {
      name: row.name,
      hostnameIds: hostnames.map(hostname => hostname.id),
      requestTemplate: row.request_template,
      router: row.router,
      isActive: row.is_active === 1,
      deviceId: row.device_id,
    }
    const sent = sentFields<DnsEndpointInput>(change)
    const after = { ...before, ...sent, hostnameIds: [...new Set(sent.hostnameIds ?? before.hostnameIds)] }
    const changed = changedFields(before, after)
    if (changed.length === 0) return getEndpoint(trx, context.scope, id)
    if (changed.includes('deviceId')) await demandDevice(trx, context, after.deviceId, row.customer_id)
    if (changed.includes('hostnameIds')) {
      await setHostnames(trx, context, { id, customerId: row.customer_id, hostnameIds: after.hostnameIds })
    }
    await trx
      .updateTable('dns_endpoint')
      .set({ ...columnsOf(after), updated_at: instantText(context.clock.now()), revision: row.revision + 1 })
      .where('id', '=', id)
      .execute()
    await saveSearchTerms(trx, 'dns_endpoint', id, [after.name])
    await recordAudit(trx, context, {
      action: 'dns_endpoint.updated',
      subjectKind: 'dns_endpoint',
      subjectId: id,
      details: changed.join(', '),
    })
    return getEndpoint(trx, context.scope, id)
  })
}

/**
 * Creates a new token, readable once; the previous one works for seven more days, an earlier one ends. 404 outside the
 * scope, 401 `session.required` when the session has ended meanwhile.
 */
export async function makeToken(context: Context, id: string): Promise<{ userName: string; token: string }> {
  const token = newTypedToken()
  return inTransaction(context, async trx => {
    await demandOpenSession(trx, context)
    const { row } = await getEndpointToChange(trx, context.scope, id)
    const now = context.clock.now()
    await trx
      .updateTable('dns_endpoint')
      .set({
        token_hash: hashToken(token),
        previous_token_hash: row.token_hash,
        previous_token_until: row.token_hash === null ? null : instantText(plusMs(now, dnsPreviousTokenDays * dayMs)),
        updated_at: instantText(now),
        revision: row.revision + 1,
      })
      .where('id', '=', id)
      .execute()
    await recordAudit(trx, context, { action: 'dns_endpoint.token_made', subjectKind: 'dns_endpoint', subjectId: id })
    return { userName: row.user_name, token }
  })
}

/** Deletes an endpoint with its calls; host names stay. */
export async function deleteEndpoint(context: Context, id: string, revision: number | undefined): Promise<void> {
  await inTransaction(context, async trx => {
    const { row } = await getEndpointToChange(trx, context.scope, id)
    demandRevision(revision, row.revision)
    await removeSearchTerms(trx, 'dns_endpoint', id)
    await trx.deleteFrom('dns_endpoint').where('id', '=', id).execute()
    await recordAudit(trx, context, {
      action: 'dns_endpoint.deleted',
      subjectKind: 'dns_endpoint',
      subjectId: id,
      lostBy: row.customer_id,
    })
  })
}

/** Locks the own account first: a stop that ends its sessions and their tokens finds this token, or prevents it. */
async function demandOpenSession(trx: Trx, { engine, actor, clock }: Context): Promise<void> {
  if (actor.kind !== 'user') return
  await trx
    .selectFrom('user_account')
    .select('id')
    .where('id', '=', actor.userId)
    .$call(forUpdate(engine))
    .executeTakeFirst()
  if ((await findSessionById(trx, actor.sessionId, clock.now())) === undefined) throw new AppError('session.required')
}

async function demandRoom(trx: Trx, customerId: string): Promise<void> {
  const { count } = await trx
    .selectFrom('dns_endpoint')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  if (count >= dnsEndpointsMax) throw new AppError('dns_endpoint.too_many')
}

async function demandDevice(
  trx: Trx,
  { engine }: Pick<Context, 'engine'>,
  deviceId: string | null,
  customerId: string,
): Promise<void> {
  if (deviceId === null) return
  const device = await trx
    .selectFrom('service')
    .select(['customer_id', 'type'])
    .where('id', '=', deviceId)
    .$call(forKeyShare(engine))
    .executeTakeFirst()
  if (device?.customer_id !== customerId || device.type !== 'device_service') {
    throw invalidField('deviceId', 'reference.unknown')
  }
}

async function setHostnames(
  trx: Trx,
  { engine }: Pick<Context, 'engine'>,
  { id, customerId, hostnameIds }: { id: string; customerId: string; hostnameIds: readonly string[] },
): Promise<void> {
  const ids = [...new Set(hostnameIds)]
  const found =
    ids.length === 0
      ? []
      : await trx
          .selectFrom('dns_hostname')
          .select('customer_id')
          .where('id', 'in', ids)
          .$call(forKeyShare(engine))
          .execute()
  if (found.length < ids.length || found.some(row => row.customer_id !== customerId)) {
    throw invalidField('hostnameIds', 'reference.unknown')
  }
  await trx.deleteFrom('dns_endpoint_hostname').where('endpoint_id', '=', id).execute()
  if (ids.length === 0) return
  await trx
    .insertInto('dns_endpoint_hostname')
    .values(ids.map((hostnameId, position) => ({ endpoint_id: id, hostname_id: hostnameId, position })))
    .execute()
}

function columnsOf(fields: DnsEndpointInput) {
  return {
    name: fields.name,
    name_key: fold(fields.name),
    router: fields.router,
    request_template: fields.requestTemplate,
    is_active: fields.isActive ? (1 as const) : (0 as const),
    device_id: fields.deviceId,
  }
}
