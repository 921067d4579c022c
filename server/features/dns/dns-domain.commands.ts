import type { Transaction } from 'kysely'
import { type DnsDomainInput, dnsDomainInput, dnsDomains, type NewDnsDomain } from '#contract/dns-domains.ts'
import { fullHostname } from '#contract/dns-fields.ts'
import { dnsDomainsMax, dnsNameLengthMax } from '#contract/limits.ts'
import { validationTexts } from '#contract/texts/validation.texts.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { demandStepUp } from '#server/auth/reauthentication.ts'
import { type Change, changedFields, demandAll, sentFields } from '#server/body-fields.ts'
import { instantText } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/database/ids.ts'
import type { Database } from '#server/database/schema.ts'
import { removeSearchTerms, saveSearchTerms } from '#server/database/search-terms.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { readNameServer } from '#server/dns-providers/name-server.ts'
import { lockOwner } from '#server/features/customers/customer-owner.queries.ts'
import { readDnsTarget, readTarget } from '#server/outgoing/target.ts'
import { demandRevision } from '#server/revision.ts'
import { type SecretPlace, sealSecret } from '#server/secrets/seal.ts'
import { isOtherAccount, optionProblems } from './dns.rules.ts'
import { type FoundDomain, getDomain, getDomainToChange, nameServersOfRow, optionsOf } from './dns-domain.queries.ts'

type Trx = Transaction<Database>

/**
 * Adds a domain of the named customer, the caller's own by default. 422 for options that do not fit the kind, a server
 * that may not be called and a domain that exists; 409 `dns_domain.too_many`.
 */
export async function addDomain(
  context: Context,
  { customerId, apiKey, ...input }: NewDnsDomain,
): Promise<FoundDomain> {
  const fields: DnsDomainInput = {
    domain: input.domain,
    type: input.type,
    options: input.options ?? {},
    nameServers: input.nameServers ?? [],
  }
  demandTargets(context, fields)
  return inTransaction(context, async trx => {
    const owner = await lockOwner(trx, context, customerId)
    await demandRoom(trx, owner)
    await demandNew(trx, { customerId: owner, domain: fields.domain, id: undefined })
    await demandStepUp(trx, context, dnsDomains.create, apiKey === undefined ? [] : ['apiKey'])
    const now = context.clock.now()
    const id = newId(now)
    const at = instantText(now)
    await trx
      .insertInto('dns_domain')
      .values({
        id,
        customer_id: owner,
        ...columnsOf(fields),
        sealed_api_key: apiKey === undefined ? null : sealSecret(context.keys, apiKeyPlace(id), apiKey),
        ttl_min: null,
        last_check: null,
        failure: null,
        failing_since: null,
        writer: null,
        writing_until: null,
        incident_at: null,
        created_at: at,
        updated_at: at,
      })
      .execute()
    await saveSearchTerms(trx, 'dns_domain', id, [fields.domain])
    await recordAudit(trx, context, { action: 'dns_domain.created', subjectKind: 'dns_domain', subjectId: id })
    return getDomain(trx, context.scope, id)
  })
}

/**
 * Changes parts of a domain (PATCH) or all of it (PUT, `isWhole`). Another account discards the key. 404 outside the
 * scope, 412 `stale`, 422 as above.
 */
export async function changeDomain(
  context: Context,
  id: string,
  change: Change<DnsDomainInput>,
  { revision, isWhole }: { revision: number | undefined; isWhole: boolean },
): Promise<FoundDomain> {
  return inTransaction(context, async trx => {
    const { row } = await getDomainToChange(trx, context.scope, id)
    demandRevision(revision, row.revision)
    if (isWhole) demandAll(change, Object.keys(dnsDomainInput.shape))
    const before: DnsDomainInput = {
      domain: row.domain,
      type: row.type,
      options: optionsOf(row),
      nameServers: nameServersOfRow(row),
    }
    const after: DnsDomainInput = { ...before, ...sentFields<DnsDomainInput>(change) }
    const changed = changedFields(before, after)
    if (changed.length === 0) return getDomain(trx, context.scope, id)
    demandTargets(context, after)
    await demandStepUp(trx, context, dnsDomains.update, changed)
    const isRenamed = changed.includes('domain')
    if (isRenamed) {
      await demandNew(trx, { customerId: row.customer_id, domain: after.domain, id })
      await renameHostnames(trx, id, after.domain)
    }
    const isMoved = isOtherAccount(before, after)
    await trx
      .updateTable('dns_domain')
      .set({
        ...columnsOf(after),
        ...(isMoved && { sealed_api_key: null }),
        ...((isMoved || isRenamed) && { ttl_min: null, last_check: null }),
        ...repaired,
        updated_at: instantText(context.clock.now()),
        revision: row.revision + 1,
      })
      .where('id', '=', id)
      .execute()
    await writeAgain(trx, context, id, { isForgotten: isMoved || isRenamed })
    await saveSearchTerms(trx, 'dns_domain', id, [after.domain])
    await recordAudit(trx, context, {
      action: 'dns_domain.updated',
      subjectKind: 'dns_domain',
      subjectId: id,
      details: changed.join(', '),
    })
    return getDomain(trx, context.scope, id)
  })
}

/**
 * Stores the key of the provider, sealed; earlier failures are retried with it. Ask for a fresh password before.
 * 404 outside the scope, 412 `stale`.
 */
export async function setApiKey(
  context: Context,
  id: string,
  apiKey: string,
  revision: number | undefined,
): Promise<FoundDomain> {
  return inTransaction(context, async trx => {
    const { row } = await getDomainToChange(trx, context.scope, id)
    demandRevision(revision, row.revision)
    await trx
      .updateTable('dns_domain')
      .set({
        sealed_api_key: sealSecret(context.keys, apiKeyPlace(id), apiKey),
        ...repaired,
        updated_at: instantText(context.clock.now()),
        revision: row.revision + 1,
      })
      .where('id', '=', id)
      .execute()
    await writeAgain(trx, context, id, { isForgotten: false })
    await recordAudit(trx, context, { action: 'dns_domain.key_set', subjectKind: 'dns_domain', subjectId: id })
    return getDomain(trx, context.scope, id)
  })
}

/** Deletes a domain with its host names; the records at the provider stay. */
export async function deleteDomain(context: Context, id: string, revision: number | undefined): Promise<void> {
  await inTransaction(context, async trx => {
    const { row } = await getDomainToChange(trx, context.scope, id)
    demandRevision(revision, row.revision)
    const hostnames = await trx.selectFrom('dns_hostname').select('id').where('domain_id', '=', id).execute()
    for (const hostname of hostnames) await removeSearchTerms(trx, 'dns_hostname', hostname.id)
    await removeSearchTerms(trx, 'dns_domain', id)
    await trx.deleteFrom('dns_domain').where('id', '=', id).execute()
    await recordAudit(trx, context, {
      action: 'dns_domain.deleted',
      subjectKind: 'dns_domain',
      subjectId: id,
      lostBy: row.customer_id,
    })
  })
}

/** The location of a domain's key. */
export function apiKeyPlace(id: string): SecretPlace {
  return { table: 'dns_domain', id, column: 'sealed_api_key' }
}

/** The columns of a domain whose writes may begin again. */
const repaired = { failure: null, failure_detail: '', failing_since: null } as const

/**
 * Everything of a repaired domain is due again, except decisions left to a person. With `isForgotten` it is another
 * zone: nothing is known of its records.
 */
export async function writeAgain(
  trx: Trx,
  { clock }: Pick<Context, 'clock'>,
  domainId: string,
  { isForgotten }: { isForgotten: boolean },
): Promise<void> {
  await trx
    .updateTable('dns_hostname')
    .set(eb => ({
      state: 'pending',
      failure: null,
      failure_detail: '',
      failing_since: null,
      attempts: 0,
      next_attempt_at: instantText(clock.now()),
      generation: eb('generation', '+', 1),
      ...(isForgotten && {
        written_value: '',
        written_ttl: null,
        last_update_at: null,
        verified_at: null,
        verified_by: null,
        found_values: '[]',
        // Consent to overwrite was given for the records of the other zone.
        is_overwriting: 0,
      }),
    }))
    .where('domain_id', '=', domainId)
    .where('value', '<>', '')
    .$if(!isForgotten, query => query.where('state', 'in', ['pending', 'retrying', 'failed']))
    .execute()
}

/** The whole names move with the domain. */
async function renameHostnames(trx: Trx, domainId: string, domain: string): Promise<void> {
  const rows = await trx.selectFrom('dns_hostname').select(['id', 'name']).where('domain_id', '=', domainId).execute()
  for (const { id, name } of rows) {
    const fullName = fullHostname(name, domain)
    if (fullName.length > dnsNameLengthMax) throw invalidField('domain', 'too_long')
    await trx.updateTable('dns_hostname').set({ full_name: fullName }).where('id', '=', id).execute()
    await saveSearchTerms(trx, 'dns_hostname', id, [fullName])
  }
}

/** Checks options against the kind, and servers by the outgoing rules; in the demo, too, although it calls none. */
function demandTargets({ config }: Pick<Context, 'config'>, { type, options, nameServers }: DnsDomainInput): void {
  const problems = optionProblems(type, options)
  if (problems.length > 0) {
    throw new AppError('request.invalid', {
      errors: problems.map(({ field, code }) => ({ field, code, message: validationTexts[code] })),
    })
  }
  const rules = { outgoingAllow: config.outgoingAllow, isDemo: false }
  const { server = '' } = options
  if (server !== '' && !isCallable(rules, type, server)) throw invalidField('options.server', 'dns_server.blocked')
  for (const [at, nameServer] of nameServers.entries()) {
    if (!isDnsTarget(rules, nameServer)) throw invalidField(`nameServers.${at}`, 'dns_server.blocked')
  }
}

type Rules = Parameters<typeof readTarget>[0]

function isCallable(rules: Rules, type: DnsDomainInput['type'], server: string): boolean {
  if (type === 'rfc2136') return isDnsTarget(rules, server)
  try {
    const { url, isAllowed } = readTarget(rules, server)
    return url.protocol === 'https:' || isAllowed
  } catch {
    return false
  }
}

function isDnsTarget(rules: Rules, server: string): boolean {
  try {
    readDnsTarget(rules, readNameServer(server))
    return true
  } catch {
    return false
  }
}

async function demandRoom(trx: Trx, customerId: string): Promise<void> {
  const { count } = await trx
    .selectFrom('dns_domain')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  if (count >= dnsDomainsMax) throw new AppError('dns_domain.too_many')
}

async function demandNew(
  trx: Trx,
  { customerId, domain, id = '' }: { customerId: string; domain: string; id: string | undefined },
): Promise<void> {
  const other = await trx
    .selectFrom('dns_domain')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('domain', '=', domain)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other !== undefined) throw invalidField('domain', 'dns_domain.taken')
}

function columnsOf({ domain, type, options, nameServers }: DnsDomainInput) {
  return { domain, type, options: JSON.stringify(options), name_servers: JSON.stringify(nameServers) }
}
