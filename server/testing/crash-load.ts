/** The load of the crash test: callers that write continuously and remember the server's answers. */
import { request } from 'node:http'
import fc from 'fast-check'
import { allEndpoints } from '#contract/api.ts'
import { isWrite } from '#contract/endpoint.ts'
import { dayMs, minuteMs } from '#server/clock.ts'
import { type CrashWrite, crashWrites, type Fixture } from './crash-writes.ts'
import { callsOf, urlOf } from './random-calls.ts'

export type Caller = { readonly sid: string | undefined; readonly csrf: string; readonly csrfCookie: string }
type Callers = Readonly<Record<CrashWrite['by'], Caller>>

/** The requests under a mark, and the server's answers before it was killed. */
type Asked = { readonly write: CrashWrite; answer: 'none' | 'acknowledged' | 'refused' }

export type Memory = {
  readonly asked: Map<string, Asked>
  /** For one row that is changed repeatedly: the last value sent and the last one acknowledged. */
  readonly counter: { sent: number; acknowledged: number }
  /** Newsletters whose sending was acknowledged. */
  readonly sending: Set<string>
  /** The instants of readings that were pushed with a token and acknowledged, in milliseconds. */
  readonly readings: Map<string, number[]>
  answers: number
}

type Load = { origin: string; callers: Callers; strangers: Callers; fixture: Fixture; memory: Memory; ids: string[] }

/** A few days ago, at the start of a minute. */
const readingsFrom = Math.floor(Date.now() / minuteMs) * minuteMs - 5 * dayMs

/** Rate limits: so many requests a day, so many credentials of one device. */
const limitStatuses: ReadonlySet<number> = new Set([409, 429])

/**
 * Not under this load: backups have a crash test of their own, and a required second factor would lock the callers out.
 */
const leftOut: ReadonlySet<string> = new Set(['backups.start', 'loginPolicies.update'])

const randomWrites = allEndpoints().filter(
  ({ name, endpoint }) => isWrite(endpoint) && !endpoint.upload && !leftOut.has(name),
)

/** Writes until the server has died; resolves when every caller has noticed. */
export async function writeUntilGone(load: Load): Promise<void> {
  const untilGone = async (call: () => Promise<unknown>) => {
    try {
      for (;;) await call()
    } catch (error) {
      if (!isGone(error)) throw error
    }
  }
  await Promise.all([
    ...Array.from({ length: 4 }, () => untilGone(() => writeMarked(load))),
    untilGone(() => countOn(load)),
    untilGone(() => sendNewsletter(load)),
    untilGone(() => pushReadings(load)),
    untilGone(() => callAtRandom(load)),
  ])
}

async function writeMarked(load: Load): Promise<void> {
  const write = crashWrites[Math.floor(Math.random() * crashWrites.length)] ?? fail()
  await send(load, write)
}

async function send({ memory, callers, fixture, origin }: Load, write: CrashWrite): Promise<{ id?: string }> {
  const mark = `Marke ${memory.asked.size + 1} der Absturzprobe`
  const asked: Asked = { write, answer: 'none' }
  memory.asked.set(mark, asked)
  const answer = await call(origin, callers[write.by], 'POST', write.path, write.body(mark, fixture))
  const isRefused = limitStatuses.has(answer.status)
  if (answer.status >= 300 && !isRefused) throw new Error(`${write.path} was answered with ${answer.text}`)
  asked.answer = isRefused ? 'refused' : 'acknowledged'
  memory.answers += 1
  return answer.text === '' || isRefused ? {} : JSON.parse(answer.text)
}

/** One row, one caller: the stored value is between the last one acknowledged and the last one sent. */
async function countOn({ memory, callers, fixture, origin }: Load): Promise<void> {
  memory.counter.sent += 1
  const description = String(memory.counter.sent)
  const path = `/api/backend/tickets/${fixture.ticketId}/`
  const { status, text } = await call(origin, callers.admin, 'PATCH', path, { description })
  if (status !== 200) throw new Error(`${path} was refused: ${text}`)
  memory.counter.acknowledged = Number(description)
  memory.answers += 1
}

const newsletterWrite = crashWrites.find(({ table }) => table === 'newsletter') ?? fail()

async function sendNewsletter(load: Load): Promise<void> {
  const { id = '' } = await send(load, newsletterWrite)
  const path = `/api/backend/newsletters/${id}/sending/`
  const { status, text } = await call(load.origin, load.callers.admin, 'POST', path, { recipientsCount: 2 })
  if (status !== 200) throw new Error(`${path} was refused: ${text}`)
  load.memory.sending.add(id)
  load.memory.answers += 1
}

/** Readings of three seconds, each with its number as value. Beyond the limit of a site nothing is acknowledged. */
async function pushReadings({ memory, callers, fixture, origin }: Load): Promise<void> {
  const acknowledged = memory.readings.get(fixture.energyToken) ?? []
  memory.readings.set(fixture.energyToken, acknowledged)
  const ats = [0, 1, 2].map(index => readingsFrom + (acknowledged.length + index) * 1_000)
  const readings = ats.map((at, index) => ({
    channel: 'grid',
    at: new Date(at).toISOString(),
    value: acknowledged.length + index,
  }))
  const path = `/api/energy/${fixture.energyToken}/readings/`
  const { status, text } = await call(origin, callers.visitor, 'POST', path, { readings })
  if (limitStatuses.has(status)) return
  if (status !== 200) throw new Error(`${path} was refused: ${text}`)
  acknowledged.push(...ats)
  memory.answers += 1
}

/** Everything else that writes, by strangers on rows of their own. */
async function callAtRandom({ strangers, origin, ids, memory }: Load): Promise<void> {
  const { endpoint } = randomWrites[Math.floor(Math.random() * randomWrites.length)] ?? fail()
  const [random] = fc.sample(callsOf(endpoint, ids), 1)
  const caller = endpoint.access === 'admin' ? strangers.admin : strangers[Math.random() < 0.5 ? 'admin' : 'customer']
  const { status, text } = await call(
    origin,
    caller,
    endpoint.method,
    urlOf(endpoint, random?.id ?? '', random?.query ?? {}),
    random?.body ?? {},
  )
  if (status >= 500) throw new Error(`${endpoint.path} was answered with ${text}`)
  memory.answers += 1
}

function fail(): never {
  throw new Error('There is nothing to write.')
}

type Answer = { status: number; text: string }

function call(origin: string, caller: Caller, method: string, path: string, body: unknown): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sid = caller.sid === undefined ? '' : `sid=${caller.sid}; `
    const outgoing = request(
      `${origin}${path}`,
      {
        method,
        headers: {
          'content-type': 'application/json',
          cookie: `${sid}${caller.csrfCookie}`,
          'x-csrftoken': caller.csrf,
          // A visitor from another network each time: the limits of one address are not tested here.
          'x-forwarded-for': Array.from({ length: 4 }, () => 1 + Math.floor(Math.random() * 220)).join('.'),
        },
      },
      incoming => {
        let text = ''
        incoming.setEncoding('utf8')
        incoming.on('data', part => {
          text += part
        })
        incoming.on('error', reject)
        // A truncated answer was no acknowledgement.
        incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, text }))
      },
    )
    outgoing.on('error', reject)
    outgoing.end(JSON.stringify(body))
  })
}

/** A session of the database as the caller that uses it. */
export async function asCaller(origin: string, sid?: string): Promise<Caller> {
  const headers = sid === undefined ? {} : { cookie: `sid=${sid}` }
  const cookie = await new Promise<string>((resolve, reject) => {
    const outgoing = request(`${origin}/api/auth/session/`, { headers }, incoming => {
      incoming.resume()
      resolve(incoming.headers['set-cookie']?.find(text => text.startsWith('csrftoken='))?.split(';')[0] ?? '')
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
  return { sid, csrfCookie: cookie, csrf: decodeURIComponent(cookie.split('=')[1] ?? '') }
}

/** The error of a connection whose other end was killed. */
function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(ECONN|EPIPE|UND_ERR|HPE_)/.test(String(error.code))
}
