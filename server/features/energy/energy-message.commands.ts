/** Messages by MQTT become readings: those of a site are gathered, and each is confirmed after its commit. */
import { createHash } from 'node:crypto'
import type { RejectionCode } from '#contract/energy-readings.ts'
import { AppError } from '#server/app-error.ts'
import { portalItself } from '#server/auth/actor.ts'
import { scopeOf } from '#server/auth/scope.ts'
import { countFromAddress } from '#server/auth/throttle.ts'
import { hashToken } from '#server/auth/tokens.ts'
import { BoundedMap } from '#server/bounded-map.ts'
import { instantText } from '#server/clock.ts'
import type { Context, Runtime } from '#server/context.ts'
import type { Sender } from '#server/mqtt/broker-session.ts'
import { type Message, SenderGone, type Taken } from '#server/mqtt/message.ts'
import { mayReport } from './command-message.rules.ts'
import { listTargets } from './control-facts.queries.ts'
import { keepTargets, takeReports } from './device-report.commands.ts'
import type { ChannelRow } from './energy-channel.queries.ts'
import { isOfDevice, type ReadMessage, readMessage, siteKeyOf, topicPrefix } from './energy-message.rules.ts'
import { keepProposals } from './energy-proposal.commands.ts'
import { listProposalsOf } from './energy-proposal.queries.ts'
import { findSiteByToken, type LockedSite, listValidTokens, type SiteProof } from './energy-reading.queries.ts'
import type { Trx } from './reading-batch.commands.ts'
import { type Delivered, storeDelivery } from './reading-intake.commands.ts'

/** A site as sender. `proof` is the hash of its token; null where the operator's broker has checked it. */
export type SiteSender = Sender & { readonly proof: string | null }

export type MessageIntake = {
  /** undefined: unknown key or wrong token. Throws for a network that guesses. */
  logIn(login: { user: string; password: string }, address: string): Promise<SiteSender | undefined>
  /** The senders whose token is no longer valid. */
  listGone(senders: readonly SiteSender[]): Promise<ReadonlySet<SiteSender>>
  /** Resolves when all valid parts of the message are on disk. Throws `SenderGone` for a token no longer valid. */
  take(sender: SiteSender, message: Message): Promise<Taken>
  /** The same for a message from the operator's broker, which has checked the sender: the topic names the site. */
  takeFromBroker(message: Message): Promise<Taken>
}

type Waiting = {
  readonly message: Message
  readonly arrivedAt: string
  readonly done: (taken: Taken) => void
  readonly fail: (error: unknown) => void
}
type Queue = { readonly sender: SiteSender; readonly waiting: Waiting[] }
/** `failures`: how often a message failed on its own, by its hash. */
type Work = { readonly runtime: Runtime; readonly failures: BoundedMap<string, number> }

/** Messages that a house sends at once arrive within this time. */
const gatherMs = 100
/** A transaction stays short: the rest follows in the next. */
const messagesAtOnce = 500
const bytesAtOnce = 1_100_000
/** A message that fails this often, while others are stored, is refused: a broker would deliver it again for ever. */
const failuresMax = 5
const failuresKept = 1_000

export function createMessageIntake(runtime: Runtime): MessageIntake {
  const work: Work = { runtime, failures: new BoundedMap(failuresKept) }
  const context = (address: string): Context => ({
    ...runtime,
    actor: portalItself,
    scope: scopeOf(portalItself),
    address,
    userAgent: 'MQTT',
  })
  const queues = new Map<string, Queue>()

  const take = (sender: SiteSender, message: Message) =>
    new Promise<Taken>((done, fail) => {
      const place = `${sender.user} ${sender.proof}`
      const queue = queues.get(place) ?? { sender, waiting: [] }
      queue.waiting.push({ message, arrivedAt: instantText(runtime.clock.now()), done, fail })
      if (queues.has(place)) return
      queues.set(place, queue)
      setTimeout(() => {
        queues.delete(place)
        for (const part of partsOf(queue.waiting)) void storeMessages(work, sender, part)
      }, gatherMs)
    })

  return {
    async logIn({ user, password }, address) {
      const proof = hashToken(password)
      const site = await findSiteByToken(runtime.db, proof)
      if (site !== undefined && site.key === user) return { user, prefix: topicPrefix(user), proof }
      await countFromAddress(context(address), 'energy')
      return undefined
    },
    async listGone(senders) {
      const valid = await listValidTokens(runtime.db, new Set(senders.flatMap(({ proof }) => proof ?? [])))
      return new Set(senders.filter(({ proof }) => proof !== null && !valid.has(proof)))
    },
    take,
    async takeFromBroker(message) {
      const user = siteKeyOf(message.topic)
      if (user === undefined) return { refusal: 'topic.foreign' }
      // A site without a token accepts nothing: there is nobody to notify.
      return take({ user, prefix: topicPrefix(user), proof: null }, message).catch((error: unknown) => {
        if (error instanceof SenderGone) return { refusal: 'topic.foreign' as const }
        throw error
      })
    },
  }
}

function partsOf(waiting: readonly Waiting[]): Waiting[][] {
  const parts: Waiting[][] = []
  let bytes = Infinity
  for (const each of waiting) {
    const last = parts.at(-1)
    const size = each.message.payload.length
    if (last === undefined || bytes + size > bytesAtOnce || last.length >= messagesAtOnce) {
      parts.push([each])
      bytes = size
    } else {
      last.push(each)
      bytes += size
    }
  }
  return parts
}

/** Confirms each message after its commit. Never throws. */
async function storeMessages(work: Work, sender: SiteSender, part: readonly Waiting[]): Promise<void> {
  const { runtime } = work
  try {
    let read: readonly ReadMessage[] = []
    const rejected = await storeDelivery(runtime, {
      proof: proofOf(sender),
      bytes: part.reduce((sum, { message }) => sum + message.payload.length, 0),
      async read(trx, site, channels) {
        read = await readMessages(trx, runtime, { site, channels, sender, part })
        return deliveredOf(read, part)
      },
    })
    if (rejected === null) throw new SenderGone('The token is not valid any more.')
    const sources = read.flatMap((each, of) => (each.refusal === null ? each.readings.map(() => of) : []))
    const codes = Map.groupBy(rejected, ({ index }) => sources[index])
    for (const [of, { done, fail }] of part.entries()) {
      const each = read[of]
      if (each === undefined) fail(new Error('A message has no answer.'))
      else done(each.refusal === null ? takenOf(each.readings.length, codes.get(of) ?? []) : each)
    }
  } catch (error) {
    await meetFailure(work, sender, part, error)
  }
}

/** Failing alone counts against a message only while the database accepts something else from its sender. */
async function meetFailure(work: Work, sender: SiteSender, part: readonly Waiting[], error: unknown): Promise<void> {
  const { runtime } = work
  if (error instanceof AppError && error.code === 'budget.used_up') {
    // Sent again, they would be refused again until tomorrow.
    for (const { done } of part) done({ refusal: 'budget.used_up', reason: 'too many readings in a day' })
    return
  }
  if (!(error instanceof SenderGone)) runtime.log.error({ err: error }, 'readings by MQTT could not be stored')
  const [one] = part
  if (one === undefined || error instanceof SenderGone || !(await storeRefusals(runtime, sender, []))) {
    for (const { fail } of part) fail(error)
  } else if (part.length > 1) {
    for (const each of part) await storeMessages(work, sender, [each])
  } else if (countFailure(work.failures, one.message) < failuresMax || !(await storeRefusals(runtime, sender, part))) {
    one.fail(error)
  } else {
    // Without the key of the site, which appears in no log; the page of the site shows the whole topic.
    const topic = one.message.topic.replace(sender.prefix, '')
    runtime.log.error({ topic }, 'a message by MQTT is refused: it fails again and again')
    one.done({ refusal: 'message.invalid', reason: 'cannot be stored' })
  }
}

/**
 * Records that messages were refused, without their payloads, which may cause the failure. False when the database
 * accepts nothing from this sender: storing an empty list shows that, too.
 */
async function storeRefusals(runtime: Runtime, sender: SiteSender, refused: readonly Waiting[]): Promise<boolean> {
  const stored = await storeDelivery(runtime, {
    proof: proofOf(sender),
    bytes: 0,
    read: async () => ({
      readings: [],
      refused: refused.map(({ message: { topic }, arrivedAt }) => ({
        message: { topic, payload: Buffer.alloc(0) },
        arrivedAt,
        code: 'message.invalid' as const,
      })),
    }),
  }).catch(() => null)
  return stored !== null
}

/** How often this message has failed, this time included. */
function countFailure(failures: BoundedMap<string, number>, { topic, payload }: Message): number {
  const key = createHash('sha256').update(topic).update('\0').update(payload).digest('base64url')
  const count = (failures.get(key) ?? 0) + 1
  failures.set(key, count)
  return count
}

function proofOf({ proof, user }: SiteSender): SiteProof {
  return proof === null ? { by: 'key', value: user } : { by: 'token', value: proof }
}

type SitePart = {
  readonly site: LockedSite
  readonly channels: readonly ChannelRow[]
  readonly sender: SiteSender
  readonly part: readonly Waiting[]
}

/** Reads the messages in order. Stores descriptions and reports of devices. */
async function readMessages(
  trx: Trx,
  runtime: Runtime,
  { site, channels, sender, part }: SitePart,
): Promise<ReadMessage[]> {
  const words = part
    .filter(({ message }) => isOfDevice(message.topic, sender.prefix))
    .map(({ message: { topic, payload, isKept }, arrivedAt }) => ({
      ...{ topic: topic.slice(sender.prefix.length), payload, arrivedAt, isKept },
    }))
  const proposals = words.length > 0 ? await listProposalsOf(trx, site.id) : []
  const targets = words.length > 0 ? ((await listTargets(trx, [site.id])).get(site.id) ?? []) : []
  const commandTopics = new Set(targets.map(({ topic }) => topic))
  const read = part.map(({ message, arrivedAt }) =>
    readMessage(message, { prefix: sender.prefix, arrivedAt, channels, proposals, commandTopics }),
  )
  const found = read.flatMap(each => (each.refusal === null ? each.proposals : []))
  if (found.length > 0) await keepProposals(trx, runtime, site.id, { known: proposals, found })
  const settable = read.flatMap(each => (each.refusal === null ? (each.targets ?? []) : []))
  if (settable.length > 0) await keepTargets(trx, runtime, site.id, settable)
  // Retained messages may be old.
  const stateTopics = new Set(targets.map(({ description }) => description.stateTopic))
  const reports = words.filter(({ topic, isKept }) => !isKept && (mayReport(topic) || stateTopics.has(topic)))
  if (reports.length > 0) await takeReports(trx, site.id, reports)
  return read
}

function deliveredOf(read: readonly ReadMessage[], part: readonly Waiting[]): Delivered {
  return {
    readings: read.flatMap(each => (each.refusal === null ? each.readings : [])),
    refused: read.flatMap((each, of) => {
      const waiting = part[of]
      return each.refusal === null || waiting === undefined ? [] : [{ ...waiting, code: each.refusal }]
    }),
  }
}

function takenOf(sent: number, rejected: readonly { code: RejectionCode }[]): Taken {
  if (rejected.length === 0) return { refusal: null }
  const reason = `${rejected.length} of ${sent} refused: ${[...new Set(rejected.map(({ code }) => code))].join(', ')}`
  return { refusal: rejected.length === sent ? 'message.invalid' : null, reason }
}
