import { websiteCheckMinutes, websiteHistoryDays } from '#contract/limits.ts'
import type { CheckError, WebsiteDay, WebsiteHistory } from '#contract/website-services.ts'
import { calendarDate, dayMs, elapsedMs, minuteMs, plusMs } from '#server/clock.ts'

/** After the first failure it is checked again this soon. */
const confirmAfterMs = 2 * minuteMs
/**
 * A website that fails for this long is down. One failure means nothing, and several close together, because of
 * requests, are still one hiccup.
 */
const downAfterMs = minuteMs

export type CheckResult = {
  readonly error: CheckError | null
  readonly statusCode: number | null
  readonly responseMs: number | null
  /** Known when a certificate was presented and trusted. */
  readonly certificateExpiresAt: Date | null
}

type Standing = { failures_in_row: number; failing_since: string | null }

/** A website's state after one more check at an instant, and whether that is news. */
export function afterCheck(
  { failures_in_row, failing_since, isDown }: Standing & { isDown: boolean },
  { error }: Pick<CheckResult, 'error'>,
  at: string,
): Standing & { news: 'down' | 'back' | null } {
  if (error === null) return { failures_in_row: 0, failing_since: null, news: isDown ? 'back' : null }
  const failures = failures_in_row + 1
  const since = failing_since ?? at
  const isHiccup = elapsedMs(since, at) < downAfterMs
  return { failures_in_row: failures, failing_since: since, news: isDown || isHiccup ? null : 'down' }
}

/** An answer below 400 is a success; 401 and 429 come from a working server. */
export function isGoodStatus(status: number): boolean {
  return (status >= 200 && status < 400) || status === 401 || status === 429
}

/**
 * The next check of a website: every ten minutes, each website at its own offset, so that they do not all run at once
 * after a pause.
 */
export function nextCheckAt(id: string, now: Date): Date {
  const periodMs = websiteCheckMinutes * minuteMs
  return plusMs(now, periodMs - ((now.getTime() + offsetOf(id)) % periodMs))
}

/** When a first failure is checked again. */
export function confirmAt(now: Date): Date {
  return plusMs(now, confirmAfterMs)
}

/** Spreads ids evenly; their last digits are random. */
function offsetOf(id: string): number {
  return Number.parseInt(id.slice(-8), 16)
}

/** Whether an instant is over or within so many days. */
export function isWithinDays(instant: string, now: Date, days: number): boolean {
  return Date.parse(instant) <= plusMs(now, days * dayMs).getTime()
}

export type DayRow = { date: string; checks: number; failures: number; total_ms: number; slowest_ms: number }

/** Berlin dates of the history, oldest first. */
export function historyDates(now: Date): string[] {
  // Noon, so that a day of 23 or 25 hours does not count twice or not at all.
  const noon = Date.parse(`${calendarDate(now)}T12:00:00.000Z`)
  return Array.from({ length: websiteHistoryDays }, (_, index) =>
    calendarDate(new Date(noon - (websiteHistoryDays - 1 - index) * dayMs)),
  )
}

/** Every day of the history, also those without checks, and their totals. */
export function historyOf(rows: readonly DayRow[], now: Date): Omit<WebsiteHistory, 'outages'> {
  const byDate = new Map(rows.map(row => [row.date, row]))
  const days = historyDates(now).map(date => dayOf(date, byDate.get(date)))
  const all = rows.reduce(
    (sum, row) => ({
      checks: sum.checks + row.checks,
      failures: sum.failures + row.failures,
      total_ms: sum.total_ms + row.total_ms,
    }),
    { checks: 0, failures: 0, total_ms: 0 },
  )
  return { days, uptime: uptimeOf(all), meanMs: meanOf(all) }
}

function dayOf(date: string, row: DayRow | undefined): WebsiteDay {
  if (row === undefined) return { date, checks: 0, failures: 0, uptime: null, meanMs: null, slowestMs: null }
  const isAnswered = row.checks > row.failures
  return {
    date,
    checks: row.checks,
    failures: row.failures,
    uptime: uptimeOf(row),
    meanMs: meanOf(row),
    slowestMs: isAnswered ? row.slowest_ms : null,
  }
}

/** Four decimals; all but whole is never rounded up to whole. */
function uptimeOf({ checks, failures }: Pick<DayRow, 'checks' | 'failures'>): number | null {
  return checks === 0 ? null : Math.floor(((checks - failures) / checks) * 10_000) / 10_000
}

function meanOf({ checks, failures, total_ms }: Omit<DayRow, 'date' | 'slowest_ms'>): number | null {
  return checks === failures ? null : Math.round(total_ms / (checks - failures))
}
