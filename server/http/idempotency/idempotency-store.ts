/** Stored answers of repeated POSTs (`Idempotency-Key`): repeats get the first answer for 24 hours. */
import type { Transaction } from 'kysely'
import { AppError } from '#server/app-error.ts'
import { dayMs, instantText, minuteMs, plusMs } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import { prepared } from '#server/database/prepared.ts'
import type { Database } from '#server/database/schema.ts'

export type StoredAnswer = { readonly status: number; readonly headers: Record<string, string>; readonly body: string }

/** Key and owner of a repeat. The same key of another owner is another key. */
export type RepeatableRequest = { readonly owner: string; readonly key: string; readonly requestHash: string }

const rememberedMs = dayMs
/** The newest per user: more than a person sends in a day. */
export const answersKeptMax = 500
/** A request still marked as running after this long has died with its process. */
const runningMsMax = 2 * minuteMs

/**
 * Reserves the key for this request (undefined: go on and then `storeAnswer` or `releaseKey`), or returns the first
 * answer. Throws `idempotency.in_progress` while the first runs, `idempotency.reused` when it was another request, and
 * `idempotency.answer_lost` when it took effect but its process died before it could answer.
 */
export async function reserveKey(
  runtime: Pick<Runtime, 'db' | 'clock'>,
  request: RepeatableRequest,
): Promise<StoredAnswer | undefined> {
  const now = runtime.clock.now()
  const [reserved] = await insertOrTakeOver(runtime.db, {
    ...request,
    now: instantText(now),
    forgotten: instantText(plusMs(now, -rememberedMs)),
    dead: instantText(plusMs(now, -runningMsMax)),
  })
  if (reserved) {
    await removeOldest(runtime.db, { owner: request.owner })
    return undefined
  }
  const [stored] = await selectAnswer(runtime.db, { owner: request.owner, key: request.key })
  // Released between the two statements: the first request had no effect, and this one may be tried again.
  if (stored === undefined) throw new AppError('idempotency.in_progress')
  if (stored.request_hash !== request.requestHash) throw new AppError('idempotency.reused')
  if (stored.status === null) {
    const isDead = stored.created_at <= instantText(plusMs(now, -runningMsMax))
    throw new AppError(stored.is_effective === 1 && isDead ? 'idempotency.answer_lost' : 'idempotency.in_progress')
  }
  const headers: Record<string, string> = JSON.parse(stored.headers ?? '{}')
  return { status: stored.status, headers, body: stored.body ?? '' }
}

export async function storeAnswer(
  { db }: Pick<Runtime, 'db'>,
  { owner, key }: RepeatableRequest,
  { status, headers, body }: StoredAnswer,
): Promise<void> {
  await updateAnswer(db, { owner, key, status, headers: JSON.stringify(headers), body })
}

/** Records, in the request's own transaction, that it has taken effect: from its commit on it cannot run again. */
export async function markEffective(trx: Transaction<Database>, { owner, key }: RepeatableRequest): Promise<void> {
  await updateEffect(trx, { owner, key })
}

/** Releases the key of a request without effect; it can be used again. A request that took effect is kept. */
export async function releaseFruitless({ db }: Pick<Runtime, 'db'>, { owner, key }: RepeatableRequest): Promise<void> {
  await removeFruitless(db, { owner, key })
}

/** Releases the key of a request whose answer is not worth keeping; it can be used again. */
export async function releaseKey({ db }: Pick<Runtime, 'db'>, { owner, key }: RepeatableRequest): Promise<void> {
  await remove(db, { owner, key })
}

/** One statement: of two simultaneous requests only one gets the row. */
const insertOrTakeOver = prepared<RepeatableRequest & { now: string; forgotten: string; dead: string }>()((db, param) =>
  db
    .insertInto('idempotency_key')
    .values({
      owner: param('owner'),
      key: param('key'),
      request_hash: param('requestHash'),
      status: null,
      headers: null,
      body: null,
      created_at: param('now'),
    })
    .onConflict(conflict =>
      conflict
        .columns(['owner', 'key'])
        .doUpdateSet({
          request_hash: param('requestHash'),
          status: null,
          headers: null,
          body: null,
          is_effective: 0,
          created_at: param('now'),
        })
        .where(eb =>
          eb.or([
            eb('idempotency_key.created_at', '<=', param('forgotten')),
            eb.and([
              eb('idempotency_key.status', 'is', null),
              eb('idempotency_key.is_effective', '=', 0),
              eb('idempotency_key.created_at', '<=', param('dead')),
              eb('idempotency_key.request_hash', '=', param('requestHash')),
            ]),
          ]),
        ),
    )
    .returning('key'),
)

/** Those beyond the newest of their owner. */
const removeOldest = prepared<{ owner: string }>()((db, param) =>
  db
    .deleteFrom('idempotency_key')
    .where('owner', '=', param('owner'))
    .where('created_at', '<', newer =>
      newer
        .selectFrom('idempotency_key')
        .select('created_at')
        .where('owner', '=', param('owner'))
        .orderBy('created_at', 'desc')
        .limit(1)
        .offset(answersKeptMax - 1),
    ),
)

const selectAnswer = prepared<{ owner: string; key: string }>()((db, param) =>
  db
    .selectFrom('idempotency_key')
    .select(['request_hash', 'status', 'headers', 'body', 'is_effective', 'created_at'])
    .where('owner', '=', param('owner'))
    .where('key', '=', param('key')),
)

const updateAnswer = prepared<{ owner: string; key: string; status: number; headers: string; body: string }>()(
  (db, param) =>
    db
      .updateTable('idempotency_key')
      .set({ status: param('status'), headers: param('headers'), body: param('body') })
      .where('owner', '=', param('owner'))
      .where('key', '=', param('key')),
)

const updateEffect = prepared<{ owner: string; key: string }>()((db, param) =>
  db
    .updateTable('idempotency_key')
    .set({ is_effective: 1 })
    .where('owner', '=', param('owner'))
    .where('key', '=', param('key')),
)

const removeFruitless = prepared<{ owner: string; key: string }>()((db, param) =>
  db
    .deleteFrom('idempotency_key')
    .where('owner', '=', param('owner'))
    .where('key', '=', param('key'))
    .where('is_effective', '=', 0),
)

const remove = prepared<{ owner: string; key: string }>()((db, param) =>
  db.deleteFrom('idempotency_key').where('owner', '=', param('owner')).where('key', '=', param('key')),
)
