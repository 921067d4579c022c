/** Faults of plans and commands of a site. Pure. */
import { hourMs, instantText, minuteMs } from '#server/clock.ts'
import type { FoundAlarm } from './alarm.rules.ts'
import { targetOfCommand } from './command-wish.rules.ts'
import type { ControlFacts, StorageFacts } from './control-facts.queries.ts'
import { departuresOf } from './departure.rules.ts'
import type { PlanHead } from './plan-head.rules.ts'

export const controlAlarmKinds = ['plan_by_rules', 'goal_missed', 'device_disobeys'] as const

/** A device may miss some repetitions before anybody is notified. */
const disobeysAfterMs = 5 * minuteMs
/** Rules may replace a plan for this long. */
const byRulesAfterMs = hourMs
/** Less is not worth a mail. */
const missedWhMin = 500
/** An absent car is reported this long before it would have to charge. */
const warnedBeforeMs = hourMs

export type PlanRecord = {
  /** The time of the last plan found by the solver; null for none in the last hours. */
  readonly lastGoodAt: number | null
  /** Of the latest plan; null without one in force. */
  readonly head: PlanHead | null
}

export type LastingAlarm = { readonly kind: string; readonly subject_id: string }

/** Nothing new is known of a silent site: its open alarms continue. */
export function controlAlarms(
  facts: ControlFacts,
  plans: PlanRecord,
  lasting: readonly LastingAlarm[],
  now: Date,
): FoundAlarm[] {
  const since = instantText(now)
  const { site, storages } = facts
  if (site.control === 'off') return []
  const lasts = (kind: string, subjectId: string) =>
    lasting.some(alarm => alarm.kind === kind && alarm.subject_id === subjectId)
  return [
    ...(isByRules(facts, plans, now) ? [{ kind: 'plan_by_rules' as const, subjectId: site.id, since }] : []),
    ...storages.flatMap(of => {
      const { id: subjectId } = of.storage
      return [
        ...(isMissed(of, plans, now) ? [{ kind: 'goal_missed' as const, subjectId, since }] : []),
        ...(disobeys(facts, of, lasts('device_disobeys', subjectId), now)
          ? [{ kind: 'device_disobeys' as const, subjectId, since }]
          : []),
      ]
    }),
  ]
}

function isByRules({ site, storages }: ControlFacts, { lastGoodAt }: PlanRecord, now: Date): boolean {
  if (site.state !== 'ok' || storages.length === 0) return false
  const isSettled = now.getTime() - Date.parse(site.updated_at) > byRulesAfterMs
  return isSettled && (lastGoodAt === null || now.getTime() - lastGoodAt > byRulesAfterMs)
}

function isMissed(of: StorageFacts, { head }: PlanRecord, now: Date): boolean {
  const { storage, isConnected, levelPercent, maxWh, schedule } = of
  if (isConnected !== false) {
    return (
      head?.missed.some(
        ({ storageId, at, wh }) => storageId === storage.id && wh >= missedWhMin && Date.parse(at) > now.getTime(),
      ) === true
    )
  }
  // An absent car is no shortfall until the remaining time is hardly enough.
  const back = schedule.awayUntil === null ? 0 : Date.parse(schedule.awayUntil)
  const [next] = departuresOf(schedule, now.getTime(), now.getTime() + 24 * hourMs)
  if (next === undefined || levelPercent === null || next.at <= back || storage.maxChargeW <= 0) return false
  const missingWh = (maxWh * (next.levelPercent - levelPercent)) / 100
  const neededMs = (missingWh / (storage.maxChargeW * storage.chargeEfficiency)) * hourMs
  return missingWh >= missedWhMin && next.at - now.getTime() <= neededMs + warnedBeforeMs
}

function disobeys({ isHeard, site }: ControlFacts, { command }: StorageFacts, lasts: boolean, now: Date): boolean {
  if (site.control !== 'on') return false
  if (command === null) return lasts && !isHeard
  const expects = targetOfCommand(command)?.expected
  if (expects === null || command.state === 'confirmed') return false
  const waitedMs = command.awaited_since === null ? 0 : now.getTime() - Date.parse(command.awaited_since)
  return lasts || waitedMs > disobeysAfterMs
}
