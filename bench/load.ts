/** One round of load on one target, and the ratio of two targets over alternating rounds. */
import autocannon from 'autocannon'
import { median } from './median.ts'
import { processorMs, type Target } from './servers.ts'

export type LoadRequest = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string } & {
  /** Other headers for each request. */
  setupRequest?: (request: object) => object
}

export type Round = { perSecond: number; processorUs: number; p99Ms: number }

const roundSeconds = 1
const connections = 16
/** A side is warm after this many rounds in a row that are not its fastest. */
const warmRounds = 2
const warmUpRoundsMax = 12

export async function runRound(target: Target, requests: LoadRequest[]): Promise<Round> {
  const before = processorMs(target.process)
  const result = await autocannon({
    url: target.origin,
    connections,
    duration: roundSeconds,
    requests: requests.map(request => ({ ...request })),
  })
  const answered = result['2xx']
  if (answered === 0 || result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${target.name}: ${result.non2xx} refused, ${result.errors} broken of ${result.requests.total} (${requests[0]?.path})`,
    )
  }
  const usedMs = processorMs(target.process) - before
  return { perSecond: answered / result.duration, processorUs: (usedMs * 1000) / answered, p99Ms: result.latency.p99 }
}

/** A neighbour of a virtual machine easily costs a round: a missed target is measured again, and all rounds count. */
const usualTurnsMax = 3
/** For ratios of rounds of one second, and for the longest waits: they vary with the machine for minutes. */
export const noisyTurnsMax = 6

export function isRoundDue(done: number, rounds: number, isKept: () => boolean, turnsMax = usualTurnsMax): boolean {
  return done === 0 || done % rounds > 0 || (done < turnsMax * rounds && !isKept())
}

type Loaded = { readonly target: Target; readonly requests: LoadRequest[] }

export type Comparison = { ratio: number; one: Round; other: Round }

/**
 * Rounds alternate A B A B, so that other load affects both; the ratio is the median of the rounds' ratios. Below
 * `ratioMin` there are more of them, with new processes: those of one build differ by up to a tenth.
 */
export async function compare(
  one: Loaded,
  other: Loaded,
  { rounds, ratioMin }: { readonly rounds: number; readonly ratioMin: number | null },
): Promise<Comparison> {
  await warmUp(one)
  await warmUp(other)
  const pairs: { a: Round; b: Round }[] = []
  const ratio = () => median(pairs.map(({ a, b }) => a.perSecond / b.perSecond))
  while (isRoundDue(pairs.length, rounds, () => ratio() >= (ratioMin ?? 0), noisyTurnsMax)) {
    if (pairs.length > 0 && pairs.length % rounds === 0) await renew(one, other)
    pairs.push({ a: await runRound(one.target, one.requests), b: await runRound(other.target, other.requests) })
  }
  const summary = (rounds: Round[]): Round => ({
    perSecond: median(rounds.map(r => r.perSecond)),
    processorUs: median(rounds.map(r => r.processorUs)),
    p99Ms: median(rounds.map(r => r.p99Ms)),
  })
  return {
    ratio: ratio(),
    one: summary(pairs.map(pair => pair.a)),
    other: summary(pairs.map(pair => pair.b)),
  }
}

async function renew(one: Loaded, other: Loaded): Promise<void> {
  for (const target of new Set([one.target, other.target])) await target.restart()
  await warmUp(one)
  await warmUp(other)
}

/** Rounds that do not count: the product gets faster for up to ten seconds. */
async function warmUp({ target, requests }: Loaded): Promise<void> {
  const speeds: number[] = []
  const isWarm = () => speeds.length - speeds.indexOf(Math.max(...speeds)) > warmRounds
  while (!isWarm() && speeds.length < warmUpRoundsMax) speeds.push((await runRound(target, requests)).perSecond)
}
