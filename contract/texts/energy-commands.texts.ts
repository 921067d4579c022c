/** The reason for a storage's mode, decided by the plan, a person, or the network operator. */
import type { PlanMode, PlanReason } from '#contract/energy-plan-words.ts'
import type { StorageKind } from '#contract/energy-storages.ts'
import { orderedWords, reasonSentence } from './plan-reasons.texts.ts'

export type SentenceOfCommand = {
  readonly name: string
  readonly kind: StorageKind
  readonly mode: PlanMode
  readonly powerW: number | null
  readonly reason: PlanReason
  readonly isDimmed: boolean
  readonly facts: {
    readonly valueCt: number | null
    readonly chargeEfficiency: number
    readonly importCt: number
    readonly exportCt: number
    readonly time: string | null
    /** Of an override, as people read it. */
    readonly until: string | null
  }
}

export function commandSentence({ name, kind, mode, reason, isDimmed, facts }: SentenceOfCommand): string {
  if (isDimmed) return `${name} nimmt höchstens 4,2\u00A0kW aus dem Netz: Der Netzbetreiber begrenzt gerade.`
  const { until, ...figures } = facts
  if (until !== null) return `${name} ${orderedWords({ mode, kind })}, so angeordnet bis zum ${until}.`
  return reasonSentence({ name, kind, mode, reason, ...figures })
}
