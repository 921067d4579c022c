/**
 * Makes the records at the providers equal to the wanted addresses, and asks the name servers (decision 0078). The
 * wanted address is stored before; one writer per domain, over all instances.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { instantText, minuteMs, plusMs } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import { newRandomId } from '#server/database/ids.ts'
import type { Provider, ProviderAccount, RecordChange, RecordName, RecordSet } from '#server/dns-providers/provider.ts'
import { ProviderError } from '#server/dns-providers/provider-error.ts'
import { accountOf, isReachable, networkOf, providerOfDomain } from './dns-account.commands.ts'
import type { StoredDomain } from './dns-domain.queries.ts'
import { foundValuesOf, type StoredHostname } from './dns-hostname.queries.ts'
import { noticeIncident } from './dns-incident.commands.ts'
import { recordDiffering, recordFailed, recordPaused, recordWritten } from './dns-outcome.commands.ts'
import {
  findPause,
  findStoredDomain,
  listDueDomains,
  listDueHostnames,
  listOwnChanges,
  listWantedHostnames,
} from './dns-reconciliation.queries.ts'
import {
  type Failed,
  failedOf,
  inTurns,
  isOfDomain,
  isOnly,
  judgeBeforeWrite,
  judgeDrift,
  ownEarlierMs,
} from './dns-reconciliation.rules.ts'
import { readPublished, verifyHostname } from './dns-verification.commands.ts'

/** Longer than any single call to a provider; renewed before each. */
const leaseMs = minuteMs
const atTheSameTime = 8
/** With the last calls a run ends before a stopping process is killed. */
const runMs = 7_000
const dueDomainsMax = 500
const dueHostnamesMax = 100
const roundsMax = 100
/** At most this many checks run before a new address gets its turn: silent name servers take long. */
const checksAtOnce = 5
/** Providers limit reads per second: names read before a refusal are written, so that each attempt makes progress. */
const readsAtOnce = 8
const pollMs = 200
const failureDetailMax = 200
/** Only a person can decide about values of others. */
const askAgainSeconds = 300

/** The open domain of one writer. */
type Work = {
  readonly runtime: Runtime
  readonly domain: StoredDomain
  readonly provider: Provider
  readonly account: ProviderAccount
  readonly renew: () => Promise<boolean>
}
type Planned = {
  readonly row: StoredHostname
  readonly expected: readonly string[] | null
  /** Of a provider that cannot be read: whether a name server has answered for the name. */
  readonly isPublished?: boolean
}
/** One request. */
type Group = {
  readonly planned: readonly Planned[]
  /** Values of others that the request would remove if it left them out. */
  readonly kept: readonly RecordChange[]
}

/** Works through due domains, several at the same time. The rest remains due for the next run. */
export async function reconcileDueDomains(runtime: Runtime): Promise<void> {
  const startedAt = performance.now()
  const due = await listDueDomains(runtime.db, instantText(runtime.clock.now()), dueDomainsMax)
  const queue = inTurns(due).values()
  const work = async () => {
    for (const id of queue) {
      if (performance.now() - startedAt > runMs) return
      await reconcileDomain(runtime, id)
    }
  }
  const outcomes = await Promise.allSettled(Array.from({ length: atTheSameTime }, work))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

/** Works through these domains until their host names are settled or the time is over; another writer may do it. */
export async function reconcileNow(
  runtime: Runtime,
  domainIds: readonly string[],
  { isSettled, withinMs }: { isSettled: () => Promise<boolean>; withinMs: number },
): Promise<void> {
  const startedAt = performance.now()
  const remaining = () => withinMs - (performance.now() - startedAt)
  const work = async () => {
    while (remaining() > 0) {
      await Promise.all(domainIds.map(id => reconcileDomain(runtime, id)))
      if (await isSettled()) return
      await wait(pollMs)
    }
  }
  const limit = new AbortController()
  const running = work().finally(() => limit.abort())
  await Promise.race([running, wait(withinMs, undefined, { signal: limit.signal }).catch(() => {})])
  running.catch(error => runtime.log.error({ err: error }, 'a DNS update failed after its answer'))
  if (limit.signal.aborted) await running
}

/** Writes the due host names of a domain, then verifies them, while there is time; only with the domain's lease. */
export async function reconcileDomain(runtime: Runtime, domainId: string): Promise<void> {
  const startedAt = performance.now()
  await asWriter(runtime, domainId, async renew => {
    for (let round = 0; round < roundsMax && performance.now() - startedAt < runMs; round += 1) {
      if (!(await reconcileOnce(runtime, domainId, renew))) break
    }
    await noticeIncident(runtime, domainId)
  })
}

/** The result of a domain's only writer; undefined while another has the lease. `renew` is false once it is lost. */
export async function asWriter<T>(
  runtime: Runtime,
  domainId: string,
  work: (renew: () => Promise<boolean>) => Promise<T>,
): Promise<T | undefined> {
  const writer = newRandomId()
  const renew = () => claim(runtime, domainId, writer)
  if (!(await renew())) return undefined
  try {
    return await work(renew)
  } finally {
    await runtime.db
      .updateTable('dns_domain')
      .set({ writer: null, writing_until: null })
      .where('id', '=', domainId)
      .where('writer', '=', writer)
      .execute()
  }
}

async function claim({ db, clock }: Runtime, domainId: string, writer: string): Promise<boolean> {
  const now = clock.now()
  const claimed = await db
    .updateTable('dns_domain')
    .set({ writer, writing_until: instantText(plusMs(now, leaseMs)) })
    .where('id', '=', domainId)
    .where(eb =>
      eb.or([eb('writer', 'is', null), eb('writer', '=', writer), eb('writing_until', '<', instantText(now))]),
    )
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

/** False when nothing is due, or the lease is lost. */
async function reconcileOnce(runtime: Runtime, domainId: string, renew: () => Promise<boolean>): Promise<boolean> {
  if (!(await renew())) return false
  const domain = await findStoredDomain(runtime.db, domainId)
  if (domain === undefined || !isReachable(runtime, domain)) return false
  const now = instantText(runtime.clock.now())
  const due = await listDueHostnames(runtime.db, domainId, { now, limit: dueHostnamesMax })
  if (due.length === 0) return false
  const account = openAccount(runtime, domain)
  if (account === undefined) {
    for (const row of due) await recordFailed(runtime, row, { kind: 'no_key', detail: '', retryAfterSeconds: null })
    return true
  }
  const work: Work = { runtime, domain, provider: providerOfDomain(domain), account, renew }
  const toWrite = due.filter(isToWrite)
  const pause = toWrite.length > 0 ? await findPause(runtime.db, domainId, now) : undefined
  if (pause !== undefined) for (const row of toWrite) await recordPaused(runtime, row, pause)
  else if (toWrite.length > 0) await writeHostnames(work, toWrite)
  else await Promise.all(due.slice(0, checksAtOnce).map(row => verifyHostname(work, row)))
  return true
}

function isToWrite({ state }: StoredHostname): boolean {
  return state === 'pending' || state === 'retrying' || state === 'failed'
}

/** A key that cannot be opened counts as missing. */
function openAccount(runtime: Runtime, domain: StoredDomain): ProviderAccount | undefined {
  try {
    return accountOf(runtime, domain)
  } catch (error) {
    runtime.log.error({ err: error, domainId: domain.id }, 'the key of a DNS domain cannot be opened')
    return undefined
  }
}

async function writeHostnames(work: Work, rows: readonly StoredHostname[]): Promise<void> {
  const planned = await planWrites(work, rows)
  if (planned.length === 0) return
  const groups = await groupsOf(work, planned)
  for (const [at, group] of groups.entries()) {
    const failed = await writeGroup(work, group)
    // The provider refuses the domain or is not there: the others would fail alike.
    if (failed === undefined || !concernsAll(failed)) continue
    for (const { row } of groups.slice(at + 1).flatMap(({ planned: each }) => each)) {
      await recordFailed(work.runtime, row, failed)
    }
    return
  }
}

/** Reads before it writes: a right value is only recorded, a value of others is left to a person. */
async function planWrites(work: Work, rows: readonly StoredHostname[]): Promise<Planned[]> {
  const { runtime, provider, account } = work
  if (!provider.capabilities.canRead) return planUnread(work, rows)
  const planned: Planned[] = []
  for (let start = 0; start < rows.length; start += readsAtOnce) {
    if (!(await work.renew())) break
    const slice = rows.slice(start, start + readsAtOnce)
    const present = await attempt(() => provider.read(account, slice.map(nameOf), networkOf(runtime)))
    if (present.ok) {
      planned.push(...(await planRead(work, slice, present.result)))
      continue
    }
    const isOfAll = concernsAll(present.failed)
    for (const row of isOfAll ? rows.slice(start) : slice) await recordFailed(runtime, row, present.failed)
    if (isOfAll) break
  }
  return planned
}

/** A provider that cannot be read replaces any value: name servers show whether the present one belongs to others. */
async function planUnread(work: Work, rows: readonly StoredHostname[]): Promise<Planned[]> {
  const published = await readPublished(work, rows)
  const planned: Planned[] = []
  for (const [at, row] of rows.entries()) {
    const values = published[at]
    const isOfOthers = values !== undefined && values.length > 1 && row.is_overwriting === 0
    if (isOfOthers) await recordDiffering(work.runtime, row, values)
    else planned.push({ row, expected: null, isPublished: values !== undefined })
  }
  return planned
}

/** The writes for the host names that have been read. */
async function planRead(
  { runtime, provider }: Work,
  rows: readonly StoredHostname[],
  present: readonly RecordSet[],
): Promise<Planned[]> {
  const planned: Planned[] = []
  for (const [at, row] of rows.entries()) {
    const set = present[at] ?? { values: [], ttl: null, isProxied: false }
    const wanted = { value: row.value, ttl: row.ttl, isOverwriting: row.is_overwriting === 1 }
    const judgement = judgeBeforeWrite(wanted, set, provider.capabilities.ttlMin)
    if (judgement === 'equal') await recordWritten(runtime, row)
    else if (judgement === 'differs' || (await isChangedBehind(runtime, row, set.values))) {
      await recordDiffering(runtime, row, set.values)
    } else planned.push({ row, expected: set.values })
  }
  return planned
}

/** Somebody has replaced the value since the provider accepted it. Only another wanted value overwrites theirs. */
async function isChangedBehind(
  { db, clock }: Runtime,
  row: StoredHostname,
  values: readonly string[],
): Promise<boolean> {
  const isAccepted = row.written_value !== '' && row.written_value === row.value
  if (!isAccepted || row.is_overwriting === 1 || values.length !== 1 || isOnly(values, row.value)) return false
  const own = await listOwnChanges(db, row.id, instantText(plusMs(clock.now(), -ownEarlierMs)))
  return judgeDrift({ value: row.value, isProven: row.verified_at !== null }, values, own) === 'differs'
}

/** The names of each request. A name whose other family would lose values of others is left as it is. */
async function groupsOf(work: Work, planned: readonly Planned[]): Promise<Group[]> {
  const { runtime, domain, provider } = work
  if (provider.capabilities.isAtomic) return [{ planned, kept: [] }]
  if (!provider.capabilities.writesBothFamilies) return planned.map(each => ({ planned: [each], kept: [] }))
  const all = await listWantedHostnames(runtime.db, domain.id)
  const byName = [...Map.groupBy(planned, ({ row }) => row.name)]
  const others = byName.flatMap(([name, group]) => otherFamily(name, group))
  // Silent servers are not waited for twice.
  const published = planned.some(({ isPublished }) => isPublished) ? await readPublished(work, others) : []
  const groups: Group[] = []
  for (const [name, group] of byName) {
    const at = others.findIndex(each => each.name === name)
    const other = others[at]
    const row = other && all.find(each => each.name === name && each.type === other.type)
    const found = row?.state === 'differs' ? foundValuesOf(row) : (published[at] ?? [])
    const isOurs = row !== undefined && row.state !== 'differs'
    if (other !== undefined && found.length > 1 && row?.is_overwriting !== 1) {
      const detail = `${other.type}: ${found.toSorted().join(', ')}`.slice(0, failureDetailMax)
      for (const each of group) {
        await recordFailed(runtime, each.row, { kind: 'conflict', detail, retryAfterSeconds: askAgainSeconds })
      }
    } else if (isOurs) groups.push({ planned: [...group, { row, expected: null }], kept: [] })
    else groups.push({ planned: group, kept: keptOf(group, other, found[0]) })
  }
  return groups
}

/** The family of a name that is not in the request. */
function otherFamily(name: string, group: readonly Planned[]): RecordName[] {
  const types = new Set(group.map(({ row }) => row.type))
  return types.size === 2 ? [] : [{ name, type: types.has('A') ? 'AAAA' : 'A' }]
}

/** A single value of somebody else, sent along so that it stays. */
function keptOf([first]: readonly Planned[], other: RecordName | undefined, value: string | undefined): RecordChange[] {
  if (first === undefined || other === undefined || value === undefined) return []
  return [{ ...other, value, ttl: first.row.ttl }]
}

/** The failure, if there was one. A single wrong name does not block the other names of an atomic request. */
async function writeGroup(work: Work, { planned, kept }: Group): Promise<Failed | undefined> {
  const { runtime, provider, account } = work
  if (!(await work.renew())) return { kind: 'unavailable', detail: '', retryAfterSeconds: null }
  const changes = [...planned.map(changeOf), ...kept]
  const written = await attempt(() => provider.write(account, changes, networkOf(runtime)))
  if (written.ok) {
    for (const { row } of planned) await recordWritten(runtime, row)
    return undefined
  }
  const isOfOneName = ['name', 'input', 'conflict'].includes(written.failed.kind)
  if (isOfOneName && planned.length > 1 && provider.capabilities.isAtomic) {
    for (const each of planned) await writeGroup(work, { planned: [each], kept: [] })
    return undefined
  }
  for (const { row } of planned) await recordFailed(runtime, row, written.failed)
  return written.failed
}

function concernsAll({ kind }: Failed): boolean {
  return isOfDomain(kind) || ['limit', 'unavailable', 'blocked', 'unsupported'].includes(kind)
}

function nameOf({ name, type }: StoredHostname) {
  return { name, type }
}

function changeOf({ row, expected }: Planned): RecordChange {
  return { name: row.name, type: row.type, value: row.value, ttl: row.ttl, ...(expected !== null && { expected }) }
}

/** The result of a provider's call, or the failure; anything else is a fault of ours. */
async function attempt<T>(call: () => Promise<T>): Promise<{ ok: true; result: T } | { ok: false; failed: Failed }> {
  try {
    return { ok: true, result: await call() }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return { ok: false, failed: failedOf(error) }
  }
}
