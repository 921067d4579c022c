/** The plan for the quarter-hours of a day, and the decision in each. */
import type { PlanDay } from '#contract/energy-plans.ts'
import { invalidField } from '#server/app-error.ts'
import { calendarDate, instantText, startOfBerlinDay } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { prepared } from '#server/database/prepared.ts'
import { slotMs } from './channel-slots.rules.ts'
import { dateAfter } from './energy-bill.rules.ts'
import { getSite } from './energy-site.queries.ts'
import { presentChanges, presentDecisions } from './plan-day.rules.ts'
import { unpackPlan } from './site-plan.queries.ts'

/** A day of a site in scope, today without a date; 404 outside the scope, 422 for a day to come. */
export async function readPlanDay(
  { db, scope, clock }: Pick<Context, 'db' | 'scope' | 'clock'>,
  siteId: string,
  asked: string | undefined,
): Promise<PlanDay> {
  const site = await getSite(db, scope, siteId)
  const today = calendarDate(clock.now())
  const date = asked ?? today
  if (date > today) throw invalidField('date', 'date.in_future')
  const range = {
    siteId: site.id,
    from: startOfBerlinDay(date).getTime(),
    to: startOfBerlinDay(dateAfter(date, 1)).getTime(),
  }
  const rows = await selectDecisions(db, range)
  const names = new Map((await selectNames(db, { siteId: site.id })).map(({ id, name }) => [id, name]))
  const [first] = await selectFirst(db, range)
  return {
    from: instantText(new Date(range.from)),
    to: instantText(startOfBerlinDay(dateAfter(date, 2))),
    first: first === undefined ? null : presentFirst(first.made_at, unpackPlan(first.plan), range.to),
    decisions: presentDecisions(rows, names),
    changes: presentChanges(rows),
  }
}

/** The steps of the first plan until the day ends. */
function presentFirst(
  madeAt: string,
  { input, output }: ReturnType<typeof unpackPlan>,
  end: number,
): NonNullable<PlanDay['first']> {
  const count = Math.max(0, Math.round((end - Date.parse(input.startsAt)) / slotMs))
  return {
    madeAt,
    startsAt: instantText(new Date(input.startsAt)),
    loadW: input.loadW.slice(0, count),
    pvW: input.pvW.slice(0, count),
    importW: output.importW.slice(0, count),
    exportW: output.exportW.slice(0, count),
    storages: output.storages.map(({ id, contentWh }, index) => ({
      id,
      levelPercent: contentWh.slice(0, count).map(wh => percentOf(wh, input.storages[index]?.maxWh ?? 0)),
    })),
  }
}

function percentOf(wh: number, maxWh: number): number {
  return maxWh === 0 ? 0 : Math.round((wh / maxWh) * 1_000) / 10
}

type Range = { siteId: string; from: number; to: number }

const selectDecisions = prepared<Range>()((db, param) =>
  db
    .selectFrom('energy_plan')
    .select(['at_ms', 'made_at', 'decision', 'changed_cents', 'change_cause'])
    .where('site_id', '=', param('siteId'))
    .where('at_ms', '>=', param('from'))
    .where('at_ms', '<', param('to'))
    .orderBy('at_ms'),
)
const selectFirst = prepared<Range>()((db, param) =>
  db
    .selectFrom('energy_plan')
    .select(['made_at', 'plan'])
    .where('site_id', '=', param('siteId'))
    .where('at_ms', '>=', param('from'))
    .where('at_ms', '<', param('to'))
    .orderBy('at_ms')
    .limit(1),
)
const selectNames = prepared<{ siteId: string }>()((db, param) =>
  db.selectFrom('energy_storage').select(['id', 'name']).where('site_id', '=', param('siteId')),
)
