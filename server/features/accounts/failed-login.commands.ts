/**
 * Failed and throttled logins: counted at once, written to the audit log by a job, so that no answer waits for the log.
 */
import type { Selectable, Transaction } from 'kysely'
import { AppError } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { visitor } from '#server/auth/actor.ts'
import { clientNetwork } from '#server/auth/client-network.ts'
import { instantText } from '#server/clock.ts'
import type { Context, Runtime } from '#server/context.ts'
import type { FailedLoginTable } from '#server/database/account-tables.ts'
import { lockForTransaction } from '#server/database/engine.ts'
import { prepared } from '#server/database/prepared.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { others, placeOf, unknownAccount, windowOf } from './failed-login.rules.ts'

type Trx = Transaction<Database>

/** Refusals that mean a guess, or too many of them. */
const guesses: ReadonlySet<string> = new Set([
  'session.login_failed',
  'passkey.refused',
  'request.invalid',
  'throttled',
] satisfies AppError['code'][])

/** Counts a failed login, and rethrows its error. `userId` is the account that was tried, if it exists. */
export async function failLogin(context: Context, error: unknown, userId: string | undefined): Promise<never> {
  if (error instanceof AppError && guesses.has(error.code)) {
    await countFailedLogin(context, userId, { isThrottled: error.code === 'throttled' })
  }
  throw error
}

/**
 * The same statements whether the account exists or not: neither the answer nor its time reveals it. The entered name
 * is not stored: people type passwords into that field.
 */
async function countFailedLogin(
  context: Context,
  userId: string | undefined,
  { isThrottled }: { isThrottled: boolean },
): Promise<void> {
  const { clock, engine } = context
  const now = clock.now()
  const window = instantText(windowOf(now))
  const network = clientNetwork(context.address)
  await inTransaction(context, async trx => {
    await lockForTransaction(trx, engine, 'failedLogins')
    const place = placeOf(await selectPlaces(trx, { window }), { account: userId ?? unknownAccount, network })
    const at = instantText(now)
    await addFailure(trx, { ...place, window, at, failed: isThrottled ? 0 : 1, throttled: isThrottled ? 1 : 0 })
    await noteLast(trx, { id: userId ?? unknownAccount, at, network })
  })
}

/** Writes a line for each new place, and one for each whose hour is over and whose count has grown since. */
export async function recordFailedLogins(runtime: Runtime): Promise<void> {
  const window = instantText(windowOf(runtime.clock.now()))
  await inTransaction(runtime, async trx => {
    await lockForTransaction(trx, runtime.engine, 'failedLogins')
    const places = await trx
      .selectFrom('failed_login')
      .selectAll()
      .orderBy('window_started_at')
      .orderBy('account')
      .orderBy('network')
      .execute()
    for (const place of places) {
      const isOver = place.window_started_at !== window
      const count = place.failed_count + place.throttled_count
      if (place.recorded_count === 0 || (isOver && count > place.recorded_count)) await record(trx, runtime, place)
    }
    await trx.deleteFrom('failed_login').where('window_started_at', '!=', window).execute()
    await trx
      .updateTable('failed_login')
      .set(eb => ({ recorded_count: eb('failed_count', '+', eb.ref('throttled_count')) }))
      .where('recorded_count', '=', 0)
      .execute()
  })
}

async function record(
  trx: Trx,
  runtime: Runtime,
  { account, network, failed_count, throttled_count, last_failed_at }: Selectable<FailedLoginTable>,
): Promise<void> {
  const isOne = account !== unknownAccount && account !== others
  const whose = account === others ? ', further accounts' : ', unknown account'
  const last = last_failed_at === '' ? '' : `, last ${last_failed_at}`
  await recordAudit(
    trx,
    { ...runtime, actor: visitor, address: network === others ? '' : network },
    {
      action: 'session.login_failed',
      subjectKind: 'user',
      subjectId: isOne ? account : '',
      details: `${failed_count} failed, ${throttled_count} throttled${last}${isOne ? '' : whose}`,
    },
  )
}

const selectPlaces = prepared<{ window: string }>()((db, param) =>
  db.selectFrom('failed_login').select(['account', 'network']).where('window_started_at', '=', param('window')),
)

type FailureParams = {
  window: string
  account: string
  network: string
  at: string
  failed: number
  throttled: number
}

const addFailure = prepared<FailureParams>()((db, param) =>
  db
    .insertInto('failed_login')
    .values({
      window_started_at: param('window'),
      account: param('account'),
      network: param('network'),
      failed_count: param('failed'),
      throttled_count: param('throttled'),
      recorded_count: 0,
      last_failed_at: param('at'),
    })
    .onConflict(conflict =>
      conflict.columns(['window_started_at', 'account', 'network']).doUpdateSet(eb => ({
        failed_count: eb('failed_login.failed_count', '+', eb.ref('excluded.failed_count')),
        throttled_count: eb('failed_login.throttled_count', '+', eb.ref('excluded.throttled_count')),
        last_failed_at: eb.ref('excluded.last_failed_at'),
      })),
    ),
)

const noteLast = prepared<{ id: string; at: string; network: string }>()((db, param) =>
  db
    .updateTable('user_account')
    .set({ last_failed_login_at: param('at'), last_failed_login_network: param('network') })
    .where('id', '=', param('id')),
)
