/** Messages by MQTT become readings: many of a site share a commit, and each is confirmed after it. */
import type { RejectionCode, SentReading } from '#contract/energy-readings.ts'
import { AppError } from '#server/app-error.ts'
import { portalItself } from '#server/auth/actor.ts'
import { scopeOf } from '#server/auth/scope.ts'
import { countFromAddress } from '#server/auth/throttle.ts'
import { hashToken } from '#server/auth/tokens.ts'
import { instantText } from '#server/clock.ts'
import type { Context, Runtime } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Sender } from '#server/mqtt/broker-session.ts'
import { type Message, SenderGone, type Taken } from '#server/mqtt/message.ts'
import { mayReport } from './command-message.rules.ts'
import { listTargets } from './control-facts.queries.ts'
import { keepTargets, takeReports } from './device-report.commands.ts'
import { isOfDevice, readMessage, siteKeyOf, topicPrefix } from './energy-message.rules.ts'
import { keepProposals } from './energy-proposal.commands.ts'
import { listProposalsOf } from './energy-proposal.queries.ts'
import { type RefusedMessage, storeBatch } from './energy-reading.commands.ts'
import { findSiteByToken, listChannelsOf, lockSiteByKey, lockSiteByToken } from './energy-reading.queries.ts'

/** A site as sender. `proof` is the hash of its token; null where the operator's broker has checked it. */
export type SiteSender = Sender & { readonly proof: string | null }

export type MessageIntake = {
  /** undefined: unknown key or wrong token. Throws for a network that guesses. */
  logIn(login: { user: string; password: string }, address: string): Promise<SiteSender | undefined>
  /** Resolves when everything good in the message is on disk. Throws `SenderGone` once the token is not valid any more. */
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
type Queue = { readonly sender: SiteSender; waiting: Waiting[] }

/** What a house sends at once arrives within this time. */
const gatherMs = 100
const sitesAtOnce = 4
/** A transaction stays short: the rest follows in the next. */
const messagesAtOnce = 500
const bytesAtOnce = 1_100_000

export function createMessageIntake(runtime: Runtime): MessageIntake {
  const context = (address: string): Context => ({
    ...runtime,
    actor: portalItself,
    scope: scopeOf(portalItself),
    address,
    userAgent: 'MQTT',
  })
  let queues = new Map<string, Queue>()
  let isRunning = false

  const run = async () => {
    while (queues.size > 0) {
      const due = [...queues.values()]
      queues = new Map()
      for (let at = 0; at < due.length; at += sitesAtOnce) {
        await Promise.all(due.slice(at, at + sitesAtOnce).map(queue => storeQueue(context(''), queue)))
      }
    }
    isRunning = false
  }
  const take = (sender: SiteSender, message: Message) =>
    new Promise<Taken>((done, fail) => {
      const place = `${sender.user} ${sender.proof}`
      const queue = queues.get(place) ?? { sender, waiting: [] }
      queue.waiting.push({ message, arrivedAt: instantText(runtime.clock.now()), done, fail })
      queues.set(place, queue)
      if (isRunning) return
      isRunning = true
      setTimeout(() => void run(), gatherMs)
    })

  return {
    async logIn({ user, password }, address) {
      const proof = hashToken(password)
      const site = await findSiteByToken(runtime.db, proof)
      if (site !== undefined && site.key === user) return { user, prefix: topicPrefix(user), proof }
      await countFromAddress(context(address), 'energy')
      return undefined
    },
    take,
    async takeFromBroker(message) {
      const user = siteKeyOf(message.topic)
      if (user === undefined) return { refusal: 'topic.foreign' }
      // A site without a token takes nothing: there is nobody to tell.
      return take({ user, prefix: topicPrefix(user), proof: null }, message).catch((error: unknown) => {
        if (error instanceof SenderGone) return { refusal: 'topic.foreign' as const }
        throw error
      })
    },
  }
}

async function storeQueue(context: Context, { sender, waiting }: Queue): Promise<void> {
  for (const part of partsOf(waiting)) {
    try {
      const taken = await storeMessages(context, sender, part)
      for (const [index, { done, fail }] of part.entries()) {
        const answer = taken[index]
        if (answer === undefined) fail(new Error('A message has no answer.'))
        else done(answer)
      }
    } catch (error) {
      if (error instanceof AppError && error.code === 'budget.used_up') {
        // Sent again, they would be refused again until tomorrow.
        for (const { done } of part) done({ refusal: 'budget.used_up', reason: 'too many readings in a day' })
        continue
      }
      if (!(error instanceof SenderGone)) context.log.error({ err: error }, 'readings by MQTT could not be stored')
      for (const { fail } of part) fail(error)
    }
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

/** What became of each message, in their order. */
async function storeMessages(context: Context, sender: SiteSender, part: readonly Waiting[]): Promise<Taken[]> {
  const now = context.clock.now()
  return inTransaction(context, async trx => {
    const site =
      sender.proof === null ? await lockSiteByKey(trx, sender.user) : await lockSiteByToken(trx, sender.proof)
    if (site === undefined) throw new SenderGone('The token is not valid any more.')
    const channels = await listChannelsOf(trx, site.id)
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
    if (found.length > 0) await keepProposals(trx, context, site.id, { known: proposals, found })
    const settable = read.flatMap(each => (each.refusal === null ? (each.targets ?? []) : []))
    if (settable.length > 0) await keepTargets(trx, context, site.id, settable)
    // What a broker kept may be old.
    const stateTopics = new Set(targets.map(({ description }) => description.stateTopic))
    const reports = words.filter(({ topic, isKept }) => !isKept && (mayReport(topic) || stateTopics.has(topic)))
    if (reports.length > 0) await takeReports(trx, site.id, reports)
    const readings: (SentReading & { readonly of: number })[] = read.flatMap((each, of) =>
      each.refusal === null ? each.readings.map(reading => ({ ...reading, of })) : [],
    )
    const refused: RefusedMessage[] = read.flatMap((each, of) => {
      const waiting = part[of]
      return each.refusal === null || waiting === undefined ? [] : [{ ...waiting, code: each.refusal }]
    })
    const { rejected } = await storeBatch(trx, context, site, { channels, readings, refused, now })
    const codes = Map.groupBy(rejected, ({ index }) => readings[index]?.of)
    return read.map((each, of): Taken => {
      if (each.refusal !== null) return each
      return takenOf(each.readings.length, codes.get(of) ?? [])
    })
  })
}

function takenOf(sent: number, rejected: readonly { code: RejectionCode }[]): Taken {
  if (rejected.length === 0) return { refusal: null }
  const reason = `${rejected.length} of ${sent} refused: ${[...new Set(rejected.map(({ code }) => code))].join(', ')}`
  return { refusal: rejected.length === sent ? 'message.invalid' : null, reason }
}
