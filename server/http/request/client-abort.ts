/** Calls whose caller is deleted while they run. */
import { AppError } from '#server/app-error.ts'
import { findSessionById } from '#server/auth/sessions.ts'
import type { Context } from '#server/context.ts'
import { isForeignKeyViolation } from '#server/database/engine.ts'

/**
 * Runs a call. If its user is deleted meanwhile, it refers to a missing row: that is not a fault, but the end of the
 * session (401 `session.required`).
 */
export async function unlessAborted<T>(context: Context, run: () => Promise<T> | T): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (isForeignKeyViolation(error) && (await isOver(context)))
      throw new AppError('session.required', { cause: error })
    throw error
  }
}

async function isOver({ actor, db, clock }: Context): Promise<boolean> {
  if (actor.kind !== 'user') return false
  return (await findSessionById(db, actor.sessionId, clock.now())) === undefined
}
