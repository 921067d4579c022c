/** Asks the name servers for a written value, and the provider whether a value still is there. */
import { instantText, plusMs } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import { askServers, isSilence, nameServersOf, type ServerAnswer } from '#server/dns-providers/authoritative.ts'
import type { Network, Provider, ProviderAccount, RecordName, RecordSet } from '#server/dns-providers/provider.ts'
import { ProviderError } from '#server/dns-providers/provider-error.ts'
import { networkOf } from './dns-account.commands.ts'
import { nameServersOfRow, type StoredDomain } from './dns-domain.queries.ts'
import { foundValuesOf, type StoredHostname } from './dns-hostname.queries.ts'
import { recordDiffering, recordLateWrite, recordUnpublished, recordVerified } from './dns-outcome.commands.ts'
import { listOwnChanges } from './dns-reconciliation.queries.ts'
import { isOnly, judgeDrift, ownEarlierMs } from './dns-reconciliation.rules.ts'

export type Verifying = {
  readonly runtime: Runtime
  readonly domain: StoredDomain
  readonly provider: Provider
  readonly account: ProviderAccount
}

/** After so many unanswered questions the provider's answer is enough: port 53 is blocked. */
const unansweredMax = 2

/** Verifies a written value, or looks for drift of a verified one. */
export async function verifyHostname(work: Verifying, row: StoredHostname): Promise<void> {
  const stored = await readStored(work, row)
  // Shortly after a write, a provider may still show the value before it.
  const isSettled = row.state !== 'published' || row.attempts > 0
  if (isSettled && stored !== undefined && (await noticeDrift(work, row, stored.values))) return
  const { answers, isSilent } = await askAll(work, row)
  if (answers.length > 0 && answers.every(answer => agrees(answer, row.value))) {
    return recordVerified(work.runtime, row, { by: 'servers' })
  }
  // Servers known to be silent are not waited for again.
  const isUnanswered = isSilent && (row.attempts >= unansweredMax || row.verified_by === 'provider')
  const isRight = stored !== undefined && isOnly(stored.values, row.value)
  if (isRight && (stored.isProxied || isUnanswered)) return recordVerified(work.runtime, row, { by: 'provider' })
  if (row.state !== 'published' && stored === undefined) {
    const values = answers.find(({ error }) => error === null)?.published?.values
    if (values !== undefined && (await noticeDrift(work, row, values))) return
  }
  if (row.state === 'differs' && !isRight) {
    // The values of others are gone before ours was ever there: nothing is left to decide.
    if (stored?.values.length === 0 && row.written_value === '') return recordLateWrite(work.runtime, row)
    // Nothing new is known: it remains a person's decision.
    return recordDiffering(work.runtime, row, stored?.values ?? foundValuesOf(row))
  }
  // Its only confirmation is the answer to the write.
  if (isUnanswered && !work.provider.capabilities.canRead) {
    return recordVerified(work.runtime, row, { by: 'provider', at: row.last_update_at })
  }
  await recordUnpublished(work.runtime, row, detailOf(work.domain, answers, row.value))
}

/** Whether the value is somebody else's, or an older one of ours. */
async function noticeDrift({ runtime }: Verifying, row: StoredHostname, values: readonly string[]): Promise<boolean> {
  const since = instantText(plusMs(runtime.clock.now(), -ownEarlierMs))
  const own = await listOwnChanges(runtime.db, row.id, since)
  const judgement = judgeDrift({ value: row.value, isProven: row.verified_at !== null }, values, own)
  // A value that is not written is queried like one that is not published yet.
  if (judgement === 'equal' || judgement === 'not_written') return false
  if (judgement === 'late_write') await recordLateWrite(runtime, row)
  else await recordDiffering(runtime, row, values)
  return true
}

/** undefined: the provider cannot be read, or not now. */
async function readStored(
  { runtime, provider, account }: Verifying,
  { name, type }: StoredHostname,
): Promise<RecordSet | undefined> {
  if (!provider.capabilities.canRead) return undefined
  try {
    return (await provider.read(account, [{ name, type }], networkOf(runtime)))[0]
  } catch (error) {
    if (error instanceof ProviderError) return undefined
    throw error
  }
}

/** For the value that a write would replace; a write does not wait for unreachable servers. */
const publishedTimeoutMs = 2_000
const namesAtOnce = 8

/**
 * The addresses that the name servers publish for each name, in their order; undefined where none of them answers. Once
 * they are silent, no further names are asked for.
 */
export async function readPublished(
  { runtime, domain }: Pick<Verifying, 'runtime' | 'domain'>,
  names: readonly RecordName[],
): Promise<readonly (readonly string[] | undefined)[]> {
  const network = { ...networkOf(runtime), timeoutMs: publishedTimeoutMs }
  const ask = async ({ name, type }: RecordName) => {
    const answers = await askServers(servers, domain.domain, { name, type }, network)
    const sets = answers.flatMap(({ published }) => (published === null ? [] : [published.values]))
    // Servers that differ are between two values; several values at one server are intended.
    return sets.toSorted((one, other) => other.length - one.length)[0]
  }
  const servers = names.length === 0 ? [] : await serversOf(domain, network)
  const found: (readonly string[] | undefined)[] = []
  for (let start = 0; start < names.length && servers.length > 0; start += namesAtOnce) {
    const slice = await Promise.all(names.slice(start, start + namesAtOnce).map(ask))
    found.push(...slice)
    if (slice.every(values => values === undefined)) break
  }
  return names.map((_, at) => found[at])
}

async function serversOf(domain: StoredDomain, network: Network): Promise<readonly string[]> {
  try {
    return await nameServersOf({ domain: domain.domain, nameServers: nameServersOfRow(domain) }, network)
  } catch (error) {
    if (error instanceof ProviderError) return []
    throw error
  }
}

type Asked = {
  readonly answers: readonly ServerAnswer[]
  /** No server was reached. One that refuses the domain counts as reached; a domain without servers is not silent. */
  readonly isSilent: boolean
}

async function askAll({ runtime, domain }: Verifying, row: StoredHostname): Promise<Asked> {
  const network = networkOf(runtime)
  const name = { name: row.name, type: row.type }
  try {
    const servers = await nameServersOf({ domain: domain.domain, nameServers: nameServersOfRow(domain) }, network)
    const answers = await askServers(servers, domain.domain, name, network)
    return { answers, isSilent: answers.every(({ error }) => error !== null && isSilence(error)) }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return { answers: [], isSilent: error.failure !== 'zone' }
  }
}

function agrees({ published }: ServerAnswer, value: string): boolean {
  return published !== null && isOnly(published.values, value)
}

/** The servers that disagree or do not answer, with their values. */
function detailOf({ domain }: StoredDomain, answers: readonly ServerAnswer[], value: string): string {
  if (answers.length === 0) return `NS ${domain}: –`
  return answers
    .filter(answer => !agrees(answer, value))
    .map(({ server, published }) => (published === null ? server : `${server}: ${published.values.join(', ') || '–'}`))
    .join('; ')
    .slice(0, 200)
}
