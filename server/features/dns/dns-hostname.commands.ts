import type { Transaction } from 'kysely'
import { fullHostname } from '#contract/dns-fields.ts'
import { type DnsHostnameInput, dnsHostnameInput, dnsHostnames, type NewDnsHostname } from '#contract/dns-hostnames.ts'
import { dnsHostnamesMax, dnsTtlMin } from '#contract/limits.ts'
import { ttlOfProviderText } from '#contract/texts/portal-validation.texts.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { demandStepUp } from '#server/auth/reauthentication.ts'
import { type Scope, scopedCustomerId } from '#server/auth/scope.ts'
import { type Change, changedFields, demandAll, sentFields } from '#server/body-fields.ts'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { forUpdate } from '#server/database/engine.ts'
import { newId } from '#server/database/ids.ts'
import type { Database } from '#server/database/schema.ts'
import { removeSearchTerms, saveSearchTerms } from '#server/database/search-terms.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { demandRevision } from '#server/revision.ts'
import { hostnameProblem, nameBelow, rejoinedValue, ttlMinOf } from './dns.rules.ts'
import { noteDnsChange, wanted } from './dns-change.commands.ts'
import { optionsOf, type StoredDomain } from './dns-domain.queries.ts'
import { type FoundHostname, getHostname, getHostnameToChange, type HostnameRow } from './dns-hostname.queries.ts'
import { removeRecord } from './dns-record-removal.commands.ts'

type Trx = Transaction<Database>

/**
 * Adds a host name to a domain in scope. 422 for a domain out of scope, a name that exists, a value, suffix or TTL that
 * does not fit; 409 `dns_hostname.too_many`.
 */
export async function addHostname(context: Context, input: NewDnsHostname): Promise<FoundHostname> {
  return inTransaction(context, async trx => {
    const domain = await lockDomain(trx, context, input.domainId)
    const fields: DnsHostnameInput = {
      hostname: nameBelow(input.hostname, domain.domain),
      type: input.type,
      domainId: input.domainId,
      source: input.source ?? 'reported',
      suffix: input.suffix ?? '',
      value: input.value ?? '',
      ttl: input.ttl ?? ttlMinOf({ ...domain, options: optionsOf(domain) }) ?? dnsTtlMin,
    }
    await demandValid(trx, domain, fields, undefined)
    await demandStepUp(trx, context, dnsHostnames.create, fields.value === '' ? [] : ['value'])
    await demandRoom(trx, domain.customer_id)
    const now = context.clock.now()
    const id = newId(now)
    const row = columnsOf(fields, domain)
    await trx
      .insertInto('dns_hostname')
      .values({
        id,
        customer_id: domain.customer_id,
        ...row,
        ...wanted(context, fields.value, 'portal'),
        written_ttl: null,
        last_update_at: null,
        verified_at: null,
        verified_by: null,
        reported_at: null,
        created_at: instantText(now),
        updated_at: instantText(now),
      })
      .execute()
    if (fields.value !== '') {
      await noteDnsChange(trx, context, id, { cause: 'portal', event: 'wanted', value: fields.value })
    }
    await saveSearchTerms(trx, 'dns_hostname', id, [row.full_name])
    await recordAudit(trx, context, { action: 'dns_hostname.created', subjectKind: 'dns_hostname', subjectId: id })
    return getHostname(trx, context.scope, id)
  })
}

/**
 * Changes parts of a host name (PATCH) or all of it (PUT, `isWhole`). The record of an earlier name stays at the
 * provider. 404 outside the scope, 412 `stale`, 422 as above.
 */
export async function changeHostname(
  context: Context,
  id: string,
  change: Change<DnsHostnameInput>,
  { revision, isWhole }: { revision: number | undefined; isWhole: boolean },
): Promise<FoundHostname> {
  return inTransaction(context, async trx => {
    const { row } = await getHostnameToChange(trx, context.scope, id)
    demandRevision(revision, row.revision)
    if (isWhole) demandAll(change, Object.keys(dnsHostnameInput.shape))
    const before = inputOf(row)
    const sent: DnsHostnameInput = { ...before, ...sentFields<DnsHostnameInput>(change) }
    const changed = changedFields(before, sent)
    if (changed.length === 0) return getHostname(trx, context.scope, id)

    const domain = await lockDomain(trx, context, sent.domainId)
    const asked = { ...sent, hostname: nameBelow(sent.hostname, domain.domain) }
    if (domain.customer_id !== row.customer_id) throw invalidField('domainId', 'reference.unknown')
    await demandValid(trx, domain, asked, id)
    await demandStepUp(trx, context, dnsHostnames.update, changed)
    const after = { ...asked, value: rejoinedValue(before, asked) }
    const isOtherRecord = ['hostname', 'type', 'domainId'].some(name => changed.includes(name))
    const isOtherValue = after.value !== before.value
    const isWantedAnew = isOtherRecord || isOtherValue || changed.includes('ttl')
    const columns = columnsOf(after, domain)
    await trx
      .updateTable('dns_hostname')
      .set(eb => ({
        ...columns,
        ...(isWantedAnew && { ...wanted(context, after.value, 'portal'), generation: eb('generation', '+', 1) }),
        ...(isOtherRecord && neverWritten),
        updated_at: instantText(context.clock.now()),
        revision: row.revision + 1,
      }))
      .where('id', '=', id)
      .execute()
    if (isOtherValue && after.value !== '') {
      await noteDnsChange(trx, context, id, { cause: 'portal', event: 'wanted', value: after.value })
    }
    await saveSearchTerms(trx, 'dns_hostname', id, [columns.full_name])
    await recordAudit(trx, context, {
      action: 'dns_hostname.updated',
      subjectKind: 'dns_hostname',
      subjectId: id,
      details: changed.join(', '),
    })
    return getHostname(trx, context.scope, id)
  })
}

/**
 * Deletes a host name; with `record: 'remove'` its record at the provider before. 404 outside the scope, 412 `stale`,
 * 409 `dns_hostname.record_stays` where the provider does not remove it.
 */
export async function deleteHostname(
  context: Context,
  id: string,
  { revision, record }: { revision: number | undefined; record: 'keep' | 'remove' },
): Promise<void> {
  if (record === 'keep') return deleteRow(context, id, revision)
  const { row } = await getHostname(context.db, context.scope, id)
  demandRevision(revision, row.revision)
  await removeRecord(context, row, () => deleteRow(context, id, revision))
}

async function deleteRow(context: Context, id: string, revision: number | undefined): Promise<void> {
  await inTransaction(context, async trx => {
    const { row } = await getHostnameToChange(trx, context.scope, id)
    demandRevision(revision, row.revision)
    await removeSearchTerms(trx, 'dns_hostname', id)
    await trx.deleteFrom('dns_hostname').where('id', '=', id).execute()
    await recordAudit(trx, context, {
      action: 'dns_hostname.deleted',
      subjectKind: 'dns_hostname',
      subjectId: id,
      lostBy: row.customer_id,
    })
  })
}

/** The domain in scope, locked: its names are counted and compared. */
async function lockDomain(
  trx: Trx,
  { engine, scope }: { engine: Context['engine']; scope: Scope },
  id: string,
): Promise<StoredDomain> {
  const row = await trx
    .selectFrom('dns_domain')
    .selectAll()
    .where('id', '=', id)
    .$call(forUpdate(engine))
    .executeTakeFirst()
  const own = scopedCustomerId(scope)
  if (row === undefined || (own !== null && own !== row.customer_id)) {
    throw invalidField('domainId', 'reference.unknown')
  }
  return row
}

async function demandValid(
  trx: Trx,
  domain: StoredDomain,
  fields: DnsHostnameInput,
  id: string | undefined,
): Promise<void> {
  const problem = hostnameProblem(fields, domain.domain)
  if (problem !== undefined) throw invalidField(problem.field, problem.code)
  const ttlMin = ttlMinOf({ ...domain, options: optionsOf(domain) })
  if (ttlMin !== null && fields.ttl < ttlMin) {
    const message = ttlOfProviderText(ttlMin)
    throw new AppError('request.invalid', { errors: [{ field: 'ttl', code: 'ttl.provider', message }] })
  }
  const other = await trx
    .selectFrom('dns_hostname')
    .select('id')
    .where('domain_id', '=', domain.id)
    .where('name', '=', fields.hostname)
    .where('type', '=', fields.type)
    .where('id', '<>', id ?? '')
    .executeTakeFirst()
  if (other !== undefined) throw invalidField('hostname', 'dns_hostname.taken')
}

async function demandRoom(trx: Trx, customerId: string): Promise<void> {
  const { count } = await trx
    .selectFrom('dns_hostname')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  if (count >= dnsHostnamesMax) throw new AppError('dns_hostname.too_many')
}

/** Another record: nothing is known of it. */
const neverWritten = {
  written_value: '',
  written_ttl: null,
  last_update_at: null,
  verified_at: null,
  verified_by: null,
  found_values: '[]',
  is_overwriting: 0,
} as const

function columnsOf(fields: DnsHostnameInput, domain: StoredDomain) {
  return {
    domain_id: domain.id,
    name: fields.hostname,
    full_name: fullHostname(fields.hostname, domain.domain),
    type: fields.type,
    source: fields.source,
    suffix: fields.suffix,
    ttl: fields.ttl,
  }
}

function inputOf(row: HostnameRow): DnsHostnameInput {
  return {
    hostname: row.name,
    type: row.type,
    domainId: row.domain_id,
    source: row.source,
    suffix: row.suffix,
    value: row.value,
    ttl: row.ttl,
  }
}
