/** Claims one due mail for this instance, and records its result. */
import type { ExpressionBuilder } from 'kysely'
import { withoutToken } from '#server/auth/one-time-tokens.ts'
import { instantText, latestCredible, minuteMs, plusMs } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import { forUpdateSkipLocked } from '#server/database/engine.ts'
import type { OutboxMailTable } from '#server/database/platform-tables.ts'
import type { Database } from '#server/database/schema.ts'
import { backoffMs, triesMax } from '#server/jobs/backoff.ts'

/** Longer than any delivery may take: while it runs, no other instance sends the same mail. */
const leaseMs = 5 * minuteMs

type Own = Pick<Runtime, 'db' | 'engine' | 'clock'>
export type ClaimedMail = Pick<OutboxMailTable, (typeof claimedColumns)[number]>
const claimedColumns = [
  'id',
  'kind',
  'recipient',
  'reply_to',
  'subject',
  'text',
  'html',
  'unsubscribe_url',
  'token_hash',
  'attempts',
  'created_at',
] as const

/** The mail that has been due longest and is not being sent; undefined when there is none. */
export async function claimMail({ db, engine, clock }: Own): Promise<ClaimedMail | undefined> {
  const now = instantText(clock.now())
  return db
    .updateTable('outbox_mail')
    .set(eb => ({
      attempts: eb('attempts', '+', 1),
      lease_until: instantText(plusMs(clock.now(), leaseMs)),
      updated_at: now,
    }))
    .where('id', '=', eb =>
      eb
        .selectFrom('outbox_mail')
        .select('id')
        .where('state', '=', 'waiting')
        .where(due =>
          due.or([
            due('next_attempt_at', '<=', now).and(
              due.or([due('lease_until', 'is', null), due('lease_until', '<=', now)]),
            ),
            due('updated_at', '>', instantText(latestCredible(clock.now()))),
          ]),
        )
        .orderBy('next_attempt_at')
        .limit(1)
        .$call(forUpdateSkipLocked(engine)),
    )
    .returning(claimedColumns)
    .executeTakeFirst()
}

/** Milliseconds until a mail may be due; undefined when none waits. */
export async function untilNextMailMs({ db, clock }: Own): Promise<number | undefined> {
  const next = await db
    .selectFrom('outbox_mail')
    .select(({ fn }) => fn.min(fn.coalesce('lease_until', 'next_attempt_at')).as('at'))
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return next?.at ? Date.parse(next.at) - clock.now().getTime() : undefined
}

/** The mail is delivered. Links that open an account are removed from the stored text. */
export async function markSent({ db, clock }: Own, mail: ClaimedMail): Promise<void> {
  const now = instantText(clock.now())
  await db
    .updateTable('outbox_mail')
    .set({
      state: 'sent',
      sent_at: now,
      text: withoutToken(mail.text, mail.token_hash),
      html: withoutToken(mail.html, mail.token_hash),
      token_hash: null,
      lease_until: null,
      last_error: '',
      updated_at: now,
    })
    .where(mine(mail))
    .execute()
}

/** Waits and retries; after the last try, or when a retry is useless, the mail stays as `failed`. */
export async function postponeMail(
  { db, clock }: Own,
  mail: ClaimedMail,
  reason: string,
  isFinal = false,
): Promise<void> {
  const now = clock.now()
  await db
    .updateTable('outbox_mail')
    .set({
      state: isFinal || mail.attempts >= triesMax ? 'failed' : 'waiting',
      next_attempt_at: instantText(plusMs(now, backoffMs(mail.attempts))),
      lease_until: null,
      last_error: reason.slice(0, 1_000),
      updated_at: instantText(now),
    })
    .where(mine(mail))
    .execute()
}

/** Still held by this instance: a claim by another one, after the lease ran out, has incremented `attempts`. */
function mine({ id, attempts }: ClaimedMail) {
  return (eb: ExpressionBuilder<Database, 'outbox_mail'>) => eb.and({ id, attempts, state: 'waiting' })
}
