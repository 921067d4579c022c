/** The target of commands as form values: input for another kind stays, and is no error. */
import * as z from 'zod/mini'
import { type CommandTarget, commandTarget, loadpointNumber } from '#contract/energy-storages.ts'
import { energyControlTexts } from '#web/texts/energy-control.texts.ts'

export const targetKinds = ['none', 'evcc_battery', 'evcc_loadpoint', 'homeassistant', 'own'] as const

export const targetValues = z
  .object({ kind: z.enum(targetKinds), loadpoint: z.custom<number>(), topic: z.string() })
  .check(({ value, issues }) => {
    if (value.kind === 'evcc_loadpoint') {
      const message = loadpointNumber.safeParse(value.loadpoint).error?.issues[0]?.message
      if (message !== undefined) issues.push({ code: 'custom', message, path: ['loadpoint'], input: value })
    }
    if (value.kind === 'homeassistant' && !commandTarget.safeParse(targetOf(value)).success) {
      issues.push({ code: 'custom', message: 'required', path: ['topic'], input: value })
    }
  })
export type TargetValues = z.output<typeof targetValues>

export function targetValuesOf(target: CommandTarget): TargetValues {
  return { loadpoint: 1, topic: '', ...(target ?? { kind: 'none' }) }
}

export function targetOf({ kind, loadpoint, topic }: TargetValues): CommandTarget {
  switch (kind) {
    case 'none':
      return null
    case 'evcc_loadpoint':
      return { kind, loadpoint }
    case 'homeassistant':
      return { kind, topic }
    default:
      return { kind }
  }
}

export function targetText({ kind, loadpoint, topic }: TargetValues): string {
  const texts = energyControlTexts.target
  if (kind === 'evcc_loadpoint') return texts.withLoadpoint(String(loadpoint))
  return kind === 'homeassistant' ? texts.withTopic(topic) : texts.kinds[kind]
}
