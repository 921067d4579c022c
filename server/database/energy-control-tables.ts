/** The tables of control: commands to devices, overrides, reports and targets of devices. */
import type { Generated } from 'kysely'
import type { CommandState } from '#contract/energy-commands.ts'
import type { PlanMode, PlanReason } from '#contract/energy-plan-words.ts'
import type { Flag, InstantText } from './schema-columns.ts'

export type EnergyControlTables = {
  energy_command: EnergyCommandTable
  energy_override: EnergyOverrideTable
  energy_report: EnergyReportTable
  energy_target: EnergyTargetTable
}

export type EnergyCommandTable = {
  id: string
  site_id: string
  /** Same as the site's: the scope of a command without a join. */
  customer_id: string
  storage_id: string
  at: InstantText
  mode: PlanMode
  power_w: number | null
  reason: PlanReason
  /** JSON: `CommandFacts`. */
  facts: string
  /** The network operator limits the site. */
  is_dimmed: Flag
  plan_id: string | null
  override_id: string | null
  /** JSON: `SentTo`. */
  target: string
  /** The state reported by the device before the first of several commands; restored after the last one. */
  former: string | null
  state: CommandState
  /** Why the device refuses, in its words. */
  answer: Generated<string>
  /** The last time. */
  sent_at: InstantText | null
  /** The start of the wait for an answer. */
  awaited_since: InstantText | null
  /** An older report does not concern this command. */
  reports_since: InstantText
  confirmed_at: InstantText | null
  ended_at: InstantText | null
  /** When it is sent again, or the former state is restored; null: nothing more to send. */
  next_at: InstantText | null
}

export type EnergyOverrideTable = {
  id: string
  site_id: string
  /** Same as the site's. */
  customer_id: string
  storage_id: string
  mode: PlanMode
  power_w: number | null
  until_at: InstantText
  by: 'customer' | 'admin'
  /** Ended before `until_at`. */
  ended_at: InstantText | null
  created_at: InstantText
}

/** The last report of a storage's device. */
export type EnergyReportTable = { storage_id: string; site_id: string; text: string; at: InstantText }

/** The targets of a site's devices, as described by the discovery of Home Assistant. */
export type EnergyTargetTable = {
  site_id: string
  /** Below the prefix of the site. */
  topic: string
  component: 'select' | 'number' | 'switch'
  name: string
  /** JSON: `TargetDescription`. */
  description: string
  seen_at: InstantText
}
