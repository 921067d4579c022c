import type { ErrorCode } from '#contract/errors.ts'
import type { Progress } from '#contract/progress.ts'
import { tickets } from '#contract/tickets.ts'
import { AppError } from '#server/app-error.ts'
import { demandStepUpFor } from '#server/auth/reauthentication.ts'
import type { Context } from '#server/context.ts'
import { changeTicket, deleteTicket } from './ticket.commands.ts'
import { getTicket } from './ticket.queries.ts'

type BulkChange =
  | { action: 'setProgress'; progress: Progress; finishAnyway?: boolean | undefined }
  | { action: 'delete' }

type Outcome = { id: string; number: string; isDone: boolean; code: ErrorCode | null }

/**
 * Changes or deletes several tickets, each in a transaction of its own: a failure does not affect the others. Deleting
 * asks for a fresh password first (`session.reauthentication_required`).
 */
export async function changeManyTickets(
  context: Context,
  ids: readonly string[],
  change: BulkChange,
): Promise<Outcome[]> {
  await demandStepUpFor(context, tickets.changeMany, change.action)
  const outcomes: Outcome[] = []
  for (const id of new Set(ids)) outcomes.push(await changeOne(context, id, change))
  return outcomes
}

async function changeOne(context: Context, id: string, change: BulkChange): Promise<Outcome> {
  let number = ''
  try {
    const row = await getTicket(context.db, context, id)
    number = row.number
    if (change.action === 'delete') await deleteTicket(context, id, undefined)
    else {
      const { progress, finishAnyway } = change
      await changeTicket(context, id, { progress, finishAnyway }, { revision: undefined, isWhole: false })
    }
    return { id, number, isDone: true, code: null }
  } catch (error) {
    if (error instanceof AppError) return { id, number, isDone: false, code: error.code }
    throw error
  }
}
