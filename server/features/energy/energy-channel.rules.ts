/** Converts between the fields of a channel and its columns. */
import type { Insertable, Selectable } from 'kysely'
import type { EnergyChannelInput, NewEnergyChannel } from '#contract/energy-channels.ts'
import { channelPowerWDefault } from '#contract/energy-limits.ts'
import type { EnergyChannelTable } from '#server/database/energy-tables.ts'

/** After this many readings in a row with the wrong sign, somebody should check the channel. */
export const wrongSignsMax = 20

const million = 1_000_000

export function newChannelFields({ siteId: _, ...input }: NewEnergyChannel): EnergyChannelInput {
  return {
    key: input.key,
    name: input.name,
    role: input.role,
    measure: input.measure,
    factor: input.factor ?? 1,
    maxW: input.maxW ?? channelPowerWDefault,
    source: input.source ?? 'push',
    device: input.device ?? '',
    storageId: input.storageId ?? null,
  }
}

export function channelFieldsOf(row: Selectable<EnergyChannelTable>): EnergyChannelInput {
  return {
    key: row.key,
    name: row.name,
    role: row.role,
    measure: row.measure,
    factor: row.factor_millionths / million,
    maxW: row.max_w,
    source: row.source === 'push' ? 'push' : { adapter: row.source, topic: row.source_topic, path: row.source_path },
    device: row.device,
    storageId: row.storage_id,
  }
}

type ChannelColumns = Pick<
  Insertable<EnergyChannelTable>,
  | 'key'
  | 'name'
  | 'role'
  | 'measure'
  | 'factor_millionths'
  | 'max_w'
  | 'source'
  | 'source_topic'
  | 'source_path'
  | 'device'
  | 'storage_id'
>

export function channelColumnsOf({ source, ...fields }: EnergyChannelInput): ChannelColumns {
  return {
    key: fields.key,
    name: fields.name,
    role: fields.role,
    measure: fields.measure,
    factor_millionths: Math.round(fields.factor * million),
    max_w: fields.maxW,
    ...(source === 'push'
      ? { source, source_topic: '', source_path: '' }
      : { source: source.adapter, source_topic: source.topic, source_path: source.path }),
    device: fields.device,
    storage_id: fields.storageId,
  }
}

/** The latest reading in the unit of its measure. */
export function lastValueOf(row: Selectable<EnergyChannelTable>): number | null {
  if (row.last_value_millionths === null) return null
  return Math.round((row.last_value_millionths / million) * (row.factor_millionths / million) * 1_000) / 1_000
}

/** Whether the last twenty readings in a row had the wrong sign. */
export function isSignInDoubt({ wrong_signs }: Pick<Selectable<EnergyChannelTable>, 'wrong_signs'>): boolean {
  return wrong_signs >= wrongSignsMax
}
