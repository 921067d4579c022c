/** The energy of a site in steps, made from its slots or days, and its power now. */
import type { EnergyHistory, EnergyLive, EnergyResult, EnergyStep } from '#contract/energy-history.ts'
import { type EnergyFlow, energyFlows } from '#contract/energy-roles.ts'
import { dayMs, hourMs, instantText, minuteMs, startOfBerlinDay } from '#server/clock.ts'
import type { AccountColumns } from '#server/database/energy-tables.ts'
import type { ChannelRow } from './energy-channel.queries.ts'
import { lastValueOf } from './energy-channel.rules.ts'
import { faultOf } from './reading.rules.ts'
import { sumAccounts } from './slot-account.rules.ts'

/** Energies of a stretch of time, in whole mWh. */
export type Stretch = Readonly<Record<`${EnergyFlow}_mwh`, number | null>> &
  AccountColumns & {
    readonly from: number
    readonly to: number
    readonly covered_ms: number
    readonly level_thousandths: number | null
  }

/** The longest range of each step: a screen shows no more points. */
export const rangeMsMax: Readonly<Record<EnergyStep, number>> = {
  minute: 2 * dayMs + hourMs,
  slot: 31 * dayMs + hourMs,
  hour: 125 * dayMs,
  day: 1_100 * dayMs,
  month: 36_600 * dayMs,
  year: 36_600 * dayMs,
}

/** The instant at which a `from` or `to` begins; null for an instant where only dates are taken. */
export function startOf(text: string, step: EnergyStep): number | null {
  if (!text.includes('T')) return startOfBerlinDay(text).getTime()
  return step === 'minute' || step === 'slot' ? Date.parse(text) : null
}

const lengths = { minute: minuteMs, slot: 15 * minuteMs, hour: hourMs } as const

/** The start and the end of the step that a stretch is in. `date`: its calendar date. */
export function stepOf(step: EnergyStep, at: number, date: string): { readonly from: number; readonly to: number } {
  if (step === 'minute' || step === 'slot' || step === 'hour') {
    const from = at - (at % lengths[step])
    return { from, to: from + lengths[step] }
  }
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const first = Date.UTC(year, step === 'year' ? 0 : month - 1, step === 'day' ? day : 1)
  const next = Date.UTC(
    step === 'year' ? year + 1 : year,
    step === 'year' ? 0 : step === 'month' ? month : month - 1,
    step === 'day' ? day + 1 : 1,
  )
  return { from: berlinStart(first), to: berlinStart(next) }
}

/** A cache: over years, finding the start and end of each day takes longer than adding the days up. */
const starts = new Map<number, number>()
const startsMax = 5_000

function berlinStart(utc: number): number {
  const known = starts.get(utc)
  if (known !== undefined) return known
  if (starts.size >= startsMax) starts.clear()
  const start = startOfBerlinDay(new Date(utc).toISOString().slice(0, 10)).getTime()
  starts.set(utc, start)
  return start
}

/** Adds up stretches by step. Each carries the bounds of its step, and they are in order. */
export function addUpSteps(
  stretches: readonly Stretch[],
  { from, to, now }: { readonly from: number; readonly to: number; readonly now: number },
): EnergyHistory {
  const steps = Map.groupBy(stretches, stretch => stretch.from)
  const results = [...steps].map(([startsAt, parts]): EnergyResult => {
    const end = parts[0]?.to ?? startsAt
    return {
      startsAt: instantText(new Date(startsAt)),
      coverage: coverageOf(parts, Math.max(startsAt, from), Math.min(end, to, now)),
      ...energiesOf(parts),
      ...accountOf(parts),
      levelPercent: levelOf(parts),
    }
  })
  const coverage = coverageOf(stretches, from, Math.min(to, now))
  return { results, sums: { coverage, ...energiesOf(stretches), ...accountOf(stretches) } }
}

/** Share of the elapsed time that is measured; four decimals. */
function coverageOf(parts: readonly Stretch[], from: number, to: number): number {
  const covered = parts.reduce((sum, { covered_ms }) => sum + covered_ms, 0)
  return to <= from ? 0 : Math.min(1, Math.round((covered / (to - from)) * 10_000) / 10_000)
}

type Account = Pick<EnergyHistory['sums'], 'origin' | 'costEur' | 'unpricedWh' | 'estimatedPriceWh'>
type Energies = Omit<EnergyHistory['sums'], 'coverage' | keyof Account>

function energiesOf(parts: readonly Stretch[]): Energies {
  const sums = energyFlows.map(flow => {
    const known = parts.map(part => part[`${flow}_mwh`]).filter(mwh => mwh !== null)
    return [`${flow}Wh`, known.length === 0 ? null : known.reduce((sum, mwh) => sum + mwh, 0) / 1_000]
  })
  // One field for each flow.
  return Object.fromEntries(sums) as Energies
}

function accountOf(parts: readonly Stretch[]): Account {
  const sums = sumAccounts(parts)
  const wh = (mwh: number | null) => (mwh === null ? null : mwh / 1_000)
  return {
    costEur: sums.cost_e8 === null ? null : sums.cost_e8 / 100_000_000,
    unpricedWh: wh(sums.unpriced_mwh),
    estimatedPriceWh: wh(sums.estimated_price_mwh),
    origin: {
      pvWh: wh(sums.origin_pv_mwh),
      batteryPvWh: wh(sums.origin_battery_pv_mwh),
      batteryGridWh: wh(sums.origin_battery_grid_mwh),
      gridWh: wh(sums.origin_grid_mwh),
    },
  }
}

function levelOf(parts: readonly Stretch[]): number | null {
  const last = parts.findLast(part => part.level_thousandths !== null)?.level_thousandths ?? null
  return last === null ? null : last / 1_000
}

type FlowNow = EnergyLive['flows'][keyof EnergyLive['flows']]

/**
 * The latest power of each flow. A sum is as old as its oldest part, and unknown where one of its parts cannot be true,
 * as in slots.
 */
export function flowsNow(channels: readonly ChannelRow[], now: Date): EnergyLive['flows'] {
  const powers = channels.flatMap(channel => {
    const value = lastValueOf(channel)
    return channel.measure === 'power' && value !== null && channel.last_at !== null
      ? [{ role: channel.role, value, at: channel.last_at, isDoubted: isPowerDoubted(channel) }]
      : []
  })
  const sumOf = (role: ChannelRow['role'], sign: 1 | -1): FlowNow => {
    const parts = powers.filter(power => power.role === role)
    const [oldest] = parts.map(({ at }) => at).sort()
    if (oldest === undefined || parts.some(({ isDoubted }) => isDoubted)) return null
    const powerW = parts.reduce((sum, { value }) => sum + Math.max(0, sign * value), 0)
    return { powerW: rounded(powerW), at: oldest, ageSeconds: ageOf(oldest, now) }
  }
  const flows = {
    import: sumOf('grid', 1),
    export: sumOf('grid', -1),
    pv: sumOf('pv', 1),
    charge: sumOf('battery', -1),
    discharge: sumOf('battery', 1),
    car: sumOf('car', 1),
    heat: sumOf('heat', 1),
    consumer: sumOf('consumer', 1),
  }
  const measured = sumOf('house', 1)
  return { ...flows, house: measured ?? (powers.some(({ isDoubted }) => isDoubted) ? null : houseNow(flows)) }
}

/** Whether the latest power of a channel cannot be true. */
export function isPowerDoubted(channel: ChannelRow): boolean {
  const { role, measure, max_w } = channel
  const value = lastValueOf(channel)
  return measure === 'power' && value !== null && faultOf({ role, measure, maxW: max_w }, value) !== null
}

/** The remainder of the other flows for the house; null while the grid is unknown. */
function houseNow(flows: Omit<EnergyLive['flows'], 'house'>): FlowNow {
  if (flows.import === null) return null
  const { import: bought, export: sold, pv, charge, discharge, car, heat, consumer } = flows
  const known = [bought, sold, pv, charge, discharge, car, heat, consumer].filter(flow => flow !== null)
  const oldest = known.toSorted((one, other) => other.ageSeconds - one.ageSeconds)[0] ?? bought
  const power = (flow: FlowNow) => flow?.powerW ?? 0
  const powerW =
    power(bought) -
    power(sold) +
    power(pv) +
    power(discharge) -
    power(charge) -
    power(car) -
    power(heat) -
    power(consumer)
  return { ...oldest, powerW: rounded(Math.max(0, powerW)) }
}

/** Whole seconds since an instant; never negative, even if a clock was ahead. */
export function ageOf(at: string, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - Date.parse(at)) / 1_000))
}

/** Changes with any new value, with channels added, removed or changed, and with the other data shown. */
export function revisionOf(channels: readonly ChannelRow[], besides: Pick<EnergyLive, 'storages' | 'price'>): number {
  const parts = channels.map(
    channel => `${channel.number} ${channel.revision} ${channel.last_at ?? ''} ${channel.last_value_millionths ?? ''}`,
  )
  return checksum([...parts, JSON.stringify(besides)].join('\n'))
}

/** FNV-1a with 53 bits: enough to distinguish values, and a whole number in JSON. */
function checksum(text: string): number {
  let hash = 0xcbf29ce484222325n
  for (const byte of Buffer.from(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  return Number(hash >> 11n)
}

/** The mean of the latest levels of all batteries. */
export function levelNow(channels: readonly ChannelRow[]): number | null {
  const levels = channels
    .filter(({ role, measure }) => role === 'battery' && measure === 'level')
    .map(lastValueOf)
    .filter(level => level !== null)
  return levels.length === 0 ? null : rounded(levels.reduce((sum, level) => sum + level, 0) / levels.length)
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}
