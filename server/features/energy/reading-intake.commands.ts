/** Simultaneous deliveries share a transaction, and each is confirmed after its commit. */
import type { Kysely } from 'kysely'
import type { SentReading } from '#contract/energy-readings.ts'
import type { Runtime } from '#server/context.ts'
import type { Database } from '#server/database/schema.ts'
import { inLateTransaction } from '#server/database/transaction.ts'
import type { ChannelRow } from './energy-channel.queries.ts'
import { type LockedSite, listChannelsOf, lockSites, type SiteProof } from './energy-reading.queries.ts'
import { gatherWaitMs, recentStarts, type Start } from './gathering.rules.ts'
import {
  type RefusedMessage,
  type Rejection,
  type SiteBatch,
  storeBatches,
  type Trx,
} from './reading-batch.commands.ts'

/** Data that a sender sent at once. */
export type Delivery = {
  readonly proof: SiteProof
  readonly bytes: number
  /** Reads it in the transaction that stores it; it may run again. */
  read(trx: Trx, site: LockedSite, channels: readonly ChannelRow[]): Promise<Delivered>
}

/** Readings, and the messages without usable ones. */
export type Delivered = { readonly readings: readonly SentReading[]; readonly refused: readonly RefusedMessage[] }

/** Rejected readings by their places in `readings`; null for a proof that is no longer valid. */
export type Outcome = readonly Rejection[] | null

type Waiting = {
  readonly runtime: Runtime
  readonly delivery: Delivery
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
}

/** A transaction stays short: on SQLite all others wait for it. */
const deliveriesAtOnce = 16
const bytesAtOnce = 1_100_000

/**
 * Resolves when all valid readings of the delivery are on disk. Few senders do not wait for each other. Throws
 * `budget.used_up` for a site that fills the database.
 */
export function storeDelivery(runtime: Runtime, delivery: Delivery): Promise<Outcome> {
  const queue = queues.get(runtime.db) ?? createQueue()
  queues.set(runtime.db, queue)
  return new Promise((resolve, reject) => queue({ runtime, delivery, resolve, reject }))
}

const queues = new WeakMap<Kysely<Database>, (one: Waiting) => void>()

function createQueue(): (one: Waiting) => void {
  let waiting: Waiting[] = []
  let starts: readonly Start[] = []
  let isDue = false

  const run = async () => {
    const at = performance.now()
    const due = waiting
    // Deliveries that arrive meanwhile gather, too: otherwise most transactions would be for one sender.
    waiting = []
    starts = [...recentStarts(starts, at), { at, senders: new Set(due.map(senderOf)) }]
    // Sites are locked in one order, which two kinds of proof would break.
    for (const ofKind of Map.groupBy(due, ({ delivery }) => delivery.proof.by).values()) {
      for (let rest = ofKind; rest.length > 0; ) {
        const group = firstGroup(rest)
        rest = rest.slice(group.length)
        await storeGroup(group)
      }
    }
    isDue = false
    if (waiting.length > 0) plan()
  }
  const plan = () => {
    isDue = true
    setTimeout(() => void run(), gatherWaitMs(starts, waiting.map(senderOf), performance.now()))
  }
  return one => {
    waiting.push(one)
    if (!isDue) plan()
  }
}

function senderOf({ delivery }: Waiting): string {
  return delivery.proof.value
}

function firstGroup(waiting: readonly Waiting[]): Waiting[] {
  let bytes = 0
  const end = waiting.findIndex(({ delivery }, index) => {
    bytes += delivery.bytes
    return index > 0 && (index === deliveriesAtOnce || bytes > bytesAtOnce)
  })
  return end === -1 ? [...waiting] : waiting.slice(0, end)
}

/** Never throws. Deliveries that fail together are tried alone, so that no site fails because of another. */
async function storeGroup(group: readonly Waiting[]): Promise<void> {
  try {
    const outcomes = await storeTogether(group)
    for (const [index, { resolve, reject }] of group.entries()) {
      const outcome = outcomes[index] ?? null
      if (outcome instanceof Error) reject(outcome)
      else resolve(outcome)
    }
  } catch (error) {
    if (group.length === 1) group[0]?.reject(error)
    else for (const one of group) await storeGroup([one])
  }
}

type Merged = SiteBatch & { readonly readings: SentReading[]; readonly refused: RefusedMessage[] }
type Place = { readonly batch: Merged; readonly from: number; readonly to: number }

/** One outcome for each, in their order. Deliveries of the same site are one batch. */
async function storeTogether(group: readonly Waiting[]): Promise<(Outcome | Error)[]> {
  const [first] = group
  if (first === undefined) return []
  const { runtime } = first
  const { db, wake } = runtime
  // On SQLite, pages are still served while the disk writes the readings.
  return inLateTransaction({ db, wake }, async trx => {
    const proofs = group.map(({ delivery }) => delivery.proof)
    const sites = await lockSites(trx, proofs)
    const channels = await listChannelsOf(trx, [...sites.values()])
    const batches = new Map<string, Merged>()
    const places: (Place | null)[] = []
    for (const { delivery } of group) {
      const site = sites.get(delivery.proof.value)
      if (site === undefined) {
        places.push(null)
        continue
      }
      const batch = batches.get(site.id) ?? { site, channels: channels.get(site.id) ?? [], readings: [], refused: [] }
      batches.set(site.id, batch)
      const { readings, refused } = await delivery.read(trx, site, batch.channels)
      places.push({ batch, from: batch.readings.length, to: batch.readings.length + readings.length })
      batch.readings.push(...readings)
      batch.refused.push(...refused)
    }
    const stored = await storeBatches(trx, runtime, [...batches.values()])
    return places.map(place => (place === null ? null : outcomeOf(place, stored.get(place.batch.site.id) ?? [])))
  })
}

function outcomeOf({ from, to }: Place, stored: readonly Rejection[] | Error): readonly Rejection[] | Error {
  if (stored instanceof Error) return stored
  return stored
    .filter(({ index }) => index >= from && index < to)
    .map(({ index, code }) => ({ index: index - from, code }))
}
