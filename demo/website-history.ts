/** The results of 90 days of checks of a demo website, from its plan. */
import type { Insertable } from 'kysely'
import { websiteCheckMinutes, websiteHistoryDays } from '#contract/limits.ts'
import { calendarDate, dayMs, hourMs, instantText, minuteMs, plusMs } from '#server/clock.ts'
import type { Database } from '#server/database/schema.ts'
import { historyDates } from '#server/features/services/website-check.rules.ts'
import type { Random } from './demo-random.ts'
import type { PlannedWebsite } from './website-plans.ts'

type DayRow = Omit<Insertable<Database['website_day']>, 'service_id'>
type OutageRow = Omit<Insertable<Database['website_outage']>, 'service_id'>
type StandingRow = Omit<Insertable<Database['website_service']>, 'service_id'>

const checksPerDay = 1_440 / websiteCheckMinutes
/** A current outage started after midnight and covers several checks. */
const downMinutes = 52

/** One row per day with checks; today's includes only those so far. */
export function daysOf(random: Random, now: Date, plan: PlannedWebsite): DayRow[] {
  if (plan.state === 'never checked') return []
  const dates = historyDates(now).slice(-Math.min(plan.since, websiteHistoryDays))
  // Monitoring of unwatched websites ended two weeks ago.
  const checked = plan.state === 'unwatched' ? dates.slice(0, -14) : dates
  const outages = outagesOf(now, plan)
  return checked.flatMap(date => {
    const checks = date === calendarDate(now) ? checksToday(now) : checksPerDay
    if (checks === 0) return []
    const failures = Math.min(checks, failuresOn(date, outages, now))
    const answered = checks - failures
    const mean = Math.round(plan.meanMs * (0.85 + random.next() * 0.3))
    return [
      {
        date,
        checks,
        failures,
        total_ms: answered * mean,
        slowest_ms: answered === 0 ? 0 : Math.round(mean * (1.6 + random.next() * 2.4)),
      },
    ]
  })
}

/** The outages; a current one has no end. */
export function outagesOf(now: Date, { state, incidents = [] }: PlannedWebsite): OutageRow[] {
  const midnight = Date.parse(`${calendarDate(now)}T00:00:00.000Z`)
  const past = incidents.map(({ daysAgo, hour, minutes, error, statusCode = null }) => {
    const from = midnight - daysAgo * dayMs + hour * hourMs
    return {
      started_at: instantText(new Date(from)),
      ended_at: instantText(new Date(from + minutes * minuteMs)),
      error,
      status_code: statusCode,
    }
  })
  if (state !== 'down') return past
  const since = instantText(plusMs(now, -downMinutes * minuteMs))
  return [...past, { started_at: since, ended_at: null, error: 'refused', status_code: null }]
}

/** The result of the last check, a moment ago. */
export function standingOf(random: Random, now: Date, plan: PlannedWebsite): StandingRow {
  const isWatched = plan.state !== 'unwatched'
  const checkedAt = plusMs(now, isWatched ? -random.between(1, websiteCheckMinutes - 1) * minuteMs : -14 * dayMs)
  const isDown = plan.state === 'down'
  const end = plan.certificateDays === null ? null : plusMs(now, plan.certificateDays * dayMs)
  const certificate = {
    certificate_expires_at: end && instantText(end),
    certificate_warned_for:
      plan.certificateDays !== null && plan.certificateDays <= 14 ? end && instantText(end) : null,
  }
  if (plan.state === 'never checked') {
    return { is_watched: 1, next_check_at: null, ...neverChecked, ...certificate }
  }
  return {
    is_watched: isWatched ? 1 : 0,
    next_check_at: isWatched ? instantText(plusMs(checkedAt, websiteCheckMinutes * minuteMs)) : null,
    checked_at: instantText(checkedAt),
    outcome: isDown ? 'refused' : 'ok',
    status_code: isDown ? null : 200,
    response_ms: isDown ? null : Math.round(plan.meanMs * (0.8 + random.next() * 0.4)),
    failures_in_row: isDown ? Math.ceil(downMinutes / websiteCheckMinutes) : 0,
    failing_since: isDown ? instantText(plusMs(now, -downMinutes * minuteMs)) : null,
    ...certificate,
  }
}

const neverChecked = {
  checked_at: null,
  outcome: null,
  status_code: null,
  response_ms: null,
  failures_in_row: 0,
  failing_since: null,
} as const

/** The checks of a day that fall into an outage. */
function failuresOn(date: string, outages: readonly OutageRow[], now: Date): number {
  return outages.reduce((sum, { started_at, ended_at }) => {
    const until = ended_at ? new Date(ended_at) : now
    let failures = 0
    for (let at = new Date(started_at); at < until; at = plusMs(at, websiteCheckMinutes * minuteMs)) {
      if (calendarDate(at) === date) failures += 1
    }
    return sum + failures
  }, 0)
}

function checksToday(now: Date): number {
  let checks = 0
  const today = calendarDate(now)
  for (let at = now; calendarDate(at) === today; at = plusMs(at, -websiteCheckMinutes * minuteMs)) checks += 1
  return checks
}
