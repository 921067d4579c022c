/** Facts that decide on commands: the switch of each site, overrides, the plan in force, dimming, and reports. */
import type { Selectable } from 'kysely'
import { instantText } from '#server/clock.ts'
import type { Connection } from '#server/context.ts'
import type { EnergyCommandTable, EnergyOverrideTable } from '#server/database/energy-control-tables.ts'
import { slotMs } from './channel-slots.rules.ts'
import { reportPlace, settingFor } from './command-message.rules.ts'
import type { TargetDescription } from './command-target.rules.ts'
import { lastValueOf } from './energy-channel.rules.ts'
import type { SiteRow } from './energy-site.queries.ts'
import { storageFieldsOf } from './energy-storage.rules.ts'
import { type HeadStep, readHead, stepInForce } from './plan-head.rules.ts'
import { levelAgeMsMax } from './site-plan.rules.ts'
import { type CommandedStorage, type FoundSetting, heardWithinMs } from './storage-command.rules.ts'

export type CommandRow = Selectable<EnergyCommandTable>
export type OverrideRow = Selectable<EnergyOverrideTable>

export type ControlledSite = Pick<
  SiteRow,
  'id' | 'customer_id' | 'key' | 'control' | 'is_demo' | 'state' | 'last_reading_at' | 'updated_at'
>

export type StorageFacts = {
  readonly storage: CommandedStorage & { readonly name: string }
  readonly schedule: ReturnType<typeof storageFieldsOf>['schedule']
  readonly levelPercent: number | null
  readonly maxWh: number
  readonly isConnected: boolean | null
  readonly override: OverrideRow | null
  readonly command: CommandRow | null
  readonly report: { readonly text: string; readonly at: string } | null
}

export type ControlFacts = {
  readonly site: ControlledSite
  readonly isHeard: boolean
  readonly isDimmed: boolean
  readonly plan: { readonly id: string; readonly step: HeadStep } | null
  readonly storages: readonly StorageFacts[]
}

/** Facts of one site, of all under control or with a command in force, or of all with suggestions or control. */
export async function readControlFacts(
  db: Connection,
  which: { readonly siteId: string } | 'commanded' | 'planned',
  now: Date,
): Promise<ControlFacts[]> {
  const sites = await selectSites(db, which)
  if (sites.length === 0) return []
  const ids = sites.map(({ id }) => id)
  const storages = Map.groupBy(
    await db.selectFrom('energy_storage').selectAll().where('site_id', 'in', ids).orderBy('id').execute(),
    ({ site_id }) => site_id,
  )
  const of = await readParts(db, ids, now)
  return sites.map(site => {
    const heardAt = site.last_reading_at === null ? null : Date.parse(site.last_reading_at)
    const channels = of.channels.get(site.id) ?? []
    const settings = of.targets.get(site.id) ?? []
    return {
      site,
      isHeard: heardAt !== null && now.getTime() - heardAt <= heardWithinMs,
      isDimmed: channels.some(channel => channel.measure === 'dimmed' && (lastValueOf(channel) ?? 0) > 0),
      plan: of.plans.get(site.id) ?? null,
      storages: (storages.get(site.id) ?? []).map(row => {
        const fields = storageFieldsOf(row)
        const current = (measure: string, ageMs: number) => {
          const channel = channels.find(each => each.storage_id === row.id && each.measure === measure)
          const isCurrent = channel?.last_at && now.getTime() - Date.parse(channel.last_at) <= ageMs
          return channel !== undefined && isCurrent ? lastValueOf(channel) : null
        }
        const connected = current('connected', levelAgeMsMax)
        const report = of.reports.get(row.id)
        return {
          storage: {
            ...fields,
            id: row.id,
            target: fields.commandTarget,
            setting: settingFor(fields.commandTarget, settings),
          },
          schedule: fields.schedule,
          levelPercent: current('level', levelAgeMsMax),
          maxWh: fields.maxWh,
          isConnected: connected === null ? null : connected > 0,
          override: of.overrides.get(row.id) ?? null,
          command: of.commands.get(row.id) ?? null,
          report: report === undefined ? null : { text: report.text, at: report.at },
        }
      }),
    }
  })
}

function selectSites(db: Connection, which: Parameters<typeof readControlFacts>[1]): Promise<ControlledSite[]> {
  const query = db
    .selectFrom('energy_site')
    .select(['id', 'customer_id', 'key', 'control', 'is_demo', 'state', 'last_reading_at', 'updated_at'])
  if (which === 'planned') return query.where('control', 'in', ['suggest', 'on']).orderBy('id').execute()
  if (which !== 'commanded') return query.where('id', '=', which.siteId).execute()
  return query
    .where(eb =>
      eb(
        'id',
        'in',
        eb
          .selectFrom('energy_site')
          .select('id')
          .where('control', '=', 'on')
          .union(eb.selectFrom('energy_command').select('site_id as id').where('ended_at', 'is', null)),
      ),
    )
    .orderBy('id')
    .execute()
}

async function readParts(db: Connection, ids: readonly string[], now: Date) {
  const at = instantText(now)
  const channels = await db
    .selectFrom('energy_channel')
    .selectAll()
    .where('site_id', 'in', ids)
    .where('measure', 'in', ['dimmed', 'level', 'connected'])
    .execute()
  const overrides = await db
    .selectFrom('energy_override')
    .selectAll()
    .where('site_id', 'in', ids)
    .where('ended_at', 'is', null)
    .where('until_at', '>', at)
    .orderBy('id')
    .execute()
  const commands = await db
    .selectFrom('energy_command')
    .selectAll()
    .where('site_id', 'in', ids)
    .where('ended_at', 'is', null)
    .execute()
  const reports = await db.selectFrom('energy_report').selectAll().where('site_id', 'in', ids).execute()
  const targets = await listTargets(db, ids)
  return {
    channels: Map.groupBy(channels, ({ site_id }) => site_id),
    overrides: new Map(overrides.map(row => [row.storage_id, row])),
    commands: new Map(commands.map(row => [row.storage_id, row])),
    reports: new Map(reports.map(row => [row.storage_id, row])),
    targets,
    plans: await readPlansInForce(db, ids, now),
  }
}

/** Targets of the devices of sites, by site. */
export async function listTargets(db: Connection, ids: readonly string[]) {
  const rows = await db.selectFrom('energy_target').selectAll().where('site_id', 'in', ids).orderBy('topic').execute()
  return Map.groupBy(
    rows.map(row => ({ ...row, description: JSON.parse(row.description) as TargetDescription })),
    ({ site_id }) => site_id,
  )
}

/** The plans of sites and their steps in force, by site. */
export async function readPlansInForce(db: Connection, ids: readonly string[], now: Date) {
  const rows = await db
    .selectFrom('energy_plan')
    .select(['id', 'site_id', 'head'])
    .where('site_id', 'in', ids)
    // Made in this quarter-hour or the one before.
    .where('at_ms', '>=', now.getTime() - (now.getTime() % slotMs) - slotMs)
    .orderBy('at_ms')
    .execute()
  const plans = new Map<string, { id: string; step: HeadStep }>()
  for (const { id, site_id, head } of rows) {
    const step = stepInForce(readHead(head), now)
    if (step !== undefined) plans.set(site_id, { id, step })
  }
  return plans
}

export type ReportingStorage = {
  readonly id: string
  readonly topic: string
  readonly path: string
  readonly text: string | null
  readonly at: string | null
  readonly isAwaited: boolean
}

/** Where the storages of a site report, and their last reports. */
export async function listReporting(
  db: Connection,
  siteId: string,
  settings: readonly ({ readonly topic: string } & FoundSetting)[],
): Promise<ReportingStorage[]> {
  const rows = await db
    .selectFrom('energy_storage')
    .leftJoin('energy_report', 'energy_report.storage_id', 'energy_storage.id')
    .leftJoin('energy_command', join =>
      join
        .onRef('energy_command.storage_id', '=', 'energy_storage.id')
        .on('energy_command.ended_at', 'is', null)
        .on('energy_command.state', '<>', 'confirmed'),
    )
    .select([
      'energy_storage.id',
      'energy_storage.command_target',
      'energy_report.text',
      'energy_report.at',
      'energy_command.id as command_id',
    ])
    .where('energy_storage.site_id', '=', siteId)
    .execute()
  return rows.flatMap(({ id, command_target, text, at, command_id }) => {
    const target = JSON.parse(command_target)
    const place = reportPlace(id, target, settingFor(target, settings)?.description ?? null)
    return place === null ? [] : [{ id, ...place, text, at, isAwaited: command_id !== null }]
  })
}
