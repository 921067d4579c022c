/** What the energies of a stretch of time say: their parts in kWh, and the shares made of them. */
import type { EnergyHistory } from '#contract/energy-history.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'

type Energies = EnergyHistory['sums']
export type EnergyPart = { name: string; of: (energies: Energies) => number }

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
  usedKwh: number
  generatedKwh: number
  importedKwh: number
  exportedKwh: number
  /** The share of use without the grid; null without any use. */
  autarky: number | null
  /** The share of generation that was not fed in; null without generation. */
  selfUse: number | null
  /** null while it is too small to mean anything. */
  unexplained: { kwh: number; share: number } | null
}

export function figuresOf(sums: Energies): EnergyFigures {
  const usedKwh = kwh(sums.houseWh) + kwh(sums.carWh) + kwh(sums.heatWh) + kwh(sums.consumerWh)
  const generatedKwh = kwh(sums.pvWh)
  const importedKwh = kwh(sums.importWh)
  const exportedKwh = kwh(sums.exportWh)
  const unexplainedKwh = kwh(sums.unexplainedWh)
  const share = usedKwh > 0 ? unexplainedKwh / usedKwh : 0
  return {
    usedKwh,
    generatedKwh,
    importedKwh,
    exportedKwh,
    autarky: usedKwh > 0 ? within(1 - importedKwh / usedKwh) : null,
    selfUse: generatedKwh > 0 ? within(1 - exportedKwh / generatedKwh) : null,
    unexplained: share > unexplainedShareMax ? { kwh: unexplainedKwh, share } : null,
  }
}

function kwh(wh: number | null): number {
  return (wh ?? 0) / 1_000
}

/** A battery that is charged from the grid makes the import exceed the use. */
function within(share: number): number {
  return Math.min(1, Math.max(0, share))
}
