/** A visitor's house as questions to the engine: the same day under five policies. Pure; power is W, energy Wh. */
import { type MarketDay, marketDays } from './market-days.ts'
import type { TariffName, WhatIfHouse } from './what-if-house.ts'

export const policies = ['none', 'self_use', 'rules', 'optimiser', 'bound'] as const
export type WhatIfPolicy = (typeof policies)[number]

const slots = 48
const slotMs = 1_800_000

export type WhatIfTask = { policy: WhatIfPolicy; input: { id: string; pvW: number[]; loadW: number[] } }

/** One input of the engine's simulation for each policy. */
export function whatIfTasks(house: WhatIfHouse): WhatIfTask[] {
  const day = marketDays[house.day]
  const loadW = perSlot(hour => loadOf(hour))
  const pvW = perSlot(hour => house.pvKwp * sunOf(day, hour) * cloudOf(hour))
  const input = {
    startsAt: day.startsAt,
    minutes: new Array<number>(slots).fill(30),
    loadW,
    pvW,
    tariff: tariffs[house.tariff],
    spotCt: perSlot(hour => (day.spotEurPerMwh[Math.floor(hour)] ?? 0) / 10, 4),
    storages: storagesOf(house, day),
    options: { limitMs: 2000 },
    // The forecast's knowledge: the usual house and a cloudless sky.
    forecast: {
      loadW: perSlot(hour => meanLoad(hour)),
      pvW: perSlot(hour => house.pvKwp * sunOf(day, hour)),
      replanMinutes: 120,
    },
  }
  return policies.map(policy => ({ policy, input: { ...input, id: policy, policy, series: true } }))
}

function storagesOf(house: WhatIfHouse, day: MarketDay): object[] {
  return [
    ...(house.batteryKwh > 0 ? [batteryOf(house)] : []),
    ...(house.carKwh > 0 ? [carOf(house, day)] : []),
    ...(house.heatKwh > 0 ? [heatOf(house, day)] : []),
  ]
}

function batteryOf({ batteryKwh }: WhatIfHouse): object {
  const maxWh = batteryKwh * 1000
  return {
    id: 'battery',
    contentWh: maxWh * startShares.battery,
    minWh: maxWh * 0.05,
    maxWh,
    maxChargeW: maxWh / 2,
    maxDischargeW: maxWh / 2,
    chargeEfficiency: 0.95,
    dischargeEfficiency: 0.95,
    wearCt: 1,
    endCt: endCt.battery,
  }
}

/** At home from midnight until it leaves. Its capacity exceeds the goal, because its minimum power may overshoot it. */
function carOf({ carKwh, departure }: WhatIfHouse, { startsAt }: MarketDay): object {
  const goalWh = carKwh * 1000
  const leaves = departure * 2
  return {
    id: 'car',
    kind: 'car',
    contentWh: 0,
    maxWh: goalWh + 3000,
    maxChargeW: 11_000,
    minChargeW: 4_140,
    startCt: 2,
    connected: Array.from({ length: slots }, (_, slot) => (slot < leaves ? 1 : 0)),
    goals: [{ at: new Date(Date.parse(startsAt) + leaves * slotMs).toISOString(), contentWh: goalWh }],
    endCt: endCt.car,
  }
}

/** A store of warm water that the heat pump fills; heat leaves it all day, more in the morning and in the evening. */
function heatOf({ heatKwh }: WhatIfHouse, { heat }: MarketDay): object {
  const perDayWh = heatKwh * 1000 * heat.share
  return {
    id: 'heat',
    kind: 'heat',
    contentWh: heatStoreWh * startShares.heat,
    minWh: heatStoreWh * 0.1,
    maxWh: heatStoreWh,
    maxChargeW: 3_000,
    chargeEfficiency: heat.cop,
    drawW: perSlot(hour => (perDayWh / 24) * (hour >= 5 && hour < 9 ? 1.6 : hour >= 17 && hour < 22 ? 1.4 : 0.77)),
    lossW: 60,
    endCt: endCt.heat,
  }
}

const heatStoreWh = 15_000
const startShares = { battery: 0.3, heat: 0.5 }
/** The value of a kilowatt-hour left at midnight; a kilowatt-hour of heat took a third of one of electricity. */
const endCt = { battery: 22, car: 8, heat: 8 }

/** EUR: the value of the contents at the start, so that a day bears only its own costs. */
export function startValueEur({ batteryKwh, heatKwh }: WhatIfHouse): number {
  const battery = batteryKwh * startShares.battery * endCt.battery
  const heat = heatKwh > 0 ? (heatStoreWh / 1000) * startShares.heat * endCt.heat : 0
  return (battery + heat) / 100
}

/** Net ct/kWh. Assumptions typical for households in Germany, not the price list of one supplier. */
const gridFee = { ct: 9.5 }
const feedIn = { ct: 7.86, zeroWhenSpotNegative: true }
const tariffs: Readonly<Record<TariffName, object>> = {
  fixed: { vat: 0.19, supply: { ct: 12 }, gridFee, leviesCt: 4.6, feedIn },
  dynamic: { vat: 0.19, supply: { spotShare: 1, ct: 1.5 }, gridFee, leviesCt: 4.6, feedIn },
  module3: {
    vat: 0.19,
    supply: { spotShare: 1, ct: 1.5 },
    gridFee: {
      ct: 9.5,
      windows: [
        { from: '00:00', to: '06:00', ct: 1.5 },
        { from: '17:00', to: '21:00', ct: 15 },
      ],
    },
    leviesCt: 4.6,
    feedIn,
  },
}

/** W in the middle of each half hour, with `digits` decimals. */
function perSlot(powerAt: (hour: number) => number, digits = 0): number[] {
  const factor = 10 ** digits
  return Array.from({ length: slots }, (_, slot) => Math.round(powerAt((slot + 0.5) / 2) * factor) / factor)
}

/** W of one kWp under a cloudless sky of the day. */
function sunOf({ sun: { riseHour, setHour, noonW } }: MarketDay, hour: number): number {
  if (hour <= riseHour || hour >= setHour) return 0
  return noonW * Math.sin((Math.PI * (hour - riseHour)) / (setHour - riseHour)) ** 1.5
}

/** Clouds that no forecast knew: the same ones in every day, so that the same house has the same answer. */
function cloudOf(hour: number): number {
  return 1 - 0.18 * (1 + Math.sin(hour * 2.9)) * (0.5 + 0.5 * Math.sin(hour * 0.7))
}

/** W of the house without car and heat pump: some 11 kWh a day, with a kettle and a stove that no forecast knew. */
function loadOf(hour: number): number {
  const kettle = [6.6, 7.1, 12.4, 18.4, 18.9, 20.1].some(start => hour >= start && hour < start + 0.5)
  return meanLoad(hour) * (0.9 + 0.1 * Math.sin(hour * 5.3)) + (kettle ? 700 : 0)
}

function meanLoad(hour: number): number {
  return meanLoadW[Math.floor(hour)] ?? 0
}

const meanLoadW: readonly number[] = [
  240, 220, 210, 210, 220, 260, 420, 560, 480, 400, 380, 420, 560, 480, 400, 380, 420, 560, 760, 820, 720, 560, 420,
  300,
]
