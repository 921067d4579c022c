/** Converts between the fields of a storage and its columns. */
import type { Insertable, Selectable } from 'kysely'
import type { EnergyStorageInput, NewEnergyStorage } from '#contract/energy-storages.ts'
import type { EnergyStorageTable } from '#server/database/energy-tables.ts'

const defaults: Omit<EnergyStorageInput, 'name' | 'kind' | 'maxWh' | 'maxChargeW'> = {
  minWh: 0,
  minChargeW: 0,
  maxDischargeW: 0,
  chargeEfficiency: 1,
  dischargeEfficiency: 1,
  lossW: 0,
  gridCharge: true,
  gridDischarge: false,
  wearCt: 0,
  startCt: 0,
  endCt: null,
  schedule: { departures: [], awayUntil: null },
  commandTarget: null,
}

export function newStorageFields({ siteId: _, ...input }: NewEnergyStorage): EnergyStorageInput {
  const sent = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  const { name, kind, maxWh, maxChargeW } = input
  return { name, kind, maxWh, maxChargeW, ...defaults, ...sent }
}

export function storageFieldsOf(row: Selectable<EnergyStorageTable>): EnergyStorageInput {
  return {
    name: row.name,
    kind: row.kind,
    ...JSON.parse(row.technical),
    schedule: JSON.parse(row.schedule),
    commandTarget: JSON.parse(row.command_target),
  }
}

type StorageColumns = Pick<
  Insertable<EnergyStorageTable>,
  'name' | 'kind' | 'technical' | 'schedule' | 'command_target'
>

export function storageColumnsOf(fields: EnergyStorageInput): StorageColumns {
  const { name, kind, schedule, commandTarget, ...technical } = fields
  return {
    name,
    kind,
    technical: JSON.stringify(technical),
    schedule: JSON.stringify(schedule),
    command_target: JSON.stringify(commandTarget),
  }
}
