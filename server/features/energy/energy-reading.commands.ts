import type { SentReading } from '#contract/energy-readings.ts'
import { AppError } from '#server/app-error.ts'
import { countFromAddress } from '#server/auth/throttle.ts'
import { hashToken } from '#server/auth/tokens.ts'
import type { Connection, Context } from '#server/context.ts'
import { findSiteByToken } from './energy-reading.queries.ts'
import type { Rejection } from './reading-batch.commands.ts'
import { storeDelivery } from './reading-intake.commands.ts'

/** As JSON, about. */
const bytesPerReading = 100

/** Ids of sites by the hashes of tokens that were right. Whether one still is, is decided where readings are stored. */
const senders = new WeakMap<Connection, Map<string, string>>()

function sendersOf(db: Connection): Map<string, string> {
  const known = senders.get(db) ?? new Map<string, string>()
  senders.set(db, known)
  return known
}

/**
 * The id of the site whose senders have the token, or had it until now. 404 for an invalid one, 429 `throttled` for a
 * network that guesses tokens.
 */
export async function demandSender(context: Context, token: string): Promise<string> {
  const hash = hashToken(token)
  const known = sendersOf(context.db)
  const id = known.get(hash) ?? (await findSiteByToken(context.db, hash))?.id
  if (id === undefined) {
    await countFromAddress(context, 'energy')
    throw new AppError('not_found')
  }
  known.set(hash, id)
  return id
}

/**
 * Stores the readings of a batch, in any order, whether sent before or not; they are on disk when this returns. What is
 * wrong with one affects none of the others. 404 for a token that is not valid any more, 429 `budget.used_up` for a site
 * that fills the database.
 */
export async function takeReadings(
  context: Context,
  token: string,
  readings: readonly SentReading[],
): Promise<{ accepted: number; rejected: Rejection[] }> {
  const hash = hashToken(token)
  const rejected = await storeDelivery(context, {
    proof: { by: 'token', value: hash },
    bytes: readings.length * bytesPerReading,
    read: async () => ({ readings, refused: [] }),
  })
  if (rejected === null) {
    sendersOf(context.db).delete(hash)
    throw new AppError('not_found')
  }
  return { accepted: readings.length - rejected.length, rejected: [...rejected] }
}
