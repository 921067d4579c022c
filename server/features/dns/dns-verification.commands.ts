/** Asks the name servers for a written value, and the provider whether a value still is there. */
import { dayMs, instantText, plusMs } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import { askServers, nameServersOf, type ServerAnswer } from '#server/dns-providers/authoritative.ts'
import type { Provider, ProviderAccount, RecordSet } from '#server/dns-providers/provider.ts'
import { ProviderError } from '#server/dns-providers/provider-error.ts'
import { networkOf } from './dns-account.commands.ts'
import { nameServersOfRow, type StoredDomain } from './dns-domain.queries.ts'
import type { StoredHostname } from './dns-hostname.queries.ts'
import { recordDiffering, recordLateWrite, recordUnpublished, recordVerified } from './dns-outcome.commands.ts'
import { listOwnChanges } from './dns-reconciliation.queries.ts'
import { isOnly, judgeDrift } from './dns-reconciliation.rules.ts'

export type Verifying = {
  readonly runtime: Runtime
  readonly domain: StoredDomain
  readonly provider: Provider
  readonly account: ProviderAccount
}

/** Values of ours from this long ago are late writes, not drift. */
const ownEarlierMs = dayMs
/** After so many unanswered questions the provider's answer is enough: port 53 is blocked. */
const unansweredMax = 2

/** Verifies a written value, or looks for drift of a verified one. */
export async function verifyHostname(work: Verifying, row: StoredHostname): Promise<void> {
  const stored = await readStored(work, row)
  // Moments after a write, a provider may still show the value before it.
  const isSettled = row.state !== 'published' || row.attempts > 0
  if (isSettled && stored !== undefined && (await noticeDrift(work, row, stored.values))) return
  const answers = await askAll(work, row)
  const published = answers.filter(({ error }) => error === null)
  if (answers.length > 0 && answers.every(answer => agrees(answer, row.value))) {
    return recordVerified(work.runtime, row, 'servers')
  }
  const isUnanswered = published.length === 0 && row.attempts >= unansweredMax
  const isRight = stored !== undefined && isOnly(stored.values, row.value)
  if (isRight && (stored.isProxied || isUnanswered)) return recordVerified(work.runtime, row, 'provider')
  if (row.state !== 'published' && stored === undefined) {
    const [first] = published
    const values = first?.published?.values
    if (values !== undefined && (await noticeDrift(work, row, values))) return
  }
  await recordUnpublished(work.runtime, row, detailOf(answers, row.value))
}

/** Whether the value is somebody else's, or an older one of ours. */
async function noticeDrift({ runtime }: Verifying, row: StoredHostname, values: readonly string[]): Promise<boolean> {
  const since = instantText(plusMs(runtime.clock.now(), -ownEarlierMs))
  const own = await listOwnChanges(runtime.db, row.id, since)
  const judgement = judgeDrift({ value: row.value, isProven: row.verified_at !== null }, values, own)
  // A value that is not written is asked for like one that is not published yet.
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

async function askAll({ runtime, domain }: Verifying, row: StoredHostname): Promise<readonly ServerAnswer[]> {
  const network = networkOf(runtime)
  const name = { name: row.name, type: row.type }
  try {
    const servers = await nameServersOf({ domain: domain.domain, nameServers: nameServersOfRow(domain) }, network)
    return await askServers(servers, domain.domain, name, network)
  } catch (error) {
    if (error instanceof ProviderError) return []
    throw error
  }
}

function agrees({ published }: ServerAnswer, value: string): boolean {
  return published !== null && isOnly(published.values, value)
}

/** The servers that disagree or do not answer, with their values. */
function detailOf(answers: readonly ServerAnswer[], value: string): string {
  return answers
    .filter(answer => !agrees(answer, value))
    .map(({ server, published }) => (published === null ? server : `${server}: ${published.values.join(', ') || '–'}`))
    .join('; ')
    .slice(0, 200)
}
