/** The part of a plan that is carried out: its first two steps, kept beside it because it is read every few seconds. Pure. */
import type { PlanMode, PlanReason } from '#contract/energy-plan-words.ts'
import { instantText } from '#server/clock.ts'
import { slotMs } from './channel-slots.rules.ts'
import { type StoredPlan, timeOf } from './site-plan.rules.ts'

/** The figures of a sentence. */
export type CommandFacts = {
  readonly valueCt: number | null
  readonly chargeEfficiency: number
  readonly importCt: number
  readonly exportCt: number
  readonly time: string | null
  /** Of an override. */
  readonly until: string | null
}

export type HeadStep = {
  readonly startsAt: string
  readonly storages: readonly {
    readonly id: string
    readonly mode: PlanMode
    readonly powerW: number | null
    readonly reason: PlanReason
    readonly facts: CommandFacts
  }[]
}

/** `missed`: goals that cannot be met in time. */
export type PlanHead = {
  readonly steps: readonly HeadStep[]
  readonly missed: readonly { readonly storageId: string; readonly at: string; readonly wh: number }[]
}

const headSteps = 2

export function planHead({ input, output }: StoredPlan): PlanHead {
  const start = Date.parse(input.startsAt)
  const endOf = (step: number) => instantText(new Date(start + (step + 1) * slotMs))
  return {
    steps: Array.from({ length: Math.min(headSteps, output.minutes.length) }, (_, step) => ({
      startsAt: instantText(new Date(start + step * slotMs)),
      storages: output.storages.flatMap((planned, index) => {
        const asked = input.storages[index]
        const mode = planned.mode[step]
        if (asked === undefined || mode === undefined) return []
        return [
          {
            id: planned.id,
            mode,
            powerW: planned.powerW[step] ?? null,
            reason: planned.reason[step] ?? 'rules',
            facts: {
              valueCt: planned.valueCt[step] ?? null,
              chargeEfficiency: asked.chargeEfficiency,
              importCt: output.importCt[step] ?? 0,
              exportCt: output.exportCt[step] ?? 0,
              time: timeOf(planned.reason[step], planned.dischargeW, asked.goals, start, step),
              until: null,
            },
          },
        ]
      }),
    })),
    missed: output.shortfalls.flatMap(({ storage, kind, step, wh }) =>
      kind === 'goal' && storage !== null ? [{ storageId: storage, at: endOf(step), wh }] : [],
    ),
  }
}

/** The step of a plan that is in force; undefined once it has none. */
export function stepInForce(head: PlanHead, now: Date): HeadStep | undefined {
  return head.steps.find(({ startsAt }) => {
    const start = Date.parse(startsAt)
    return start <= now.getTime() && now.getTime() < start + slotMs
  })
}

/** Plans that are older than commands have no head. */
export function readHead(text: string): PlanHead {
  return text === '' ? { steps: [], missed: [] } : JSON.parse(text)
}
