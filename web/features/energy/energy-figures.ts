/** Figures of a stretch of time: energies in kWh, and the shares computed from them. */
import type { EnergyHistory } from '#contract/energy-history.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'

type Energies = EnergyHistory['sums']
/** null: not known, which is not nothing. */
export type EnergyPart = { name: string; of: (energies: Energies) => number | null }

const { flows } = energySiteTexts

/** Energy comes from these, and goes to the others: both add up to the same. */
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

/** Below this share of what was used, an unexplained rest is within the error of the meters. */
const unexplainedShareMax = 0.03

export type EnergyFigures = {
  usedKwh: number | null
  generatedKwh: number | null
  importedKwh: number | null
  exportedKwh: number | null
  /** The share of use without the grid; null without any use. */
  autarky: number | null
  /** The share of generation that was not fed in; null without generation. */
  selfUse: number | null
  /** null while it is too small to mean anything. */
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
    autarky: usedKwh && importedKwh !== null ? within(1 - importedKwh / usedKwh) : null,
    selfUse: generatedKwh && exportedKwh !== null ? within(1 - exportedKwh / generatedKwh) : null,
    unexplained: share > unexplainedShareMax ? { kwh: unexplainedKwh, share } : null,
  }
}

function kwh(wh: number | null): number | null {
  return wh === null ? null : wh / 1_000
}

/** A battery that is charged from the grid makes the import exceed the use. */
function within(share: number): number {
  return Math.min(1, Math.max(0, share))
}
