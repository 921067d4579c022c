/**
 * A period of the demo's main house as input for the engine's simulation: its use and generation, its prices, the trips
 * of its car, and the forecasts at each step.
 */
import type { ExpectedAt, Policy } from '#energy/simulate.ts'
import { dayMs, instantText } from '#server/clock.ts'
import { slotMs } from '#server/features/energy/channel-slots.rules.ts'
import { departuresOf } from '#server/features/energy/departure.rules.ts'
import { newStorageFields } from '#server/features/energy/energy-storage.rules.ts'
import { houseForecasts, learnedBefore } from './house-forecast.ts'
import { type HouseContent, startContent, stepHouse, tripWh } from './house-model.ts'
import type { PlannedSite } from './house-plans.ts'

export type HousePrice = { readonly importCt: number; readonly exportCt: number }

export type HouseSimulation = {
  readonly input: (policy: Policy) => object
  readonly expectedAt: ExpectedAt
  /** Of each quarter-hour. */
  readonly slots: readonly HouseSlot[]
}

/** Watts; the heat pump is not planned. */
export type HouseSlot = {
  readonly at: number
  readonly houseW: number
  readonly heatW: number
  readonly pvW: number
  readonly isCarConnected: boolean
}

/** Every four hours, in hourly steps beyond them: a sixteenth of the running portal's plans, at little loss. */
const planning = { replanMinutes: 240, horizonMinutes: 2880, fineMinutes: 240 }

/** @param from the start of a slot; `prices` are those of the slots from it on, `endWh` the battery's final content */
export function simulationOf(
  site: PlannedSite,
  { from, prices, endWh = null }: { from: number; prices: readonly HousePrice[]; endWh?: number | null },
  content: HouseContent = startContent(site.house),
): HouseSimulation {
  const to = from + prices.length * slotMs
  const all = slotsOf(site, from - learnedBefore * dayMs, to)
  const slots = all.filter(({ at }) => at >= from)
  const quarterHours = slotMs / 3_600_000
  const measured = all.map(({ at, houseW, heatW, pvW }) => ({
    at_ms: at,
    house_mwh: (houseW + heatW) * quarterHours * 1000,
    pv_mwh: pvW * quarterHours * 1000,
  }))
  const { planes = [], latitude, longitude, pvKwp = 0 } = site.fields
  const place = { latitude: latitude ?? 0, longitude: longitude ?? 0 }
  const storages = storagesOf(site, { from, to, slots, endWh }, content)
  const never = slots.map(() => 0)
  return {
    slots,
    expectedAt: houseForecasts(measured, { planes, limitW: pvKwp * 1000 }, place),
    input: policy => ({
      id: site.key,
      policy,
      series: true,
      startsAt: instantText(new Date(from)),
      minutes: slots.map(() => slotMs / 60_000),
      loadW: slots.map(({ houseW, heatW }) => houseW + heatW),
      pvW: slots.map(({ pvW }) => pvW),
      importCt: prices.map(({ importCt }) => importCt),
      exportCt: prices.map(({ exportCt }) => exportCt),
      storages,
      // Forecasts change with time.
      forecast: { loadW: never, pvW: never, ...planning },
    }),
  }
}

/** Use and generation of the house do not depend on its storages. */
function slotsOf({ house }: PlannedSite, from: number, to: number): HouseSlot[] {
  const content = startContent(house)
  return Array.from({ length: (to - from) / slotMs }, (_, index) => {
    const at = from + index * slotMs
    const { houseW, heatW, pvW, isCarConnected } = stepHouse(house, content, at, slotMs)
    return { at, houseW, heatW, pvW, isCarConnected }
  })
}

type Stretch = { from: number; to: number; slots: readonly HouseSlot[]; endWh: number | null }

function storagesOf(site: PlannedSite, { from, to, slots, endWh }: Stretch, content: HouseContent): object[] {
  return site.storages.map(planned => {
    const { name: _, commandTarget: __, schedule, ...technical } = newStorageFields({ siteId: '', ...planned })
    if (technical.kind !== 'car') {
      const goals = endWh === null ? [] : [{ at: instantText(new Date(to)), contentWh: endWh }]
      return { id: technical.kind, ...technical, contentWh: content.batteryWh, goals }
    }
    const isThere = new Map(slots.map(({ at, isCarConnected }) => [at, isCarConnected]))
    return {
      id: technical.kind,
      ...technical,
      contentWh: content.carWh,
      connected: slots.map(({ isCarConnected }) => (isCarConnected ? 1 : 0)),
      drawW: slots.map(({ at }) => (tripWh(at, slotMs) * 3_600_000) / slotMs),
      // A car that is not there does not leave.
      goals: departuresOf(schedule, from, to)
        .filter(({ at }) => isThere.get(at - (at % slotMs) - slotMs) === true)
        .map(({ at, levelPercent }) => ({
          at: instantText(new Date(at)),
          contentWh: (technical.maxWh * levelPercent) / 100,
        })),
    }
  })
}
