/**
 * `npm run prove -- flood`: the worst calls of visitors and one customer, four loops at a time, while another customer
 * works. The median of the other customer stays below three times its undisturbed value, measured alternately in the
 * same run. The memory of the server stays within its bounds, and each call gets its expected answers.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { entryDescriptionLengthMax } from '#contract/limits.ts'
import { leaveOutJobs } from '#e2e/loaded-demo.ts'
import { unexpectedAnswers } from '#server/testing/flood-answers.ts'
import { type FloodCall, type FloodTargets, floodCalls, worstText } from '#server/testing/flood-calls.ts'
import { killRunning, startServer, stop } from '#server/testing/processes.ts'
import type { Aftermath, Attack } from './flood/attack.ts'
import { type Client, openClient } from './flood/client.ts'

const password = 'Sonnenstrom-2026'
const loops = 4
const rounds = 5
const phaseMs = 1_500
const ratioMax = 3
/** The process itself, and two password hashes of 64 MB that run at once. */
const memoryMbMax = 500 + 2 * 64
const manyEntries = 1_250

const folder = mkdtempSync(join(tmpdir(), 'portal-flood-'))
const server = await startQuietDemo()
let networks = 0
let largestMb = 0
try {
  await prove()
} finally {
  await stop(server)
  killRunning()
  rmSync(folder, { recursive: true, force: true })
}

/** A demo whose year of savings keeps no processor busy and takes no memory. */
async function startQuietDemo(): ReturnType<typeof startServer> {
  const environment = { DEMO: '1', DATA_DIR: folder, LOG_LEVEL: 'error', TRUSTED_PROXIES: '127.0.0.1' }
  await stop(await startServer(environment))
  leaveOutJobs({ dataDir: folder })
  return startServer(environment)
}

async function prove(): Promise<void> {
  const admin = await openClient(server.url, 'demo-admin', password)
  const victim = await openClient(server.url, 'demo-neu', password)
  // Has invoices and a site.
  const attacker = await openClient(server.url, 'demo-kunde', password)
  const visitor = await openClient(server.url)
  const targets = await makeTargets(admin, attacker)
  // A running portal has no compilation at run time.
  await medianOf(victim, phaseMs)
  takePeakMb()
  let isGood = true
  for (const call of floodCalls(targets)) {
    const headersOf =
      call.by === 'visitor' ? () => ({ ...visitor.headers, ...fromElsewhere() }) : () => attacker.headers
    isGood = (await judge(call, victim, headersOf)) && isGood
  }
  process.stdout.write(`\nLargest memory of the server: ${largestMb} MB\n`)
  if (!isGood || largestMb > memoryMbMax) process.exitCode = 1
}

async function judge(call: FloodCall, victim: Client, headersOf: () => Attack['headers']): Promise<boolean> {
  const ratios: number[] = []
  let after: Aftermath = { statuses: {}, largestAnswer: 0 }
  for (let round = 0; round < rounds; round += 1) {
    const idle = await medianOf(victim, phaseMs)
    const attack = await begin({ origin: server.url, headers: headersOf(), call, loops })
    const flooded = await medianOf(victim, phaseMs)
    after = mergedAftermath(after, await end(attack))
    ratios.push(flooded / idle)
  }
  const ratio = ratios.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
  const mb = takePeakMb()
  largestMb = Math.max(largestMb, mb)
  const answers = Object.entries(after.statuses).map(([status, count]) => `${count} × ${status}`)
  const unexpected = unexpectedAnswers(call, after.statuses)
  const isGood = ratio < ratioMax && after.largestAnswer <= call.answerBytesMax && unexpected.length === 0
  const remark = unexpected.length === 0 ? '' : ` (not expected: ${unexpected.join(', ')})`
  process.stdout.write(
    `${isGood ? 'ok    ' : 'LOOK  '} ${call.by}: ${call.name}: others ${ratio.toFixed(2)} × idle; ${answers.join(', ')}${remark}; at most ${after.largestAnswer} bytes; ${mb} MB\n`,
  )
  return isGood
}

/** Another network each time: its budgets are unused. */
function fromElsewhere(): Attack['headers'] {
  networks += 1
  return { 'x-forwarded-for': `198.18.${networks >> 8}.${networks & 255}` }
}

function mergedAftermath(one: Aftermath, other: Aftermath): Aftermath {
  const statuses = { ...one.statuses }
  for (const [status, count] of Object.entries(other.statuses)) statuses[status] = (statuses[status] ?? 0) + count
  return { statuses, largestAnswer: Math.max(one.largestAnswer, other.largestAnswer) }
}

/** The median time of a customer page's requests, in ms. */
async function medianOf(victim: Client, durationMs: number): Promise<number> {
  const paths = ['/api/auth/session/', '/api/backend/tickets/', '/api/backend/requests/', '/api/backend/services/']
  const times: number[] = []
  const until = performance.now() + durationMs
  for (let at = 0; performance.now() < until; at += 1) {
    const before = performance.now()
    const { status } = await victim.call({ method: 'GET', path: paths[at % paths.length] ?? '' })
    if (status !== 200) throw new Error(`The others are refused: ${status}`)
    times.push(performance.now() - before)
    await delay(5)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

async function begin(attack: Attack): Promise<ChildProcess> {
  const child = fork(new URL('./flood/attack.ts', import.meta.url))
  await once(child, 'spawn')
  child.send(attack)
  // Its loops are running.
  await delay(500)
  return child
}

async function end(child: ChildProcess): Promise<Aftermath> {
  const answered = once(child, 'message')
  child.send('end')
  // The only message it sends.
  const [aftermath] = (await answered) as [Aftermath]
  return aftermath
}

/** A ticket of the attacker with more entries than are returned with it, an invoice, and sites: one read, one written. */
async function makeTargets(admin: Client, attacker: Client): Promise<FloodTargets> {
  const read = async (path: string) => {
    const answer = await attacker.call({ method: 'GET', path })
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.body}`)
    return JSON.parse(answer.body)
  }
  const send = async (path: string, body: object) => {
    const answer = await admin.call({ method: 'POST', path, body: JSON.stringify(body) })
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.body}`)
    return JSON.parse(answer.body)
  }
  const { customerId } = (await read('/api/auth/session/')).user
  const ticket = await send('/api/backend/tickets/', { name: 'Alle Wünsche', customerId, progress: 'inProgress' })
  const description = worstText(entryDescriptionLengthMax)
  for (let at = 0; at < manyEntries; at += 1) {
    await send('/api/backend/ticket-entries/', { ticketId: ticket.id, name: `Wunsch ${at}`, description })
  }
  const { results: invoices } = await read('/api/backend/invoices/')
  const { id } = invoices.find(({ kind }: { kind: string }) => kind === 'written')
  const invoice = await read(`/api/backend/invoices/${id}/`)
  const { results: sites } = await read('/api/backend/energy-sites/')
  const pushed = await send('/api/backend/energy-sites/', { customerId, name: 'Scheune', usualChannels: true })
  const { token } = await send(`/api/backend/energy-sites/${pushed.id}/key/`, {})
  return {
    ticketId: ticket.id,
    invoice: { id: invoice.id, asked: { lineId: invoice.written.lines[0].id } },
    site: { id: sites[0].id, pushPath: `/api/energy/${token}/readings/` },
    now: new Date(),
    password,
  }
}

/** The peak memory of the server since the last call; each call resets it (Linux). */
function takePeakMb(): number {
  const text = readFileSync(`/proc/${server.process.pid}/status`, 'utf8')
  writeFileSync(`/proc/${server.process.pid}/clear_refs`, '5')
  return Math.round(Number(/^VmHWM:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1_024)
}
