/**
 * Measures the p99 of the ticket list at fifty requests per second while somebody else's heavy work runs, one kind after
 * the other, against the list on the same process at rest. Threads share the work, so nothing is pinned.
 */
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { csrfTokenOf, listRequests } from './bench-requests.ts'
import { isRoundDue, type LoadRequest, noisyTurnsMax } from './load.ts'
import { median } from './median.ts'
import { pacedP99Ms } from './paced-load.ts'
import { type BenchSession, seed } from './seed.ts'
import { startProduct, type Target } from './servers.ts'

const port = 4809
const factorMax = 3
const listPerSecond = 50
const windowSeconds = 5
/** Below it a factor means nothing: a thread that has a processor keeps it for that long. */
const leastP99Ms = 3
const uploadBytes = 5 * 1024 * 1024
const loginsAtOnce = 20
const pageSize = 100

/** One turn of the heavy work; repeated until the window ends. */
type Work = (portal: Portal, turn: number) => Promise<void>
type Portal = { target: Target; admin: Headers; customerIds: readonly string[] }
type Headers = Readonly<Record<string, string>>

const agent = new Agent({ keepAlive: true })

const works: Readonly<Record<string, Work>> = {
  'upload of 5 MB': uploadFile,
  backup: makeBackup,
  'export of a customer': exportCustomer,
  'twenty logins at once': logIn,
  'export of a long list': readAllTickets,
}

/** Names of the broken promises. `folder` is for the data. */
export async function measureNeighbours(folder: string, rounds: number): Promise<string[]> {
  const dataDir = join(folder, 'neighbours')
  mkdirSync(dataDir)
  const { portal, customers } = await openPortal(dataDir)
  const list = listRequests(customers)
  const failed: string[] = []
  try {
    for (let round = 0; round < 3; round += 1) await p99Of(portal.target, list)
    for (const [name, work] of Object.entries(works)) {
      const own: number[] = []
      const beside: number[] = []
      let turns = 0
      const factor = () => median(beside) / Math.max(leastP99Ms, median(own))
      while (isRoundDue(own.length, rounds, () => factor() <= factorMax, noisyTurnsMax)) {
        own.push(await p99Of(portal.target, list))
        const measured = await besideWork(portal, list, work, turns)
        beside.push(measured.p99Ms)
        turns = measured.turns
      }
      process.stdout.write(
        `ticket list at ${listPerSecond} per second beside: ${name}: p99 ${median(beside).toFixed(1)} ms, at rest ${median(own).toFixed(1)} ms, ` +
          `${factor().toFixed(1)} times its own (at most ${factorMax}), ${turns} turns\n`,
      )
      if (factor() > factorMax) failed.push(`neighbour: ${name}`)
    }
    return failed
  } finally {
    await portal.target.stop()
  }
}

async function openPortal(dataDir: string): Promise<{ portal: Portal; customers: BenchSession[] }> {
  const empty = await startProduct({ dataDir, port })
  await empty.stop()
  const { customers, admin } = seed(join(dataDir, 'portal.sqlite'), 1)
  // Each login comes from a network of its own: one alone is slowed down.
  const variables = { TRUSTED_PROXIES: '127.0.0.1' }
  const target = await startProduct({ dataDir, port, variables, isPinned: false })
  const headers = await headersOf(target, admin)
  const customerIds = (await readAll(target, '/api/backend/customer/', headers)).map(({ id }) => id)
  return { portal: { target, admin: headers, customerIds }, customers }
}

async function headersOf(target: Target, session: BenchSession): Promise<Headers> {
  const cookie = `sid=${session.token}`
  const csrf = await csrfTokenOf(target, cookie)
  return { cookie: `${cookie}; csrftoken=${csrf}`, 'x-csrftoken': decodeURIComponent(csrf) }
}

/** Counts on from the turns of earlier rounds. */
async function besideWork(portal: Portal, list: LoadRequest[], work: Work, turnsBefore: number) {
  let isOver = false
  let turns = turnsBefore
  const working = (async () => {
    while (!isOver) {
      await work(portal, turns)
      turns += 1
    }
  })()
  const p99Ms = await p99Of(portal.target, list)
  isOver = true
  await working
  return { p99Ms, turns }
}

function p99Of({ origin }: Target, requests: LoadRequest[]): Promise<number> {
  return pacedP99Ms({ origin, requests, perSecond: listPerSecond, seconds: windowSeconds })
}

async function uploadFile({ target, admin }: Portal): Promise<void> {
  const headers = { ...admin, 'content-type': form.type }
  const { id } = await ask(target, '/api/backend/files/', { method: 'POST', headers, body: form.bytes })
  await ask(target, `/api/backend/files/${id}/`, { method: 'DELETE', headers: admin })
}

/** Made once. The bytes after the mark do not compress. */
const form = await (async () => {
  const pdf = Buffer.alloc(uploadBytes)
  for (let at = 0; at < pdf.length; at += 4) pdf.writeUInt32LE(Math.imul(at + 1, 2_654_435_761) >>> 0, at)
  pdf.write('%PDF-1.7\n')
  pdf.write('%%EOF\n', pdf.length - 6)
  const data = new FormData()
  data.append('file', new Blob([pdf], { type: 'application/pdf' }), 'Plan.pdf')
  const answer = new Response(data)
  return { type: answer.headers.get('content-type') ?? '', bytes: Buffer.from(await answer.arrayBuffer()) }
})()

async function makeBackup({ target, admin }: Portal): Promise<void> {
  const { id } = await ask(target, '/api/backend/admin/backups/', { method: 'POST', headers: admin })
  await until(async () => {
    const { results } = await ask(target, '/api/backend/admin/backups/', { headers: admin })
    const backup = results.find(one => one.id === id)
    // The seed's lines of the audit log have no true hashes; all steps before that check are done.
    if (backup?.state === 'failed' && backup.reason === 'audit_broken') return true
    if (backup?.state === 'failed') throw new Error(`The backup has failed: ${JSON.stringify(backup)}`)
    return backup?.state === 'proven'
  })
}

/** Of one customer after the other: each has a few exports a day. */
async function exportCustomer({ target, admin, customerIds }: Portal, turn: number): Promise<void> {
  const path = `/api/backend/customer/${customerIds[turn % customerIds.length]}/exports/`
  const { id } = await ask(target, path, { method: 'POST', headers: admin })
  await until(async () => {
    const { results } = await ask(target, path, { headers: admin })
    const found = results.find(one => one.id === id)
    if (found?.state === 'failed') throw new Error(`The export has failed: ${JSON.stringify(found)}`)
    return found?.state === 'ready'
  })
}

/** Each with a name of its own: one alone is slowed down. Wrong passwords and unknown names cost the same hash. */
async function logIn({ target }: Portal, turn: number): Promise<void> {
  const csrf = await csrfTokenOf(target, '')
  await Promise.all(
    Array.from({ length: loginsAtOnce }, async (_, n) => {
      const number = turn * loginsAtOnce + n
      const { status } = await send(target, '/api/auth/login/', {
        method: 'POST',
        headers: {
          cookie: `csrftoken=${csrf}`,
          'x-csrftoken': decodeURIComponent(csrf),
          'content-type': 'application/json',
          'x-forwarded-for': `198.${18 + ((number >> 16) & 1)}.${(number >> 8) & 255}.${number & 255}`,
        },
        body: JSON.stringify({ username: `kunde-${number}`, password: 'nicht das Passwort' }),
      })
      if (status !== 401) throw new Error(`A login was answered with ${status}.`)
    }),
  )
}

/** As the browser does for a CSV file of a list. */
async function readAllTickets({ target, admin }: Portal): Promise<void> {
  await readAll(target, '/api/backend/tickets/', admin)
}

async function readAll(target: Target, path: string, headers: Headers): Promise<Answer['results']> {
  const rows: Answer['results'] = []
  for (let page = 1, left = 1; left > 0; page += 1) {
    const { count, results } = await ask(target, `${path}?page_size=${pageSize}&page=${page}`, { headers })
    rows.push(...results)
    left = count - page * pageSize
  }
  return rows
}

type Answer = { id: string; count: number; results: { id: string; state: string; reason?: string }[] }
type Call = { method?: string; headers: Headers; body?: string | Buffer }

async function ask(target: Target, path: string, call: Call): Promise<Answer> {
  const { status, text } = await send(target, path, call)
  if (status < 200 || status > 299) throw new Error(`${call.method ?? 'GET'} ${path}: ${status} ${text}`)
  // Answers of the calls above; a deletion has none.
  return JSON.parse(text === '' ? '{}' : text) as Answer
}

/** Not by `fetch`, which costs several times as much: the people behind the heavy work have their own computers. */
async function send(
  { origin }: Target,
  path: string,
  { method = 'GET', headers, body = '' }: Call,
): Promise<{ status: number; text: string }> {
  const length = body === '' ? {} : { 'content-length': Buffer.byteLength(body) }
  const call = request(`${origin}${path}`, { method, agent, headers: { ...headers, ...length } })
  call.end(body)
  const [answer] = await once(call, 'response')
  return { status: answer.statusCode, text: await readText(answer) }
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error('The work does not end.')
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}
