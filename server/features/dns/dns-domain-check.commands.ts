import type { DnsDomainCheck } from '#contract/dns-domains.ts'
import { AppError } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { countOn } from '#server/auth/throttle.ts'
import { instantText, minuteMs } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { isAmongServers, nameServersOf } from '#server/dns-providers/authoritative.ts'
import { askForZone, readNameServer } from '#server/dns-providers/name-server.ts'
import type { Provider, ProviderAccount, ProviderCheck } from '#server/dns-providers/provider.ts'
import { ProviderError } from '#server/dns-providers/provider-error.ts'
import { judgeDelegation } from './dns.rules.ts'
import { accountOf, demandReachable, networkOf, providerOfDomain } from './dns-account.commands.ts'
import { writeAgain } from './dns-domain.commands.ts'
import {
  type FoundDomain,
  getDomain,
  getDomainToChange,
  nameServersOfRow,
  type StoredDomain,
} from './dns-domain.queries.ts'
import { asWriter } from './dns-reconciliation.commands.ts'
import { listWantedHostnames } from './dns-reconciliation.queries.ts'
import { isOnly } from './dns-reconciliation.rules.ts'

type Step = DnsDomainCheck['key']

const askedChecks = { limit: 6, windowMs: minuteMs }
const ok: Step = { result: 'ok', failure: null, detail: '' }
const unknown: Step = { result: 'unknown', failure: null, detail: '' }

/**
 * Checks the connection to the provider, without a change to any record. After a good check, failures of the whole
 * domain are retried. 404 outside the scope, 409 `dns_domain.no_key`, in the demo `dns_domain.not_in_demo`, 429
 * `throttled`.
 */
export async function checkDomain(context: Context, id: string): Promise<FoundDomain> {
  const { row } = await getDomain(context.db, context.scope, id)
  if (row.sealed_api_key === null) throw new AppError('dns_domain.no_key')
  demandReachable(context, row)
  await countOn(context, 'dns_check', id, askedChecks)
  const [provider, delegation] = await Promise.all([checkProvider(context, row), checkDelegation(context, row)])
  const { ttlMin, nameServers, ...steps } = provider
  const check: DnsDomainCheck = {
    at: instantText(context.clock.now()),
    ...steps,
    delegation: await delegatedHere(context, row, { delegation, own: nameServers }),
  }
  return inTransaction(context, async trx => {
    const { row: current } = await getDomainToChange(trx, context.scope, id)
    // Another account meanwhile: this result is about the former one.
    if (current.sealed_api_key !== row.sealed_api_key || current.revision !== row.revision) {
      return getDomain(trx, context.scope, id)
    }
    const isGood = check.key.result === 'ok' && check.zone.result === 'ok'
    await trx
      .updateTable('dns_domain')
      .set({
        last_check: JSON.stringify(check),
        ...(ttlMin !== undefined && { ttl_min: ttlMin }),
        ...(isGood && { failure: null, failure_detail: '', failing_since: null }),
      })
      .where('id', '=', id)
      .execute()
    if (isGood && current.failure !== null) await writeAgain(trx, context, id, { isForgotten: false })
    await recordAudit(trx, context, { action: 'dns_domain.checked', subjectKind: 'dns_domain', subjectId: id })
    return getDomain(trx, context.scope, id)
  })
}

type ProviderSteps = Pick<DnsDomainCheck, 'key' | 'zone' | 'write'> & Partial<ProviderCheck>

async function checkProvider(context: Context, row: StoredDomain): Promise<ProviderSteps> {
  const provider = providerOfDomain(row)
  const account = accountOf(context, row)
  if (account === undefined) throw new AppError('dns_domain.no_key')
  try {
    const found = await provider.check(account, networkOf(context))
    return { key: ok, zone: ok, write: await checkWrite(context, row, { provider, account }), ...found }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    // dyndns2 has no call that changes nothing.
    if (error.failure === 'unsupported') return { key: unknown, zone: unknown, write: unknown }
    const failed: Step = { result: 'failed', failure: error.failure, detail: error.detail ?? '' }
    if (error.failure === 'key') return { key: failed, zone: unknown, write: unknown }
    if (error.failure === 'zone') return { key: ok, zone: failed, write: unknown }
    if (error.failure === 'name') return { key: ok, zone: ok, write: failed }
    return { key: { ...failed, result: 'unknown' }, zone: unknown, write: unknown }
  }
}

/**
 * Whether the key may write. Where the provider has read-only keys, only a write shows it: the present value of a host
 * name, which changes nothing. Unknown before the first host name is right.
 */
async function checkWrite(
  context: Context,
  row: StoredDomain,
  { provider, account }: { provider: Provider; account: ProviderAccount },
): Promise<Step> {
  if (provider.capabilities.checkProvesWrite) return ok
  if (!provider.capabilities.canRead) return unknown
  const hostname = (await listWantedHostnames(context.db, row.id)).find(({ state }) => state === 'current')
  if (hostname === undefined) return unknown
  const { name, type, value } = hostname
  const writeBack = async (): Promise<Step> => {
    const [present] = await provider.read(account, [{ name, type }], networkOf(context))
    // An equal value is written only over itself: another one is drift, and left to the daily check.
    if (!present || !isOnly(present.values, value) || present.ttl === null) return unknown
    const same = { name, type, value, ttl: present.ttl, expected: present.values }
    await provider.write(account, [same], networkOf(context))
    return ok
  }
  const step = await asWriter(context, row.id, () =>
    writeBack().catch((error): Step => {
      if (!(error instanceof ProviderError)) throw error
      const isRefused = error.failure === 'key' || error.failure === 'name'
      return { result: isRefused ? 'failed' : 'unknown', failure: error.failure, detail: error.detail ?? '' }
    }),
  )
  return step ?? unknown
}

/** Whether the servers that the domain is delegated to publish its zone; `detail` names them. */
async function checkDelegation(context: Context, row: StoredDomain): Promise<Step> {
  const network = networkOf(context)
  try {
    const servers = await nameServersOf({ domain: row.domain, nameServers: nameServersOfRow(row) }, network)
    const answers = await Promise.allSettled(
      servers.map(server => askForZone(readNameServer(server), row.domain, network)),
    )
    const refused = answers.flatMap(({ status }, at) => (status === 'rejected' ? [servers[at] ?? ''] : []))
    if (refused.length === 0) return { ...ok, detail: servers.join(', ') }
    const isSilent = answers.every(
      answer =>
        answer.status === 'rejected' && answer.reason instanceof ProviderError && answer.reason.failure !== 'zone',
    )
    return isSilent
      ? { result: 'unknown', failure: 'unavailable', detail: refused.join(', ') }
      : { result: 'failed', failure: 'zone', detail: refused.join(', ') }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const isZone = error.failure === 'zone'
    return { result: isZone ? 'failed' : 'unknown', failure: error.failure, detail: error.detail ?? '' }
  }
}

/** Compares the servers that publish the zone with those that the provider states; `own` is undefined without any. */
async function delegatedHere(
  context: Context,
  row: StoredDomain,
  { delegation, own }: { delegation: Step; own: readonly string[] | undefined },
): Promise<Step> {
  if (delegation.result !== 'ok' || own === undefined) return delegation
  const isOwn = await isAmongServers(delegation.detail.split(', '), own, networkOf(context))
  return judgeDelegation(delegation, { isOwn, isSet: nameServersOfRow(row).length > 0 })
}
