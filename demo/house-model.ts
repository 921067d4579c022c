/** A house of the demo, step by step: its powers follow from time and weather, its storages from the previous step. */
import { berlinTime } from '#energy/berlin-time.ts'
import { dayMs, hourMs, minuteMs } from '#server/clock.ts'
import { dayKind } from '#server/features/energy/german-holidays.rules.ts'
import type { HouseOrder, HouseOrders } from './house-device.ts'
import { chance, wave, weatherAt } from './house-weather.ts'

export type House = {
  readonly seed: number
  /** In relation to a usual household. */
  readonly size: number
  /** Nobody is there on weekends and holidays. */
  readonly isWorkplace: boolean
  readonly kwp: number
  readonly batteryWh: number
  readonly hasCar: boolean
  /** Its heat loss through the walls, in W per °C; 0: it has no heat pump. */
  readonly heatLossW: number
}

/** The contents of its storages, in Wh. */
export type HouseContent = { batteryWh: number; carWh: number }

/** Whole watts, signed as in readings. They add up: grid + pv + battery = house + heat + car. */
export type HousePowers = {
  gridW: number
  pvW: number
  batteryW: number
  houseW: number
  heatW: number
  carW: number
  isCarConnected: boolean
}

export const carWh = 58_000
export const batteryLossless = 0.96
const battery = { maxW: 5_000, leastShare: 0.05, nightShare: 0.45, nightW: 2_500 }
const car = { leastW: 1_400, mostW: 11_000, tripWh: 11_000, nightShare: 0.6, sunShare: 0.9 }
const heatPump = { onW: 1_900, warmWaterW: 1_500, cycleMs: 40 * minuteMs }

export function startContent(house: House): HouseContent {
  return { batteryWh: house.batteryWh * 0.4, carWh: carWh * 0.6 }
}

/** The powers from `at` on for `ms`; changes `content` to that after it. Orders beat the house's own behaviour. */
export function stepHouse(
  house: House,
  content: HouseContent,
  at: number,
  ms: number,
  orders: HouseOrders = {},
): HousePowers {
  const middle = at + ms / 2
  const hours = ms / hourMs
  const time = berlinTime(middle)
  const day = dayOf(time.day)
  const isAway = !house.isWorkplace && day.isVacation
  const { sun, celsius } = weatherAt(middle)
  const pvW = Math.min(house.kwp * 900, Math.round(house.kwp * 1_000 * sun))
  const houseW = Math.round(isAway ? 170 : usedW(house, middle, ms, time.minute, day.kind))
  const heatW =
    house.heatLossW === 0 ? 0 : Math.round(heatingW(house, middle, ms, { celsius, minute: time.minute, isAway }))
  const isCarConnected = house.hasCar && !isAway && !isOnTrip(day, time.minute)
  if (house.hasCar) content.carWh = Math.max(carWh * 0.1, content.carWh - tripWh(at, ms))
  const surplusW = pvW - houseW - heatW
  const carW = isCarConnected ? chargedW(content, surplusW, time.minute, hours, orders.car) : 0
  content.carWh += carW * hours * 0.9
  const isCheapNight =
    house.heatLossW > 0 && (time.month >= 11 || time.month <= 2) && time.minute >= 120 && time.minute < 300
  const batteryW = balancedW(house, content, {
    surplusW: surplusW > 0 ? Math.max(0, surplusW - carW) : surplusW,
    isCheapNight,
    hours,
    order: orders.battery,
  })
  content.batteryWh += batteryW > 0 ? (-batteryW * hours) / batteryLossless : -batteryW * hours * batteryLossless
  return { gridW: houseW + heatW + carW - pvW - batteryW, pvW, batteryW, houseW, heatW, carW, isCarConnected }
}

type Day = { readonly kind: 1 | 6 | 7; readonly weekday: number; readonly isVacation: boolean }
const days = new Map<number, Day>()

/** `number` counts calendar days since 1970. */
function dayOf(number: number): Day {
  const known = days.get(number)
  if (known !== undefined) return known
  const date = new Date(number * dayMs)
  const text = date.toISOString().slice(0, 10)
  const monthDay = text.slice(5)
  const isVacation = (monthDay >= '08-03' && monthDay <= '08-16') || monthDay >= '12-27' || monthDay === '01-01'
  const day: Day = { kind: dayKind(text), weekday: date.getUTCDay(), isVacation }
  days.set(number, day)
  return day
}

/** Lights, kitchen, machines. Single devices show in short steps; long ones have their mean. */
function usedW({ seed, size, isWorkplace }: House, at: number, ms: number, minute: number, kind: 1 | 6 | 7): number {
  const drift = 0.8 + 0.4 * wave(seed + 10, at / (35 * minuteMs))
  if (isWorkplace) {
    const isOpen = kind === 1 && minute > 420 && minute < 1_080
    return size * drift * (320 + (isOpen ? 1_300 : 0) + bump(minute, 720, 80, kind === 1 ? 500 : 0))
  }
  const isFree = kind !== 1
  const people =
    bump(minute, isFree ? 560 : 415, isFree ? 70 : 35, isFree ? 450 : 520) +
    bump(minute, 750, 60, isFree ? 900 : 330) +
    bump(minute, 1_150, 95, 850) +
    bump(minute, 1_290, 60, 250)
  const isAwake = minute > 380 && minute < 1_400
  const short = ms < minuteMs && isAwake && chance(seed + 11, Math.floor(at / (4 * minuteMs))) > 0.95 ? 1_900 : 0
  const mean = ms >= minuteMs && isAwake ? 95 : 0
  return size * drift * (190 + people) + short + mean
}

function bump(minute: number, centre: number, width: number, watts: number): number {
  return watts * Math.exp(-(((minute - centre) / width) ** 2))
}

/** Heats below 15 °C, and water around noon. In short steps it either runs or does not. */
function heatingW(
  { seed, heatLossW }: House,
  at: number,
  ms: number,
  { celsius, minute, isAway }: { celsius: number; minute: number; isAway: boolean },
): number {
  const warmth = Math.max(0, (isAway ? 9 : 15.5) - celsius) * heatLossW
  const meanW = warmth / Math.min(5, Math.max(2, 3.4 + celsius * 0.07))
  const waterW = !isAway && minute >= 735 && minute < 825 ? heatPump.warmWaterW : 0
  if (ms >= hourMs / 4) return Math.max(meanW, waterW)
  const isOn = ((at + seed * minuteMs) % heatPump.cycleMs) / heatPump.cycleMs < meanW / heatPump.onW
  return Math.max(isOn ? Math.max(heatPump.onW, meanW) : 12, waterW)
}

type Trip = { readonly leavesAt: number; readonly returnsAt: number }
const toWork: Trip = { leavesAt: 440, returnsAt: 1_030 }
const toMarket: Trip = { leavesAt: 600, returnsAt: 780 }

/** To work on Mondays, Tuesdays and Thursdays, to the market on Saturdays; minutes of the day. */
function tripOf({ kind, weekday }: Day): Trip | undefined {
  if (kind === 1 && [1, 2, 4].includes(weekday)) return toWork
  return kind === 6 ? toMarket : undefined
}

function isOnTrip(day: Day, minute: number): boolean {
  const trip = tripOf(day)
  return trip !== undefined && minute >= trip.leavesAt && minute < trip.returnsAt
}

/** The energy of a trip that ends within `ms` from `at` on: it is missing from then on. */
export function tripWh(at: number, ms: number): number {
  const time = berlinTime(at)
  const day = dayOf(time.day)
  const trip = day.isVacation ? undefined : tripOf(day)
  if (trip === undefined) return 0
  const startMs = time.minute * minuteMs + (at % minuteMs)
  const returnsMs = trip.returnsAt * minuteMs
  return startMs <= returnsMs && returnsMs < startMs + ms ? car.tripWh : 0
}

/** From the sun by day; from ten in the evening to the least that the next day needs. */
function chargedW(
  { carWh: held }: HouseContent,
  surplusW: number,
  minute: number,
  hours: number,
  order: HouseOrder | undefined,
): number {
  const room = (share: number) => Math.max(0, (carWh * share - held) / 0.9 / hours)
  if (order !== undefined) return Math.round(Math.min(orderedCarW(order, surplusW), car.mostW, room(1)))
  const isNight = minute >= 1_320 || minute < 360
  if (isNight && held < carWh * car.nightShare) return Math.round(Math.min(car.mostW, room(car.nightShare)))
  if (surplusW < car.leastW || held >= carWh * car.sunShare) return 0
  return Math.round(Math.min(surplusW, car.mostW, room(car.sunShare)))
}

/** Modes as a wallbox carries them out. */
function orderedCarW({ mode, powerW }: HouseOrder, surplusW: number): number {
  if (mode === 'charge') return Math.max(car.leastW, powerW ?? car.mostW, surplusW)
  if (mode !== 'auto' && mode !== 'hold') return 0
  return surplusW >= (powerW ?? car.leastW) && surplusW > 0 ? Math.max(car.leastW, surplusW) : 0
}

/** Modes as a battery carries them out; discharge is above 0. */
function orderedBatteryW({ mode, powerW }: HouseOrder, surplusW: number): number {
  switch (mode) {
    case 'auto':
      return -surplusW
    case 'hold':
      return -Math.max(0, surplusW)
    case 'pass':
      return Math.max(0, -surplusW)
    case 'idle':
      return 0
    case 'charge':
      return -Math.max(powerW ?? battery.maxW, surplusW)
    case 'discharge':
      return powerW ?? battery.maxW
  }
}

type Balance = {
  readonly surplusW: number
  readonly isCheapNight: boolean
  readonly hours: number
  readonly order: HouseOrder | undefined
}

/** Discharge is above 0. It serves house and heat pump, not the car; in winter nights it buys. */
function balancedW(
  { batteryWh }: House,
  { batteryWh: held }: HouseContent,
  { surplusW, isCheapNight, hours, order }: Balance,
): number {
  if (batteryWh === 0) return 0
  const room = (share: number) => Math.max(0, (batteryWh * share - held) / batteryLossless / hours)
  const left = Math.max(0, ((held - batteryWh * battery.leastShare) * batteryLossless) / hours)
  if (order !== undefined) {
    const wanted = orderedBatteryW(order, surplusW)
    return Math.round(Math.min(Math.max(wanted, -battery.maxW, -room(1)), battery.maxW, left)) || 0
  }
  if (isCheapNight) return -Math.round(Math.min(battery.nightW, room(battery.nightShare)))
  if (surplusW > 0) return -Math.round(Math.min(surplusW, battery.maxW, room(1)))
  return Math.round(Math.min(-surplusW, battery.maxW, left))
}
