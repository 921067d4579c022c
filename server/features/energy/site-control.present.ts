import type { EnergyCommand } from '#contract/energy-commands.ts'
import type { FoundTarget, SiteControlState } from '#contract/energy-control.ts'
import type { EnergyOverride } from '#contract/energy-overrides.ts'
import { commandSentence } from '#contract/texts/energy-commands.texts.ts'
import type { Actor } from '#server/auth/actor.ts'
import { dateTimeText, dayMs, instantText } from '#server/clock.ts'
import { wishInForce } from './command-wish.rules.ts'
import type { ControlFacts, listTargets, StorageFacts } from './control-facts.queries.ts'
import { departuresOf } from './departure.rules.ts'
import { overridePermissionsOf } from './energy.policy.ts'
import type { CommandFacts } from './plan-head.rules.ts'
import type { NamedCommand } from './storage-command.queries.ts'
import { offeredModes } from './storage-command.rules.ts'
import type { NamedOverride } from './storage-override.queries.ts'

export function presentCommand(row: NamedCommand): EnergyCommand {
  return {
    id: row.id,
    siteId: row.site_id,
    storage: { id: row.storage_id, name: row.storage_name },
    at: row.at,
    mode: row.mode,
    powerW: row.power_w,
    reason: row.reason,
    sentence: commandSentence({
      name: row.storage_name,
      kind: row.storage_kind,
      mode: row.mode,
      powerW: row.power_w,
      reason: row.reason,
      isDimmed: row.is_dimmed === 1,
      facts: readable(JSON.parse(row.facts)),
    }),
    planId: row.plan_id,
    overrideId: row.override_id,
    isDimmed: row.is_dimmed === 1,
    state: row.state,
    answer: row.answer,
    sentAt: row.sent_at,
    confirmedAt: row.confirmed_at,
    endedAt: row.ended_at,
  }
}

function readable(facts: CommandFacts): CommandFacts {
  return { ...facts, until: facts.until && dateTimeText(new Date(facts.until)) }
}

export function presentOverride(actor: Actor, row: NamedOverride, now: string): EnergyOverride {
  const isInForce = row.ended_at === null && row.until_at > now
  return {
    id: row.id,
    siteId: row.site_id,
    storage: { id: row.storage_id, name: row.storage_name },
    mode: row.mode,
    powerW: row.power_w,
    until: row.until_at,
    by: row.by,
    endedAt: row.ended_at,
    permissions: isInForce ? overridePermissionsOf(actor) : [],
    createdAt: row.created_at,
  }
}

export function presentControl(
  actor: Actor,
  facts: ControlFacts,
  { now, canSend }: { readonly now: Date; readonly canSend: boolean },
): SiteControlState {
  const { site, isHeard, isDimmed } = facts
  return {
    control: site.control,
    canSend: canSend || site.is_demo === 1,
    isHeard,
    isDimmed,
    storages: facts.storages.map(of => presentStorage(actor, facts, of, now)),
  }
}

function presentStorage(actor: Actor, facts: ControlFacts, of: StorageFacts, now: Date) {
  const { storage, command, override, schedule, levelPercent } = of
  const { id, name, kind, maxChargeW } = storage
  const [next] = departuresOf(schedule, now.getTime(), now.getTime() + 7 * dayMs)
  const planned = facts.plan?.step.storages.find(each => each.id === id)
  const named = { storage_name: name, storage_kind: kind }
  // The reason of a command that stays in force is the latest one.
  const wish = command === null ? null : wishInForce(facts, of)
  const current =
    command !== null && wish !== null ? { ...command, reason: wish.reason, facts: JSON.stringify(wish.facts) } : command
  return {
    id,
    name,
    kind,
    maxChargeW,
    hasTarget: storage.target !== null,
    modes: offeredModes(storage),
    levelPercent,
    suggestion:
      planned === undefined || facts.plan === null
        ? null
        : {
            mode: planned.mode,
            powerW: planned.powerW,
            sentence: commandSentence({ name, kind, ...planned, facts: readable(planned.facts), isDimmed: false }),
            planId: facts.plan.id,
          },
    command: current === null ? null : presentCommand({ ...current, ...named }),
    override: override === null ? null : presentOverride(actor, { ...override, storage_name: name }, instantText(now)),
    nextDeparture: next === undefined ? null : instantText(new Date(next.at)),
  }
}

export function presentTarget({
  topic,
  name,
  component,
  description,
}: NonNullable<ReturnType<Awaited<ReturnType<typeof listTargets>>['get']>>[number]): FoundTarget {
  return { topic, name, component, options: [...description.options] }
}
