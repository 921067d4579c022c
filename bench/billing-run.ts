/**
 * Measures the ticket list while a billing run drafts and issues its invoices, against the same list on the same
 * process at rest, and the memory of that process. The thread that renders needs a processor of its own, so nothing is
 * pinned.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { csrfTokenOf, listRequests } from './bench-requests.ts'
import { isRoundDue, type LoadRequest, type Round, runRound } from './load.ts'
import { median } from './median.ts'
import { type BenchSession, seed, seedBillable } from './seed.ts'
import { memoryMb, startProduct, type Target } from './servers.ts'

const port = 4806
const month = '2026-02'
const leastKept = 0.5
const p99FactorMax = 5
const memoryMbMax = 400
const warmUpRounds = 3
/** A run that makes no progress for this long has failed. */
const patienceMs = 120_000

const business = {
  companyName: 'Muster Technik',
  ownerName: 'Kim Lund',
  address: { street: 'Lindenstraße 5', zip: '89073', city: 'Ulm', country: 'DE' },
  phone: '+49 731 1234567',
  email: 'rechnung@muster.example',
  vatId: 'DE123456788',
  taxNumber: '88/123/45678',
  iban: 'DE02 1203 0000 0000 2020 51',
}

const phases = ['drafting', 'issuing'] as const

/** The list in each round of a phase against the list just before and after it: the speed of a machine changes. */
type Phase = { readonly kept: readonly number[]; readonly p99Factors: readonly number[]; readonly memoryMb: number }
type Turn = Readonly<Record<(typeof phases)[number], Phase>>

/** Names of the broken promises. `folder` is for the data. A missed target is measured again, in a new portal. */
export async function measureBillingRun(folder: string, invoices: number, rounds: number): Promise<string[]> {
  const turns: Turn[] = []
  const isKept = () => phases.every(name => verdictOf(turns, name).isKept)
  while (isRoundDue(turns.length, 1, isKept)) {
    turns.push(await measureTurn(join(folder, `billing-run-${turns.length}`), invoices, rounds))
  }
  return phases.flatMap(name => {
    const { text, isKept } = verdictOf(turns, name)
    process.stdout.write(`ticket list while a billing run is ${name}: ${text}\n`)
    return isKept ? [] : [`billing run, ${name}`]
  })
}

function verdictOf(turns: readonly Turn[], name: keyof Turn): { text: string; isKept: boolean } {
  const measured = turns.map(turn => turn[name])
  const kept = median(measured.flatMap(phase => phase.kept))
  const factor = median(measured.flatMap(phase => phase.p99Factors))
  const highestMb = Math.max(...measured.map(({ memoryMb }) => memoryMb))
  const rounds = measured.flatMap(phase => phase.kept).length
  const text =
    `${kept.toFixed(2)} of its requests (at least ${leastKept}), ` +
    `p99 ${factor.toFixed(1)} times its own (at most ${p99FactorMax}), ` +
    `${highestMb} MB (at most ${memoryMbMax}), ${rounds} rounds`
  return { text, isKept: kept >= leastKept && factor <= p99FactorMax && highestMb <= memoryMbMax }
}

async function measureTurn(dataDir: string, invoices: number, rounds: number): Promise<Turn> {
  const { target, customers, admin } = await openPortal(dataDir, invoices)
  try {
    const list = listRequests(customers)
    const call = await caller(target, admin)
    await call('PATCH', '/api/backend/business-profile/', business)
    const series = { kind: 'invoice', form: 'RE-{year}-{number:5}', start: 1 }
    await call('PUT', '/api/backend/admin/number-series/', series)
    for (let round = 0; round < warmUpRounds; round += 1) await runRound(target, list)

    const before = await atRest(target, list, rounds)
    await call('POST', '/api/backend/billing-run/', { month, grouping: 'entry', vatCase: 'standard' })
    const drafting = await whileAtWork(target, list, call)
    const between = await atRest(target, list, rounds)
    await call('POST', '/api/backend/billing-run/publication/', { month })
    const issuing = await whileAtWork(target, list, call)
    const after = await atRest(target, list, rounds)
    const { drafts } = await call('GET', `/api/backend/billing-run/?month=${month}`)
    const issued = drafts.filter(({ invoice }) => invoice.state === 'issued').length
    if (issued !== invoices) throw new Error(`${issued} of ${invoices} were issued: ${JSON.stringify(drafts[0])}`)
    return {
      drafting: phaseOf(drafting, [...before, ...between]),
      issuing: phaseOf(issuing, [...between, ...after]),
    }
  } finally {
    await target.stop()
  }
}

async function openPortal(dataDir: string, invoices: number) {
  mkdirSync(dataDir)
  const empty = await startProduct({ dataDir, port })
  await empty.stop()
  const file = join(dataDir, 'portal.sqlite')
  const sessions = seed(file, 1)
  const db = new DatabaseSync(file)
  seedBillable(db, invoices, month)
  // The number series and the profile ask for a fresh login.
  db.prepare('update session set authenticated_at = ?').run(new Date().toISOString())
  db.close()
  return { ...sessions, target: await startProduct({ dataDir, port, isPinned: false }) }
}

async function atRest(target: Target, list: LoadRequest[], count: number): Promise<Round[]> {
  const rounds: Round[] = []
  for (let round = 0; round < count; round += 1) rounds.push(await runRound(target, list))
  return rounds
}

type Measured = { rounds: Round[]; memoryMb: number }

/** Rounds until the run is idle; one that began or ended beside the work counts, too: most do not. */
async function whileAtWork(target: Target, list: LoadRequest[], call: Call): Promise<Measured> {
  const rounds: Round[] = []
  let highestMb = 0
  let last = { done: -1, at: Date.now() }
  for (;;) {
    const run = await call('GET', `/api/backend/billing-run/?month=${month}`)
    if (run.state === 'idle') break
    if (run.doneCount !== last.done) last = { done: run.doneCount, at: Date.now() }
    if (Date.now() - last.at > patienceMs) throw new Error(`the billing run stands at ${run.doneCount}`)
    rounds.push(await runRound(target, list))
    highestMb = Math.max(highestMb, memoryMb(target.process))
  }
  return { rounds, memoryMb: highestMb }
}

function phaseOf({ rounds, memoryMb }: Measured, rest: Round[]): Phase {
  if (rounds.length === 0) throw new Error('The billing run was over before it could be measured.')
  const own = { perSecond: median(rest.map(round => round.perSecond)), p99Ms: median(rest.map(round => round.p99Ms)) }
  return {
    kept: rounds.map(({ perSecond }) => perSecond / own.perSecond),
    p99Factors: rounds.map(({ p99Ms }) => p99Ms / own.p99Ms),
    memoryMb,
  }
}

type Run = { state: string; doneCount: number; drafts: { invoice: { state: string } }[] }
type Call = (method: string, path: string, body?: object) => Promise<Run>

/** Calls as the admin. */
async function caller(target: Target, admin: BenchSession): Promise<Call> {
  const cookie = `sid=${admin.token}`
  const csrf = await csrfTokenOf(target, cookie)
  return async (method, path, body) => {
    const answer = await fetch(`${target.origin}${path}`, {
      method,
      headers: {
        cookie: `${cookie}; csrftoken=${csrf}`,
        'x-csrftoken': decodeURIComponent(csrf),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    // The answer of the billing run; of other calls nothing is read.
    return JSON.parse(text) as Run
  }
}
