import type { Transaction } from 'kysely'
import { emailStopDays } from '#contract/limits.ts'
import type { WarningKind } from '#contract/notifications.ts'
import { takeOutOfOutbox } from '#server/auth/one-time-tokens.ts'
import { hashToken } from '#server/auth/tokens.ts'
import { dayMs, instantText, plusMs } from '#server/clock.ts'
import type { Context, Runtime } from '#server/context.ts'
import { addressKey } from '#server/database/address-key.ts'
import { newId } from '#server/database/ids.ts'
import type { Database } from '#server/database/schema.ts'
import { warnUser } from '#server/features/notifications/notification.commands.ts'
import { confirmationUrl } from '#server/mail/base-url.ts'
import { byPortal } from '#server/mail/budget.ts'
import type { MailContent } from '#server/mail/layout.ts'
import type { Stop } from './stop-link.mails.ts'
import { type Dispute, findDispute, stopToken } from './stop-link.queries.ts'

type Trx = Transaction<Database>
type User = { readonly id: string; readonly email: string }

export type Warning = {
  readonly kind: WarningKind
  /** An instant before the addition of any new means of login for a stranger; undefined without an addition. */
  readonly since?: Date
  readonly makeMail: (stop?: Stop) => MailContent
}

/**
 * Warns a user when their means of login change. After an addition, the last undisputed address gets the link that
 * recovers the account, for its full time. While it differs from the current one, it keeps its remaining time, and the
 * link of the current one works for its full time after that. Other warnings carry a link only where there is one
 * already: a new password is the way back from them, and few mails should contain a way past a second factor. Call it
 * with the user's row locked.
 */
export async function warnOfAccess(
  trx: Trx,
  context: Context,
  user: User,
  { kind, since, makeMail }: Warning,
): Promise<void> {
  if (user.email === '') return
  const warn = (email: string, stop?: { id: string; until: string; from?: Date; isNew?: boolean }) => {
    const token = stop && stopToken(context.keys, stop.id)
    const mail = makeMail(
      stop && token
        ? { url: confirmationUrl(context.config, token), until: new Date(stop.until), from: stop.from }
        : undefined,
    )
    // Nobody can use up the day's warnings before doing harm: the first with a link is always sent.
    const causing = stop?.isNew ? byPortal(context) : context
    return warnUser(trx, causing, { email, about: { userId: user.id }, kind, mail, ...(token && { token }) })
  }
  const dispute = await findDispute(trx, user.id, context.clock.now())
  const isUndisputed = dispute === undefined || addressKey(dispute.stop_email) === addressKey(user.email)
  if (!isUndisputed) {
    if (since === undefined) return warn(user.email)
    await warn(dispute.stop_email, stopOf(dispute))
    return warn(user.email, await openWaitingLink(trx, user, since, new Date(dispute.last.stoppable_until)))
  }
  if (since) return warn(user.email, await openStopLink(trx, context, user, since))
  return warn(user.email, dispute && stopOf(dispute))
}

/** Invalidates all stop links of a user: their changes are decided. */
export async function endStopLinks(trx: Trx, { clock, keys }: Pick<Runtime, 'clock' | 'keys'>, userId: string) {
  const now = instantText(clock.now())
  const changes = await trx
    .updateTable('email_change')
    .set({ stoppable_until: now, updated_at: now })
    .where('user_id', '=', userId)
    .where('stoppable_until', '>', now)
    .returning('id')
    .execute()
  const factors = await trx.deleteFrom('stop_link').where('user_id', '=', userId).returning('id').execute()
  await takeOutStops(trx, keys, [...changes, ...factors])
}

/** Another address than the current one can stop changes for longer: the current one's links wait for that. */
export async function postponeWaitingLinks(trx: Trx, { clock }: Pick<Runtime, 'clock'>, userId: string, from: Date) {
  await trx
    .updateTable('stop_link')
    .set({ created_at: instantText(from), stoppable_until: stoppableUntil(from) })
    .where('user_id', '=', userId)
    .where('created_at', '>', instantText(clock.now()))
    .where('created_at', '<', instantText(from))
    .execute()
}

/** Ends waiting links: the address they were mailed to is no longer the current one. */
export async function endWaitingLinks(trx: Trx, { clock, keys }: Pick<Runtime, 'clock' | 'keys'>, userId: string) {
  const ended = await trx
    .deleteFrom('stop_link')
    .where('user_id', '=', userId)
    .where('created_at', '>', instantText(clock.now()))
    .returning('id')
    .execute()
  await takeOutStops(trx, keys, ended)
}

/** Deletes expired links. */
export async function expireStopLinks(trx: Trx, { clock, keys }: Pick<Runtime, 'clock' | 'keys'>): Promise<void> {
  const expired = await trx
    .deleteFrom('stop_link')
    .where('stoppable_until', '<=', instantText(clock.now()))
    .returning('id')
    .execute()
  await takeOutStops(trx, keys, expired)
}

/** Until when a link mailed now works. */
export function stoppableUntil(now: Date): string {
  return instantText(plusMs(now, emailStopDays * dayMs))
}

/** Warnings of a day share a link: a user has few, for any number of changes. */
async function openStopLink(trx: Trx, { clock }: Context, { id: userId, email }: User, since: Date) {
  const now = clock.now()
  const until = stoppableUntil(now)
  const shared = await trx
    .updateTable('stop_link')
    .set({ stoppable_until: until })
    .where('user_id', '=', userId)
    .where('stop_email', '=', email)
    .where('created_at', '>', instantText(plusMs(now, -dayMs)))
    .returning('id')
    .executeTakeFirst()
  if (shared) return { id: shared.id, until }
  const id = newId()
  await trx
    .insertInto('stop_link')
    .values({
      id,
      user_id: userId,
      stop_email: email,
      disputed_since: instantText(since),
      stoppable_until: until,
      created_at: instantText(now),
    })
    .execute()
  return { id, until, isNew: true }
}

/** For the current address, from when no other can stop anything. There is one at most. */
async function openWaitingLink(trx: Trx, { id: userId, email }: User, since: Date, from: Date) {
  const waiting = { created_at: instantText(from), stoppable_until: stoppableUntil(from) }
  const until = waiting.stoppable_until
  const shared = await trx
    .updateTable('stop_link')
    .set(waiting)
    .where('user_id', '=', userId)
    .where('stop_email', '=', email)
    .where('created_at', '>', instantText(since))
    .returning('id')
    .executeTakeFirst()
  if (shared) return { id: shared.id, until, from }
  const id = newId()
  await trx
    .insertInto('stop_link')
    .values({ id, user_id: userId, stop_email: email, disputed_since: instantText(since), ...waiting })
    .execute()
  return { id, until, from, isNew: true }
}

function stopOf({ last }: Dispute) {
  return { id: last.id, until: last.stoppable_until }
}

async function takeOutStops(trx: Trx, keys: Runtime['keys'], ended: readonly { id: string }[]): Promise<void> {
  await takeOutOfOutbox(
    trx,
    ended.map(({ id }) => hashToken(stopToken(keys, id))),
  )
}
