/**
 * Commands to the devices of storages: derived from the plan, overrides and dimming, sent when they change and again
 * while in force, and put back at the end. Everything is in the database, so a process that dies loses nothing, and
 * several processes do the same work only once.
 */
import type { Transaction } from 'kysely'
import { portalItself } from '#server/auth/actor.ts'
import { scopeOf } from '#server/auth/scope.ts'
import { dayMs, instantText, plusMs } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import { newId } from '#server/database/ids.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { noteChange } from '#server/realtime/note-change.ts'
import { endPayloadOf, payloadOf, readReport, type SentTo, sentTo } from './command-message.rules.ts'
import { targetOfCommand, wishInForce } from './command-wish.rules.ts'
import { type CommandRow, type ControlFacts, readControlFacts, type StorageFacts } from './control-facts.queries.ts'
import { topicPrefix } from './energy-message.rules.ts'
import { getSiteToChange } from './energy-site.queries.ts'
import { answeredState, type Heard, stateAtEnd, type Wish } from './storage-command.rules.ts'

type Trx = Transaction<Database>

/** Devices drop a command on their own, evcc after a minute. */
export const repeatedEveryMs = 30_000
/** A report up to this long before the first command counts as the present state of the device. */
const reportCountsMs = 15 * 60_000
/** A command this soon after the last one continues it: the device has not returned to its former state yet. */
const continuedMs = 2 * 60_000
/** A device that cannot be put back within this time stays as it is. */
const putBackMs = 15 * 60_000
const keptDays = 400

/** Publishes a message below the prefix of a site; false when it could not be handed on. */
export type PostCommand = (
  site: { readonly key: string; readonly isDemo: boolean },
  message: { readonly topic: string; readonly payload: Buffer },
) => boolean

/** Brings the commands in force in line with the facts that decide on them, and with the reports of devices. */
export async function updateCommands(runtime: Runtime): Promise<void> {
  const now = runtime.clock.now()
  for (const facts of await readControlFacts(runtime.db, 'commanded', now)) {
    if (changesOf(facts, now).length === 0) continue
    // Read again under the lock: another instance, or the customer, may have been faster.
    await inTransaction(runtime, async trx => {
      await getSiteToChange(trx, scopeOf(portalItself), facts.site.id)
      const [current] = await readControlFacts(trx, { siteId: facts.site.id }, now)
      const changes = current === undefined ? [] : changesOf(current, now)
      for (const change of changes) await change(trx)
      if (changes.length === 0) return
      await noteChange(trx, { ...runtime, actor: portalItself }, { noun: 'energy_site', id: facts.site.id })
    })
  }
}

type Write = (trx: Trx) => Promise<unknown>

function changesOf(facts: ControlFacts, now: Date): Write[] {
  return facts.storages.flatMap(of => {
    const wish = wishInForce(facts, of)
    const { command } = of
    if (command !== null && wish !== null && isSame(command, wish, of)) return answerOf(command, of, now)
    if (command === null && wish === null) return []
    return [(trx: Trx) => replaceCommand(trx, { site: facts.site, of, wish }, now)]
  })
}

/** A command stays while the message to the device and the cause are the same; its reason may differ. */
function isSame(command: CommandRow, wish: Wish, { storage }: StorageFacts): boolean {
  const to = sentTo(storage, wish)
  return (
    command.mode === wish.mode &&
    command.power_w === wish.powerW &&
    command.override_id === wish.overrideId &&
    (command.plan_id === null) === (wish.planId === null) &&
    (command.is_dimmed === 1) === wish.isDimmed &&
    command.target === JSON.stringify(to ?? null)
  )
}

function answerOf(command: CommandRow, { report }: StorageFacts, now: Date): Write[] {
  const to = targetOfCommand(command)
  // A device that does not report its state is not waited for.
  if (to === null || to.expected === null) return []
  const heard: Heard | null =
    report === null ? null : { at: report.at, ...readReport(to, command.power_w, report.text) }
  const answered = answeredState(
    {
      state: command.state,
      awaitedSince: command.awaited_since,
      reportsSince: command.reports_since,
      confirmedAt: command.confirmed_at,
    },
    heard,
    now,
  )
  if (answered === null) return []
  const { state, answer, confirmedAt: confirmed_at, awaitedSince: awaited_since } = answered
  return [
    trx =>
      trx
        .updateTable('energy_command')
        .set({ state, answer, confirmed_at, awaited_since })
        .where('id', '=', command.id)
        .execute(),
  ]
}

type Replacement = { readonly site: ControlFacts['site']; readonly of: StorageFacts; readonly wish: Wish | null }

async function replaceCommand(trx: Trx, { site, of, wish }: Replacement, now: Date): Promise<void> {
  const at = instantText(now)
  const { command, storage } = of
  const to = wish === null ? undefined : sentTo(storage, wish)
  const before = command === null ? null : targetOfCommand(command)
  const staysThere = to !== undefined && before !== null && before.topic === to.topic
  if (command !== null) {
    // The former state is restored after the last command of a device, not between two.
    const ends = before !== null && !staysThere && command.sent_at !== null
    await trx
      .updateTable('energy_command')
      .set({
        ended_at: at,
        next_at: ends ? at : null,
        state: stateAtEnd(
          { state: command.state, awaitedSince: command.awaited_since },
          before?.expected !== null,
          now,
        ),
      })
      .where('id', '=', command.id)
      .execute()
  }
  if (wish === null) return
  const former = staysThere ? command?.former : await formerOf(trx, of, to, now)
  const isRepetition = staysThere && before.payload !== null && before.payload === to.payload
  await trx
    .insertInto('energy_command')
    .values({
      // In order of creation, even within a millisecond.
      id: newId(),
      site_id: site.id,
      customer_id: site.customer_id,
      storage_id: storage.id,
      at,
      mode: wish.mode,
      power_w: wish.powerW,
      reason: wish.reason,
      facts: JSON.stringify(wish.facts),
      is_dimmed: wish.isDimmed ? 1 : 0,
      plan_id: wish.planId,
      override_id: wish.overrideId,
      target: JSON.stringify(to ?? null),
      former: former ?? null,
      // A mode that its device does not offer is never sent.
      state: to === undefined ? 'refused' : 'sent',
      reports_since: isRepetition
        ? (command?.reports_since ?? at)
        : ((staysThere ? command?.sent_at : null) ?? instantText(plusMs(now, -reportCountsMs))),
      next_at: to === undefined ? null : at,
    })
    .execute()
}

/** The state of the device before the portal took control; one still to be put back is taken over. */
async function formerOf(
  trx: Trx,
  { storage, report }: StorageFacts,
  to: SentTo | undefined,
  now: Date,
): Promise<string | null> {
  const last = await trx
    .selectFrom('energy_command')
    .select(['id', 'former', 'target'])
    .where('storage_id', '=', storage.id)
    .where('ended_at', '>', instantText(plusMs(now, -continuedMs)))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last === undefined || to === undefined || targetOfCommand(last)?.topic !== to.topic) return report?.text ?? null
  await trx.updateTable('energy_command').set({ next_at: null }).where('id', '=', last.id).execute()
  return last.former
}

/**
 * Sends due messages: new commands, those in force every half minute, and those that put a device back. Each is claimed
 * first, so only one of several instances sends it. If that one dies after its claim, the message follows half a minute
 * later.
 */
export async function sendCommands(runtime: Runtime, post: PostCommand): Promise<void> {
  const now = runtime.clock.now()
  const at = instantText(now)
  const due = await runtime.db
    .selectFrom('energy_command')
    .innerJoin('energy_site', 'energy_site.id', 'energy_command.site_id')
    .selectAll('energy_command')
    .select(['energy_site.key', 'energy_site.is_demo'])
    .where('energy_command.next_at', '<=', at)
    .orderBy('energy_command.next_at')
    .limit(1_000)
    .execute()
  for (const command of due) {
    const to = targetOfCommand(command)
    const message = to === null ? null : messageOf(command, to, now)
    if (!(await claim(runtime, command, now))) continue
    const isPosted =
      command.key !== null &&
      to !== null &&
      message !== null &&
      post(
        { key: command.key, isDemo: command.is_demo === 1 },
        { topic: `${topicPrefix(command.key)}${message.topic}`, payload: Buffer.from(message.payload) },
      )
    await noteSent(runtime, command, { isPosted, hasMessage: message !== null }, at)
  }
}

function messageOf(command: CommandRow, to: SentTo, now: Date): { topic: string; payload: string } | null {
  if (command.ended_at === null) {
    const { mode, power_w: powerW, reason } = command
    return { topic: to.topic, payload: payloadOf(to, { mode, powerW, reason }, now) }
  }
  const payload = endPayloadOf(to, command.former, now)
  return payload === null ? null : { topic: to.topic, payload }
}

/** Whether the command is ours: it has not changed, and no other instance has claimed it meanwhile. */
async function claim({ db }: Pick<Runtime, 'db'>, { id, next_at, ended_at }: CommandRow, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('energy_command')
    .set({ next_at: instantText(plusMs(now, repeatedEveryMs)) })
    .where('id', '=', id)
    .where('next_at', '=', next_at)
    .where('ended_at', ended_at === null ? 'is' : '=', ended_at)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

async function noteSent(
  { db }: Pick<Runtime, 'db'>,
  { id, ended_at, awaited_since }: CommandRow,
  { isPosted, hasMessage }: { isPosted: boolean; hasMessage: boolean },
  at: string,
): Promise<void> {
  if (ended_at !== null) {
    // Put back once; without a connection it is tried again later.
    const isTooLate = Date.parse(at) - Date.parse(ended_at) > putBackMs
    if (isPosted || !hasMessage || isTooLate) {
      await db.updateTable('energy_command').set({ next_at: null }).where('id', '=', id).execute()
    }
    return
  }
  if (!isPosted) return
  await db
    .updateTable('energy_command')
    .set({ sent_at: at, ...(awaited_since === null && { awaited_since: at }) })
    .where('id', '=', id)
    .execute()
}

/** Removes the log after four hundred days. */
export async function removeOldCommands({ db, clock }: Pick<Runtime, 'db' | 'clock'>): Promise<void> {
  const before = newId(plusMs(clock.now(), -keptDays * dayMs), () => 0)
  await db.deleteFrom('energy_command').where('id', '<', before).where('ended_at', 'is not', null).execute()
  await db.deleteFrom('energy_override').where('id', '<', before).execute()
}
