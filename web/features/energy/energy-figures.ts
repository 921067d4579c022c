/** Figures of a period: energies in kWh, and the shares computed from them. */
import type { EnergyHistory } from '#contract/energy-history.ts'
import type { SiteZone } from '#contract/energy-sites.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { hundredths } from './energy-words.ts'

type Energies = EnergyHistory['sums']
/** null: unknown, which is not 0. */
export type EnergyPart = { name: string; of: (energies: Energies) => number | null }

const { flows, history } = energySiteTexts

/** Energy comes from these and goes to the uses: both have the same sum. */
export const sources: readonly EnergyPart[] = [
  { name: flows.pv, of: ({ pvWh }) => kwh(pvWh) },
  { name: flows.discharge, of: ({ dischargeWh }) => kwh(dischargeWh) },
  { name: flows.import, of: ({ importWh }) => kwh(importWh) },
]
export const uses: readonly EnergyPart[] = [
  { name: flows.house, of: ({ houseWh }) => kwh(houseWh) },
  { name: flows.car, of: ({ carWh }) => kwh(carWh) },
  { name: flows.heat, of: ({ heatWh }) => kwh(heatWh) },
  { name: flows.consumer, of: ({ consumerWh }) => kwh(consumerWh) },
  { name: flows.charge, of: ({ chargeWh }) => kwh(chargeWh) },
  { name: flows.export, of: ({ exportWh }) => kwh(exportWh) },
]

/** Used energy by origin: the parts add up to the use of all steps that are not gaps. */
export const origins: readonly EnergyPart[] = [
  { name: history.origins.pv, of: ({ origin }) => kwh(origin.pvWh) },
  { name: history.origins.batteryPv, of: ({ origin }) => kwh(origin.batteryPvWh) },
  { name: history.origins.batteryGrid, of: ({ origin }) => kwh(origin.batteryGridWh) },
  { name: history.origins.grid, of: ({ origin }) => kwh(origin.gridWh) },
]

/** Below this share of the use, an unexplained rest is within the error of the meters. */
const unexplainedShareMax = 0.03

/**
 * CO₂ of a kWh of the grid in g (decision 0093): the German mix of 2024 as estimated by the Umweltbundesamt; null
 * without such a figure.
 */
const gridCo2Grams: Readonly<Record<SiteZone, number | null>> = { 'DE-LU': 363, AT: null }

/** Used energy from the grid, and its CO₂. */
export type GridCo2 = { gridKwh: number; grams: number; kilograms: number }

/** The product of the energy and the factor as displayed; null: unknown. */
export function gridCo2Of(sums: Energies, zone: SiteZone): GridCo2 | null {
  const [grams, used] = [gridCo2Grams[zone], gridOf(sums.origin)]
  if (grams === null || used === null) return null
  const gridKwh = hundredths(used)
  return { gridKwh, grams, kilograms: (gridKwh * grams) / 1_000 }
}

export type EnergyFigures = {
  usedKwh: number | null
  generatedKwh: number | null
  importedKwh: number | null
  exportedKwh: number | null
  /** The share of the own sun in the use with a known origin, directly or out of the battery (decision 0117). */
  autarky: number | null
  /** The share of generation not fed in; null without generation. */
  selfUse: number | null
  /** Imported and exported at an estimated price, and without a price. */
  estimatedPriceKwh: number
  unpricedKwh: number
  /** null if it is too small to be significant. */
  unexplained: { kwh: number; share: number } | null
}

export function figuresOf(sums: Energies): EnergyFigures {
  const used = [sums.houseWh, sums.carWh, sums.heatWh, sums.consumerWh].filter(wh => wh !== null)
  const usedKwh = used.length === 0 ? null : used.reduce((sum, wh) => sum + wh, 0) / 1_000
  const [generatedKwh, importedKwh, exportedKwh] = [kwh(sums.pvWh), kwh(sums.importWh), kwh(sums.exportWh)]
  const unexplainedKwh = kwh(sums.unexplainedWh) ?? 0
  const share = usedKwh ? unexplainedKwh / usedKwh : 0
  return {
    usedKwh,
    generatedKwh,
    importedKwh,
    exportedKwh,
    autarky: autarkyOf(sums.origin),
    selfUse: generatedKwh && exportedKwh !== null ? within(1 - exportedKwh / generatedKwh) : null,
    estimatedPriceKwh: kwh(sums.estimatedPriceWh) ?? 0,
    unpricedKwh: kwh(sums.unpricedWh) ?? 0,
    unexplained: share > unexplainedShareMax ? { kwh: unexplainedKwh, share } : null,
  }
}

function autarkyOf({ pvWh, batteryPvWh, batteryGridWh, gridWh }: Energies['origin']): number | null {
  const sun = (pvWh ?? 0) + (batteryPvWh ?? 0)
  const all = sun + (batteryGridWh ?? 0) + (gridWh ?? 0)
  return all === 0 ? null : sun / all
}

/** Used from the grid, directly or out of the battery, as far as its origin is known: without losses and rest. */
function gridOf({ batteryGridWh, gridWh }: Energies['origin']): number | null {
  return gridWh === null && batteryGridWh === null ? null : ((gridWh ?? 0) + (batteryGridWh ?? 0)) / 1_000
}

function kwh(wh: number | null): number | null {
  return wh === null ? null : wh / 1_000
}

/** A battery that feeds in makes the export exceed the generation. */
function within(share: number): number {
  return Math.min(1, Math.max(0, share))
}
