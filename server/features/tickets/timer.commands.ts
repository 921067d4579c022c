import type { Transaction } from 'kysely'
import { billingStepMinutes, entryHoursMax } from '#contract/limits.ts'
import type { EntryType, TicketEntryInput } from '#contract/ticket-entries.ts'
import { AppError, invalidField } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { Actor, UserActor } from '#server/auth/actor.ts'
import { calendarDate, elapsedMs, instantText, plusMs } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { isUniqueViolation } from '#server/database/engine.ts'
import { newId } from '#server/database/ids.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { hoursOf } from '#server/units.ts'
import { canStartTimer } from './ticket.policy.ts'
import { findTicketToChange } from './ticket.queries.ts'
import { insertEntry, lockEntry, updateEntry } from './ticket-entry.commands.ts'
import { type FoundEntry, getEntry } from './ticket-entry.queries.ts'
import { billedMinutes } from './ticket-entry.rules.ts'
import { findRunningTimer, getOpenTimer, lockRunningTimer, type TimerRow } from './timer.queries.ts'

type Start = {
  ticketId: string
  entryId?: string | null | undefined
  /** The running measurement to switch from. */
  insteadOf?: string | undefined
}

/**
 * Starts measuring work on a ticket, or on one of its entries. The measurement `insteadOf` is stopped with it and waits
 * to be booked (0054); if it does not run any more, nothing is stopped. 409 `timer.already_running` when another one runs
 * for this user, 422 `reference.unknown` for an unknown ticket or entry, 409 `ticket_entry.invoiced`.
 */
export async function startTimer(context: Context, { ticketId, entryId = null, insteadOf }: Start): Promise<TimerRow> {
  const user = demandUser(context.actor)
  return inTransaction(context, async trx => {
    const ticket = await findTicketToChange(trx, context.scope, ticketId)
    if (ticket === undefined) throw invalidField('ticketId', 'reference.unknown')
    if (entryId !== null) await demandEntryOf(trx, context, ticketId, entryId)
    if (insteadOf !== undefined) await stopIfRunning(trx, context, user, insteadOf)
    const started = await trx
      .insertInto('work_span')
      .values({
        id: newId(context.clock.now()),
        user_id: user.userId,
        ticket_id: ticketId,
        entry_id: entryId,
        started_at: instantText(context.clock.now()),
        stopped_at: null,
      })
      // The unique index over running measurements decides between concurrent starts.
      .onConflict(conflict => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (started === undefined) throw new AppError('timer.already_running')
    await recordAudit(trx, context, {
      action: 'timer.started',
      subjectKind: 'ticket',
      subjectId: ticketId,
      details: ticket.number,
    })
    const row = await findRunningTimer(trx, user)
    if (row === undefined) throw new Error('The measurement just started is not there.')
    return row
  })
}

/** Stops the clock at once; the time waits to be booked. 404, 409 `timer.not_running`, `timer.already_booked`. */
export async function stopTimer(context: Context, id: string): Promise<TimerRow> {
  return changeTimer(context, id, 'timer.stopped', timer => {
    if (timer.stopped_at !== null) throw new AppError('timer.not_running')
    return stoppedNow(context, timer)
  })
}

/**
 * Reverts a stop: the clock continues from its start. 404, 409 `timer.not_stopped`, `timer.already_booked`, and
 * `timer.already_running` when another one runs by now.
 */
export async function resumeTimer(context: Context, id: string): Promise<TimerRow> {
  return changeTimer(context, id, 'timer.resumed', timer => {
    if (timer.stopped_at === null) throw new AppError('timer.not_stopped')
    return { stopped_at: null, is_waiting: 0 }
  })
}

type Booking = {
  entryId?: string | undefined
  name?: string | undefined
  type?: EntryType | undefined
  quantity?: number | undefined
}

/**
 * Books a measurement, and stops it if it runs. Start and stop stay as they were; billed hours are added to the entry
 * named, to a new one with the given name, or else to the entry the measurement was started on: `quantity`, or the
 * measured time rounded up to the billing step. An upcoming entry is in progress from then on. 422 `hours.too_large` for
 * more than an entry can hold, 409 `timer.already_booked`.
 */
export async function bookTimer(context: Context, id: string, booking: Booking): Promise<FoundEntry> {
  const user = demandUser(context.actor)
  return inTransaction(context, async trx => {
    const timer = await getOpenTimer(trx, context.engine, user, id)
    const stoppedAt = timer.stopped_at ?? stopOf(context, timer)
    const hours = booking.quantity ?? hoursOf(billedMinutes(elapsedMs(timer.started_at, stoppedAt), billingStepMinutes))
    const entryId = await book(trx, context, timer, booking, hours)
    const booked = { stopped_at: stoppedAt, entry_id: entryId, is_waiting: 0 } as const
    await trx.updateTable('work_span').set(booked).where('id', '=', id).execute()
    await recordAudit(trx, context, {
      action: 'timer.booked',
      subjectKind: 'ticket_entry',
      subjectId: entryId,
      details: timer.ticket_number,
    })
    return getEntry(trx, context.scope, entryId)
  })
}

/** Discards a measurement that is not booked. 404, 409 `timer.already_booked`. */
export async function discardTimer(context: Context, id: string): Promise<void> {
  const user = demandUser(context.actor)
  await inTransaction(context, async trx => {
    const timer = await getOpenTimer(trx, context.engine, user, id)
    await trx.deleteFrom('work_span').where('id', '=', id).execute()
    await recordAudit(trx, context, {
      action: 'timer.discarded',
      subjectKind: 'ticket',
      subjectId: timer.ticket_id,
      details: timer.ticket_number,
    })
  })
}

type ClockChange = { stopped_at: string | null; is_waiting: 0 | 1 }

/** Stops or resumes the clock, in one transaction with its audit line. */
async function changeTimer(
  context: Context,
  id: string,
  action: 'timer.stopped' | 'timer.resumed',
  changeOf: (timer: TimerRow) => ClockChange,
): Promise<TimerRow> {
  const user = demandUser(context.actor)
  return inTransaction(context, async trx => {
    const timer = await getOpenTimer(trx, context.engine, user, id)
    return setClock(trx, context, timer, action, changeOf(timer))
  })
}

async function stopIfRunning(trx: Transaction<Database>, context: Context, user: UserActor, id: string): Promise<void> {
  const running = await lockRunningTimer(trx, context.engine, user)
  if (running?.id === id) await setClock(trx, context, running, 'timer.stopped', stoppedNow(context, running))
}

async function setClock(
  trx: Transaction<Database>,
  context: Context,
  timer: TimerRow,
  action: 'timer.stopped' | 'timer.resumed',
  change: ClockChange,
): Promise<TimerRow> {
  // The unique index over running measurements decides here, too.
  await trx
    .updateTable('work_span')
    .set(change)
    .where('id', '=', timer.id)
    .execute()
    .catch(error => {
      throw isUniqueViolation(error) ? new AppError('timer.already_running') : error
    })
  await recordAudit(trx, context, {
    action,
    subjectKind: 'ticket',
    subjectId: timer.ticket_id,
    details: timer.ticket_number,
  })
  return { ...timer, ...change }
}

function stoppedNow(context: Context, timer: TimerRow): ClockChange {
  return { stopped_at: stopOf(context, timer), is_waiting: 1 }
}

/** Now; a clock that was set back must not make work negative. */
function stopOf({ clock }: Pick<Context, 'clock'>, { started_at }: Pick<TimerRow, 'started_at'>): string {
  const measuredMs = Math.max(0, elapsedMs(started_at, instantText(clock.now())))
  return instantText(plusMs(new Date(started_at), measuredMs))
}

/** Books the hours and returns their entry. */
async function book(
  trx: Transaction<Database>,
  context: Context,
  timer: TimerRow,
  booking: Booking,
  hours: number,
): Promise<string> {
  const existing = booking.entryId ?? (booking.name === undefined ? timer.entry_id : null)
  if (existing !== null) {
    if (existing !== timer.entry_id) await demandEntryOf(trx, context, timer.ticket_id, existing)
    const entry = await lockEntry(trx, context, existing)
    const change: Partial<TicketEntryInput> = { quantity: demandBookable(hoursOf(entry.minutes) + hours) }
    if (entry.progress === 'upcoming') change.progress = 'inProgress'
    await updateEntry(trx, context, entry, change)
    return existing
  }
  if (booking.name === undefined) throw invalidField('name', 'required')
  const ticket = await findTicketToChange(trx, context.scope, timer.ticket_id)
  if (ticket === undefined) throw new AppError('not_found')
  const entry = await insertEntry(trx, context, ticket, {
    name: booking.name,
    type: booking.type,
    progress: 'inProgress',
    quantity: demandBookable(hours),
    date: calendarDate(new Date(timer.started_at)),
  })
  return entry.id
}

/** The timer adds no more hours to an entry than its form. */
function demandBookable(hours: number): number {
  if (hours > entryHoursMax) throw invalidField('quantity', 'hours.too_large')
  return hours
}

async function demandEntryOf(trx: Transaction<Database>, context: Context, ticketId: string, entryId: string) {
  const entry = await trx
    .selectFrom('ticket_entry')
    .select('id')
    .where('id', '=', entryId)
    .where('ticket_id', '=', ticketId)
    .executeTakeFirst()
  if (entry === undefined) throw invalidField('entryId', 'reference.unknown')
  await lockEntry(trx, context, entryId)
}

/** Time is measured by people: the program and an impersonating admin have no timer. */
function demandUser(actor: Actor): UserActor {
  if (actor.kind !== 'user' || !canStartTimer(actor)) throw new AppError('role.forbidden')
  return actor
}
