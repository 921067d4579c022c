import { AppError } from '#server/app-error.ts'
import { countOn } from '#server/auth/throttle.ts'
import { instantText, minuteMs } from '#server/clock.ts'
import type { Context, Runtime } from '#server/context.ts'
import { callOutside } from '#server/outgoing/call.ts'
import { failureOf } from '#server/outgoing/outgoing-error.ts'
import { mayCall } from '#server/outgoing/target.ts'
import { type FoundService, getService, urlsOf } from './service.queries.ts'
import { listDueWebsites } from './website-check.queries.ts'
import { type CheckResult, historyDates, isGoodStatus, nextCheckAt } from './website-check.rules.ts'
import { recordCheck } from './website-check-result.commands.ts'

const askedChecks = { limit: 6, windowMs: minuteMs }
const atTheSameTime = 16
/** With the last call a run ends well before a stopping process is killed. */
const runMs = 7_000
const dueMax = 500

/**
 * Checks a website on request. 404 outside the scope, 429 `throttled` beyond the limit, 409
 * `website_service.check_not_possible` in the demo.
 */
export async function checkNow(context: Context, id: string): Promise<FoundService> {
  const { row } = await getService(context.db, context.scope, id, 'website_service')
  const [url = ''] = urlsOf(row)
  if (context.config.isDemo && !mayCall(context.config, url)) throw new AppError('website_service.check_not_possible')
  await countOn(context, 'website_check', id, askedChecks)
  await recordCheck(context, { id, url }, await checkWebsite(context, url))
  return getService(context.db, context.scope, id, 'website_service')
}

/**
 * Checks due websites, several at the same time, and starts no more when the run has lasted long enough: the rest is
 * still due at the next one. A check is claimed by moving its time, so it happens once.
 */
export async function checkDueWebsites(runtime: Runtime): Promise<void> {
  const startedAt = performance.now()
  const due = await listDueWebsites(runtime.db, runtime.clock.now(), dueMax)
  const waiting = due.filter(({ urls }) => !runtime.config.isDemo || mayCall(runtime.config, urlsOf({ urls })[0] ?? ''))
  const queue = waiting.values()
  const work = async () => {
    for (const { id, urls, due_at } of queue) {
      if (performance.now() - startedAt > runMs) return
      const [url = ''] = urlsOf({ urls })
      if (await claimCheck(runtime, id, due_at)) {
        await recordCheck(runtime, { id, url }, await checkWebsite(runtime, url))
      }
    }
  }
  const outcomes = await Promise.allSettled(Array.from({ length: atTheSameTime }, work))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

/** Moves the time of the next check; false when somebody else has done so. */
async function claimCheck({ db, clock }: Runtime, id: string, dueAt: string | null): Promise<boolean> {
  const claimed = await db
    .updateTable('website_service')
    .set({ next_check_at: instantText(nextCheckAt(id, clock.now())) })
    .where('service_id', '=', id)
    .where('next_check_at', '=', dueAt)
    .returning('service_id')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Calls a website once. Any outcome is a result. */
export async function checkWebsite({ config }: Pick<Runtime, 'config'>, url: string): Promise<CheckResult> {
  try {
    const { status, elapsedMs, certificateExpiresAt } = await callOutside(config, url)
    const error = isGoodStatus(status) ? null : 'status'
    return { error, statusCode: status, responseMs: elapsedMs, certificateExpiresAt }
  } catch (error) {
    return { error: failureOf(error), statusCode: null, responseMs: null, certificateExpiresAt: null }
  }
}

/** Deletes data older than the displayed history. */
export async function removeOldHistory({ db, clock }: Runtime): Promise<void> {
  const [from = ''] = historyDates(clock.now())
  await db.deleteFrom('website_day').where('date', '<', from).execute()
  await db.deleteFrom('website_outage').where('ended_at', '<', from).execute()
}
