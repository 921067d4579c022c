/** The measurements of a house over a period, as the portal would have stored them. Pure. */
import type { Insertable } from 'kysely'
import { energyFlows } from '#contract/energy-roles.ts'
import { berlinTime } from '#energy/berlin-time.ts'
import { calendarDate, dayMs, minuteMs, startOfBerlinDay } from '#server/clock.ts'
import type { Database } from '#server/database/schema.ts'
import { slotMs } from '#server/features/energy/channel-slots.rules.ts'
import { type HouseContent, stepHouse } from './house-model.ts'
import type { PlannedChannel, PlannedSite } from './house-plans.ts'

export const readingStepMs = 10_000
/** Days with today: more would make the start of the demo slow. */
export const recentDays = { reading: 2, minute: 2, slot: 2 }
/** As for days in the distant past. */
export const slotsAlone = { reading: 0, minute: 0, slot: 10_000 }

export type DaysKept = typeof recentDays
type SiteSlot = Insertable<Database['energy_site_slot']>
type SiteDay = Insertable<Database['energy_site_day']>
type Channel = PlannedChannel & { readonly number: number }

export type HouseRows = {
  readonly energy_reading: Insertable<Database['energy_reading']>[]
  readonly energy_minute: Insertable<Database['energy_minute']>[]
  readonly energy_slot: Insertable<Database['energy_slot']>[]
  readonly energy_site_slot: SiteSlot[]
}

type Step = { readonly at: number; readonly values: readonly number[] }

/**
 * The rows from `from`, the start of a slot, until before `to`. The storages hold `content` before, which is changed to
 * their content after. Slots that end by `to` are whole; the slot after them has only readings.
 * @param step replaces the house's own behaviour
 */
export function houseRows(
  { house, unexplainedShare }: PlannedSite,
  { siteId, channels }: { readonly siteId: string; readonly channels: readonly Channel[] },
  { from, to, daysKept = recentDays }: { readonly from: number; readonly to: number; readonly daysKept?: DaysKept },
  content: HouseContent,
  step: typeof stepHouse = stepHouse,
): { rows: HouseRows; last: Step | null } {
  const rows: HouseRows = { energy_reading: [], energy_minute: [], energy_slot: [], energy_site_slot: [] }
  const sinceDay = (days: number) => startOfBerlinDay(calendarDate(new Date(to - (days - 1) * dayMs))).getTime()
  const since = {
    reading: sinceDay(daysKept.reading),
    minute: sinceDay(daysKept.minute),
    slot: sinceDay(daysKept.slot),
  }
  let last: Step | null = null
  for (let at = from; at < to; at += slotMs) {
    const stepMs = at >= since.reading ? readingStepMs : at >= since.minute ? minuteMs : slotMs
    const flows = noFlows()
    const steps: Step[] = []
    for (let time = at; time < Math.min(at + slotMs, to); time += stepMs) {
      const powers = step(house, content, time, stepMs)
      for (const [flow, watts] of flowsOf(powers)) flows[flow] += watts * stepMs
      steps.push({ at: time, values: channels.map(({ readValue }) => readValue(powers, content)) })
    }
    last = steps.at(-1) ?? last
    if (stepMs === readingStepMs) rows.energy_reading.push(...readingsOf(channels, steps))
    if (at + slotMs > to) break
    if (stepMs < slotMs) rows.energy_minute.push(...minutesOf(channels, steps, stepMs))
    if (at >= since.slot) rows.energy_slot.push(...channelSlotsOf(channels, steps, { at, stepMs }))
    const level = house.batteryWh === 0 ? null : Math.round((content.batteryWh / house.batteryWh) * 1_000) * 100
    rows.energy_site_slot.push(siteSlotOf(siteId, at, flows, { level, unexplainedShare, house }))
  }
  return { rows, last }
}

type Flow = 'import' | 'export' | 'pv' | 'charge' | 'discharge' | 'house' | 'car' | 'heat'
type Flows = Record<Flow, number>

function noFlows(): Flows {
  return { import: 0, export: 0, pv: 0, charge: 0, discharge: 0, house: 0, car: 0, heat: 0 }
}

function flowsOf(powers: ReturnType<typeof stepHouse>): [Flow, number][] {
  const { gridW, pvW, batteryW, houseW, carW, heatW } = powers
  return [
    gridW > 0 ? ['import', gridW] : ['export', -gridW],
    ['pv', pvW],
    batteryW > 0 ? ['discharge', batteryW] : ['charge', -batteryW],
    ['house', houseW],
    ['car', carW],
    ['heat', heatW],
  ]
}

/** Watts for milliseconds, in mWh. */
function mwhOf(wattMs: number): number {
  return Math.round(wattMs / 3_600)
}

function readingsOf(channels: readonly Channel[], steps: readonly Step[]): HouseRows['energy_reading'] {
  return channels.flatMap(({ number }, index) =>
    steps.map(({ at, values }) => ({
      channel_number: number,
      at_ms: at,
      value_millionths: Math.round((values[index] ?? 0) * 1e6),
    })),
  )
}

function minutesOf(channels: readonly Channel[], steps: readonly Step[], stepMs: number): HouseRows['energy_minute'] {
  const each = minuteMs / stepMs
  return channels.flatMap(({ number }, index) =>
    Array.from({ length: slotMs / minuteMs }, (_, minute) => {
      const inside = steps.slice(minute * each, (minute + 1) * each)
      return {
        channel_number: number,
        at_ms: inside[0]?.at ?? 0,
        mean_thousandths: Math.round(meanOf(inside, index) * 1_000),
        covered_ms: minuteMs,
      }
    }),
  )
}

function meanOf(steps: readonly Step[], index: number): number {
  return steps.reduce((sum, { values }) => sum + (values[index] ?? 0), 0) / steps.length
}

function channelSlotsOf(
  channels: readonly Channel[],
  steps: readonly Step[],
  { at, stepMs }: { at: number; stepMs: number },
): HouseRows['energy_slot'] {
  return channels.map(({ number, measure }, index) => {
    const values = steps.map(step => step.values[index] ?? 0)
    const energy = (side: (value: number) => number) =>
      measure === 'power' ? mwhOf(values.reduce((sum, value) => sum + Math.max(0, side(value)) * stepMs, 0)) : null
    return {
      channel_number: number,
      at_ms: at,
      mwh: energy(value => value),
      reverse_mwh: energy(value => -value),
      mean_thousandths: Math.round(meanOf(steps, index) * 1_000),
      least_thousandths: Math.round(Math.min(...values) * 1_000),
      most_thousandths: Math.round(Math.max(...values) * 1_000),
      last_thousandths: Math.round((values.at(-1) ?? 0) * 1_000),
      covered_ms: slotMs,
      quality: 'measured' as const,
    }
  })
}

type Known = { level: number | null; unexplainedShare: number; house: PlannedSite['house'] }

/** The house is the remainder of the other flows, or less by the share that its own meter misses. */
function siteSlotOf(siteId: string, at: number, flows: Flows, { level, unexplainedShare, house }: Known): SiteSlot {
  const only = (isThere: boolean, flow: Flow) => (isThere ? mwhOf(flows[flow]) : null)
  const hasBattery = house.batteryWh > 0
  const known = {
    import: mwhOf(flows.import),
    export: mwhOf(flows.export),
    pv: mwhOf(flows.pv),
    charge: only(hasBattery, 'charge'),
    discharge: only(hasBattery, 'discharge'),
    car: only(house.hasCar, 'car'),
    heat: only(house.heatLossW > 0, 'heat'),
  }
  const sources = known.import + known.pv + (known.discharge ?? 0)
  const rest = sources - known.export - (known.charge ?? 0) - (known.car ?? 0) - (known.heat ?? 0)
  const measured = unexplainedShare === 0 ? Math.max(0, rest) : mwhOf(flows.house * (1 - unexplainedShare))
  return {
    site_id: siteId,
    at_ms: at,
    date: dateOf(at),
    import_mwh: known.import,
    export_mwh: known.export,
    pv_mwh: known.pv,
    charge_mwh: known.charge,
    discharge_mwh: known.discharge,
    house_mwh: measured,
    car_mwh: known.car,
    heat_mwh: known.heat,
    consumer_mwh: null,
    unexplained_mwh: Math.abs(rest - measured),
    level_thousandths: level,
    covered_ms: slotMs,
    quality: 'measured',
  }
}

const dates = new Map<number, string>()

/** Like `calendarDate`, but many times faster. */
function dateOf(at: number): string {
  const { day } = berlinTime(at)
  const known = dates.get(day)
  if (known !== undefined) return known
  const date = new Date(day * dayMs).toISOString().slice(0, 10)
  dates.set(day, date)
  return date
}

/** The days of whole slots in order; their accounts are still to be computed. */
export function houseDays(siteId: string, slots: readonly SiteSlot[]): SiteDay[] {
  return [...Map.groupBy(slots, ({ date }) => date)].map(([date, ofDay]) => {
    const sums = energyFlows.map(flow => {
      const known = ofDay.map(slot => slot[`${flow}_mwh`]).filter(mwh => typeof mwh === 'number')
      return [`${flow}_mwh`, known.length === 0 ? null : known.reduce((sum, mwh) => sum + mwh, 0)]
    })
    return {
      site_id: siteId,
      date,
      // One column for each flow.
      ...(Object.fromEntries(sums) as Pick<SiteDay, `${(typeof energyFlows)[number]}_mwh`>),
      level_thousandths: ofDay.at(-1)?.level_thousandths ?? null,
      covered_ms: ofDay.length * slotMs,
      is_account_due: 1,
    }
  })
}
