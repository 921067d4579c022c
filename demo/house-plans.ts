/** The sites of the demo, in every state that the owner's list shows. Invented. */
import type { NewEnergyChannel } from '#contract/energy-channels.ts'
import type { NewEnergySite } from '#contract/energy-sites.ts'
import type { NewEnergyStorage } from '#contract/energy-storages.ts'
import type { EnergyTariffInput } from '#contract/energy-tariffs.ts'
import { carWh, type House, type HouseContent, type HousePowers } from './house-model.ts'

export type PlannedChannel = Omit<NewEnergyChannel, 'siteId' | 'storageId'> & {
  readonly storage?: 'battery' | 'car'
  readonly readValue: (powers: HousePowers, content: HouseContent) => number
}

export type PlannedSite = {
  /** Of its senders. */
  readonly key: string
  /** The mail address of the customer. */
  readonly customer: string
  readonly fields: Omit<NewEnergySite, 'customerId'>
  readonly house: House
  readonly channels: readonly PlannedChannel[]
  readonly storages: readonly Omit<NewEnergyStorage, 'siteId'>[]
  readonly tariffs: readonly (Omit<EnergyTariffInput, 'validFrom'> & { readonly daysAgo: number })[]
  /** `heard`: sends. `silent`: has not for two days. `unknown`: never has. */
  readonly state: 'heard' | 'silent' | 'unknown'
  readonly historyDays: number
  /** The share of its use that the meter of the house misses. */
  readonly unexplainedShare: number
}

/** Sun, battery, car and heat pump; the day of the public page is one of its days. */
export const mainHouse: House = {
  seed: 1,
  size: 1.2,
  isWorkplace: false,
  kwp: 9.8,
  batteryWh: 10_000,
  hasCar: true,
  heatLossW: 170,
}

const tenths = (share: number) => Math.round(share * 1_000) / 10

const grid: PlannedChannel = {
  key: 'grid',
  name: 'Netz, Leistung',
  role: 'grid',
  measure: 'power',
  readValue: ({ gridW }) => gridW,
}
const pv: PlannedChannel = {
  key: 'pv',
  name: 'Solaranlage, Leistung',
  role: 'pv',
  measure: 'power',
  readValue: ({ pvW }) => pvW,
}
const heat: PlannedChannel = {
  key: 'heat',
  name: 'Wärmepumpe, Leistung',
  role: 'heat',
  measure: 'power',
  readValue: ({ heatW }) => heatW,
}
const batteryOf = ({ batteryWh: mostWh }: House): readonly PlannedChannel[] => [
  {
    key: 'battery',
    name: 'Akku, Leistung',
    role: 'battery',
    measure: 'power',
    storage: 'battery',
    readValue: ({ batteryW }) => batteryW,
  },
  {
    key: 'battery-level',
    name: 'Akku, Ladestand',
    role: 'battery',
    measure: 'level',
    storage: 'battery',
    readValue: (_, { batteryWh }) => tenths(batteryWh / mostWh),
  },
]
const car: readonly PlannedChannel[] = [
  {
    key: 'car',
    name: 'Wallbox, Leistung',
    role: 'car',
    measure: 'power',
    storage: 'car',
    readValue: ({ carW }) => carW,
  },
  {
    key: 'car-level',
    name: 'Auto, Ladestand',
    role: 'car',
    measure: 'level',
    storage: 'car',
    readValue: (_, content) => tenths(content.carWh / carWh),
  },
  {
    key: 'car-connected',
    name: 'Auto, angesteckt',
    role: 'car',
    measure: 'connected',
    storage: 'car',
    readValue: ({ isCarConnected }) => (isCarConnected ? 1 : 0),
  },
]

const batteryStorage = (maxWh: number) =>
  ({
    name: 'Hausakku',
    kind: 'battery',
    minWh: maxWh * 0.05,
    maxWh,
    maxChargeW: 5_000,
    maxDischargeW: 5_000,
    chargeEfficiency: 0.96,
    dischargeEfficiency: 0.96,
    wearCt: 2,
    // A device of the demo, which answers.
    commandTarget: { kind: 'own' },
  }) as const

const feedIn = { ct: 7.86, spotShare: 0, zeroWhenSpotNegative: false }
const fixedTariff = {
  name: 'Ökostrom, fester Preis',
  monthlyEur: 12.5,
  tariff: {
    vat: 0.19,
    supply: { spotShare: 0, ct: 12.4 },
    gridFee: { ct: 9.53, windows: [] },
    leviesCt: 4.63,
    feedIn,
  },
}
/** Module 3 of § 14a EnWG: nights are cheap, evenings expensive. */
const timedTariff = {
  ...fixedTariff,
  name: 'Ökostrom mit zeitvariablem Netzentgelt',
  tariff: {
    ...fixedTariff.tariff,
    gridFee: {
      ct: 9.53,
      windows: [
        { from: '00:00', to: '06:00', ct: 0.95 },
        { from: '17:00', to: '20:30', ct: 14.77 },
      ],
    },
  },
}

const hotel: House = { ...mainHouse, seed: 4, size: 3.4, kwp: 24, batteryWh: 0, hasCar: false, heatLossW: 0 }
const hotelMisses = 0.12

export const plannedSites: readonly PlannedSite[] = [
  {
    key: 'demo',
    customer: 'annelie.groessl@weingut-groessl.example',
    fields: {
      name: 'Weingut, Hauptgebäude',
      address: { street: 'Am Kirchenstück 7', zip: '67146', city: 'Deidesheim', country: 'DE' },
      latitude: 49.41,
      longitude: 8.19,
      pvKwp: 9.8,
      planes: [{ kwp: 9.8, tilt: 30, azimuth: 180 }],
      commissionedOn: '2023-04-18',
      hasSmartMeter: true,
      control: 'on',
    },
    house: mainHouse,
    channels: [grid, pv, ...batteryOf(mainHouse), heat, ...car],
    storages: [
      batteryStorage(10_000),
      {
        name: 'Elektroauto',
        kind: 'car',
        maxWh: carWh,
        maxChargeW: 11_000,
        minChargeW: 1_400,
        chargeEfficiency: 0.9,
        commandTarget: { kind: 'own' },
        schedule: { departures: [{ weekdays: [1, 2, 4], time: '07:20', levelPercent: 60 }], awayUntil: null },
      },
    ],
    tariffs: [
      { ...fixedTariff, daysAgo: 760 },
      { ...timedTariff, daysAgo: 300 },
    ],
    state: 'heard',
    historyDays: 731,
    unexplainedShare: 0,
  },
  {
    key: 'demo-halle',
    customer: 'annelie.groessl@weingut-groessl.example',
    fields: {
      name: 'Weingut, Kelterhalle',
      address: { street: 'Im Gewerbepark 12', zip: '67146', city: 'Deidesheim', country: 'DE' },
      latitude: 49.4,
      longitude: 8.21,
      pvKwp: 18.4,
      planes: [
        { kwp: 9.2, tilt: 15, azimuth: 90 },
        { kwp: 9.2, tilt: 15, azimuth: 270 },
      ],
      commissionedOn: '2025-06-02',
      hasSmartMeter: true,
    },
    house: { seed: 2, size: 1.6, isWorkplace: true, kwp: 18.4, batteryWh: 0, hasCar: false, heatLossW: 0 },
    channels: [grid, pv],
    storages: [],
    tariffs: [{ ...fixedTariff, daysAgo: 400 }],
    state: 'heard',
    historyDays: 366,
    unexplainedShare: 0,
  },
  {
    key: 'demo-wohnhaus',
    customer: 'f.schoenfelder@post.example',
    fields: { name: 'Wohnhaus Lindenweg', pvKwp: 6.2, commissionedOn: '2024-09-11' },
    house: { seed: 3, size: 0.8, isWorkplace: false, kwp: 6.2, batteryWh: 5_000, hasCar: false, heatLossW: 130 },
    channels: [grid, pv, ...batteryOf({ ...mainHouse, batteryWh: 5_000 }), heat],
    storages: [batteryStorage(5_000)],
    tariffs: [{ ...fixedTariff, daysAgo: 120 }],
    state: 'silent',
    historyDays: 90,
    unexplainedShare: 0,
  },
  {
    key: 'demo-hotel',
    customer: 'direktion@hotel-seeblick.example',
    fields: { name: 'Hotel Seeblick', pvKwp: 24, commissionedOn: '2024-03-20' },
    house: hotel,
    channels: [
      grid,
      pv,
      {
        key: 'house',
        name: 'Unterzähler Hotel, Leistung',
        role: 'house',
        measure: 'power',
        readValue: ({ houseW }) => Math.round(houseW * (1 - hotelMisses)),
      },
    ],
    storages: [],
    tariffs: [],
    state: 'heard',
    historyDays: 60,
    unexplainedShare: hotelMisses,
  },
  {
    key: 'demo-rathaus',
    customer: 'it@oelmuehlbach.example',
    fields: { name: 'Rathaus Ölmühlbach', pvKwp: 30 },
    house: hotel,
    channels: [grid, pv],
    storages: [],
    tariffs: [],
    state: 'unknown',
    historyDays: 0,
    unexplainedShare: 0,
  },
]
