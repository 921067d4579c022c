/** The values of a storage's form. */
import * as z from 'zod/mini'
import { type EnergyStorage, type EnergyStorageInput, energyStorageInput } from '#contract/energy-storages.ts'
import { targetOf, targetValues, targetValuesOf } from './target-values.ts'

export const storageValues = z.extend(z.omit(energyStorageInput, { schedule: true, commandTarget: true }), {
  commandTarget: targetValues,
})
export type StorageValues = z.output<typeof storageValues>

/** Content and power have no usual value. */
export const newStorageValues: StorageValues = {
  name: '',
  kind: 'battery',
  maxWh: Number.NaN,
  minWh: 0,
  maxChargeW: Number.NaN,
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
  commandTarget: targetValuesOf(null),
}

export function storageValuesOf(storage: EnergyStorage): StorageValues {
  return {
    name: storage.name,
    kind: storage.kind,
    maxWh: storage.maxWh,
    minWh: storage.minWh,
    maxChargeW: storage.maxChargeW,
    minChargeW: storage.minChargeW,
    maxDischargeW: storage.maxDischargeW,
    chargeEfficiency: storage.chargeEfficiency,
    dischargeEfficiency: storage.dischargeEfficiency,
    lossW: storage.lossW,
    gridCharge: storage.gridCharge,
    gridDischarge: storage.gridDischarge,
    wearCt: storage.wearCt,
    startCt: storage.startCt,
    endCt: storage.endCt,
    commandTarget: targetValuesOf(storage.commandTarget),
  }
}

/** A heat store gives heat, not electricity. */
export function storageInputOf(values: StorageValues): Omit<EnergyStorageInput, 'schedule'> {
  const input = { ...values, commandTarget: targetOf(values.commandTarget) }
  if (values.kind !== 'heat') return input
  return { ...input, maxDischargeW: 0, dischargeEfficiency: 1, gridDischarge: false }
}
