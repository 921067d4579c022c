/** The decision for each quarter-hour when it began, kept beside the whole plan so that a day is read at once. Pure. */

import type { PlanMode, PlanReason } from '#contract/energy-plan-words.ts'
import type { PlanDay } from '#contract/energy-plans.ts'
import type { StorageKind } from '#contract/energy-storages.ts'
import { planChangeSentence } from '#contract/texts/plan-changes.texts.ts'
import { reasonSentence } from '#contract/texts/plan-reasons.texts.ts'
import { instantText } from '#server/clock.ts'
import { slotMs } from './channel-slots.rules.ts'
import { planChangeOf } from './plan-change.rules.ts'
import { isDimmedAt, type PlanFacts, type StoredPlan, timeOf } from './site-plan.rules.ts'

/** A change of plan above this is shown. */
const shownEur = 0.2

/** As JSON in `energy_plan.decision`. */
export type Decision = {
  readonly status: 'optimal' | 'feasible' | 'rules'
  readonly importCt: number
  readonly exportCt: number
  readonly isPriceEstimated: boolean
  readonly limits: { readonly maxImportW: number | null; readonly maxExportW: number | null }
  /** Missing in decisions that are older than the field. */
  readonly isDimmed?: boolean
  readonly storages: readonly {
    readonly id: string
    readonly kind: StorageKind
    readonly mode: PlanMode
    readonly reason: PlanReason
    readonly valueCt: number | null
    readonly chargeEfficiency: number
    readonly levelPercent: number
    readonly time: string | null
  }[]
}

/** The columns of a plan beside the plan itself. */
export function decisionColumnsOf({ former, prices }: PlanFacts, plan: StoredPlan) {
  const change = planChangeOf(former, plan)
  const isShown = change !== null && Math.abs(change.changedEur) > shownEur
  return {
    decision: JSON.stringify(decisionOf(plan, prices[0]?.isEstimated ?? false)),
    changed_cents: change === null ? null : Math.round(change.changedEur * 100),
    change_cause: isShown ? change.cause : null,
  }
}

function decisionOf({ input, output }: StoredPlan, isPriceEstimated: boolean): Decision {
  const { maxImportW, maxExportW } = input.grid
  return {
    status: output.status,
    importCt: output.importCt[0] ?? 0,
    exportCt: output.exportCt[0] ?? 0,
    isPriceEstimated,
    limits: { maxImportW, maxExportW },
    isDimmed: isDimmedAt(input, 0),
    storages: output.storages.flatMap((planned, index) => {
      const asked = input.storages[index]
      const [mode, reason] = [planned.mode[0], planned.reason[0]]
      if (asked === undefined || mode === undefined || reason === undefined) return []
      return [
        {
          id: planned.id,
          kind: asked.kind,
          mode,
          reason,
          valueCt: planned.valueCt[0] ?? null,
          chargeEfficiency: asked.chargeEfficiency,
          levelPercent: asked.maxWh === 0 ? 0 : Math.round((asked.contentWh / asked.maxWh) * 1_000) / 10,
          time: timeOf(reason, planned.dischargeW, asked.goals, Date.parse(input.startsAt), 0),
        },
      ]
    }),
  }
}

export type PlanRow = {
  readonly at_ms: number
  readonly made_at: string
  readonly decision: string | null
  readonly changed_cents: number | null
  readonly change_cause: PlanDay['changes'][number]['cause'] | null
}

/** `names`: of today's storages; one that is gone is left out. */
export function presentDecisions(rows: readonly PlanRow[], names: ReadonlyMap<string, string>): PlanDay['decisions'] {
  return rows.flatMap(({ at_ms: at, decision: text }) => {
    if (text === null) return []
    // Written by `decisionColumnsOf` only.
    const { storages, isDimmed = false, ...decision } = JSON.parse(text) as Decision
    const { importCt, exportCt } = decision
    const named = storages.flatMap(({ id, kind, mode, reason, valueCt, chargeEfficiency, levelPercent, time }) => {
      const name = names.get(id)
      if (name === undefined) return []
      const facts = { name, kind, mode, reason, valueCt, chargeEfficiency, importCt, exportCt, time }
      return [{ id, name, kind, mode, reason, valueCt, levelPercent, sentence: reasonSentence(facts) }]
    })
    return [{ startsAt: instantText(new Date(at - (at % slotMs))), ...decision, isDimmed, storages: named }]
  })
}

/** The changes that are shown, the latest first. */
export function presentChanges(rows: readonly PlanRow[]): PlanDay['changes'] {
  return rows
    .flatMap(({ made_at: madeAt, changed_cents: cents, change_cause: cause }) => {
      if (cents === null || cause === null) return []
      const changedEur = cents / 100
      return [{ madeAt, changedEur, cause, sentence: planChangeSentence(changedEur, cause) }]
    })
    .reverse()
}
