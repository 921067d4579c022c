/** Computes one slot of a site from the slots of its channels: every flow by its name, and the unexplained rest. */
import type { ChannelMeasure, ChannelRole, EnergyFlow, SlotQuality } from '#contract/energy-roles.ts'
import type { ChannelSlot } from './channel-slots.rules.ts'

export type SiteChannel = {
  readonly number: number
  readonly role: ChannelRole
  readonly measure: ChannelMeasure
  readonly device: string
  readonly storageId: string | null
}

/** Energies in whole mWh; null: unknown. */
export type SiteSlot = Readonly<Record<EnergyFlow, number | null>> & {
  readonly at: number
  /** Of all batteries, in thousandths of a percent; null without one that reports it. */
  readonly level: number | null
  readonly coveredMs: number
  readonly quality: SlotQuality
}

/** A flow of a role: its counter, and the side of the power that is used without one. */
type Source = {
  readonly flow: EnergyFlow
  readonly role: ChannelRole
  readonly counter: ChannelMeasure
  readonly side: 'above' | 'below'
}

const sources: readonly Source[] = [
  { flow: 'import', role: 'grid', counter: 'import', side: 'above' },
  { flow: 'export', role: 'grid', counter: 'export', side: 'below' },
  { flow: 'pv', role: 'pv', counter: 'generation', side: 'above' },
  { flow: 'discharge', role: 'battery', counter: 'discharge', side: 'above' },
  { flow: 'charge', role: 'battery', counter: 'charge', side: 'below' },
  { flow: 'house', role: 'house', counter: 'consumption', side: 'above' },
  { flow: 'car', role: 'car', counter: 'consumption', side: 'above' },
  { flow: 'heat', role: 'heat', counter: 'consumption', side: 'above' },
  { flow: 'consumer', role: 'consumer', counter: 'consumption', side: 'above' },
]

type Measured = { readonly mwh: number | null; readonly coveredMs: number; readonly isEstimated: boolean }

/**
 * The slot of a site. Channels of one role add up; of one device, a counter replaces its power. The covered time of a
 * site is that of its least covered flow.
 */
export function siteSlot(
  at: number,
  channels: readonly SiteChannel[],
  slots: ReadonlyMap<number, ChannelSlot>,
): SiteSlot {
  const measured = new Map<EnergyFlow, Measured>()
  for (const source of sources) {
    const found = measureFlow(source, channels, slots)
    if (found !== null) measured.set(source.flow, found)
  }
  const all = [...measured.values()]
  const known = (flow: EnergyFlow): number | null => measured.get(flow)?.mwh ?? null
  const { house, unexplained } = balance(measured)
  const coveredMs = all.length === 0 ? 0 : Math.min(...all.map(each => each.coveredMs))
  const isGap = all.every(({ mwh }) => mwh === null) || all.some(({ mwh }) => mwh === null)
  return {
    at,
    import: known('import'),
    export: known('export'),
    pv: known('pv'),
    charge: known('charge'),
    discharge: known('discharge'),
    house,
    car: known('car'),
    heat: known('heat'),
    consumer: known('consumer'),
    unexplained,
    level: levelOf(channels, slots),
    coveredMs,
    quality: isGap ? 'gap' : all.some(({ isEstimated }) => isEstimated) ? 'estimated' : 'measured',
  }
}

/** null: the site has no channel for it. */
function measureFlow(
  { role, counter, side }: Source,
  channels: readonly SiteChannel[],
  slots: ReadonlyMap<number, ChannelSlot>,
): Measured | null {
  const able = channels.filter(
    channel => channel.role === role && (channel.measure === counter || channel.measure === 'power'),
  )
  const devices = Map.groupBy(able, ({ device, storageId }) => `${storageId ?? ''} ${device}`)
  const parts = [...devices.values()].map(ofDevice => {
    const counters = ofDevice.filter(({ measure }) => measure === counter)
    const counted = sumOf(counters, slots, 'above')
    const powers = ofDevice.filter(({ measure }) => measure === 'power')
    return counted?.mwh == null ? (sumOf(powers, slots, side) ?? counted) : counted
  })
  return addUp(parts.filter(part => part !== null))
}

function sumOf(
  channels: readonly SiteChannel[],
  slots: ReadonlyMap<number, ChannelSlot>,
  side: 'above' | 'below',
): Measured | null {
  return addUp(
    channels.map(({ number }) => {
      const slot = slots.get(number)
      return {
        mwh: (side === 'above' ? slot?.mwh : slot?.reverseMwh) ?? null,
        coveredMs: slot?.coveredMs ?? 0,
        isEstimated: slot?.quality === 'estimated',
      }
    }),
  )
}

/** A sum with an unknown part is unknown: it would be too small. */
function addUp(parts: readonly Measured[]): Measured | null {
  if (parts.length === 0) return null
  const isKnown = parts.every(({ mwh }) => mwh !== null)
  return {
    mwh: isKnown ? parts.reduce((sum, { mwh }) => sum + (mwh ?? 0), 0) : null,
    coveredMs: Math.min(...parts.map(({ coveredMs }) => coveredMs)),
    isEstimated: parts.some(({ isEstimated }) => isEstimated),
  }
}

/** The house as measured, or the remainder of the other flows; never below 0, the rest is unexplained. */
function balance(measured: ReadonlyMap<EnergyFlow, Measured>): { house: number | null; unexplained: number | null } {
  const energyOf = (flow: EnergyFlow): number | null => (measured.has(flow) ? (measured.get(flow)?.mwh ?? null) : 0)
  const terms = [
    ...(['import', 'pv', 'discharge'] as const).map(energyOf),
    ...(['export', 'charge', 'car', 'heat', 'consumer'] as const).map(flow => {
      const value = energyOf(flow)
      return value === null ? null : -value
    }),
  ]
  const house = measured.get('house')
  const hasGrid = measured.has('import') || measured.has('export')
  const rest = hasGrid && terms.every(term => term !== null) ? terms.reduce((sum, term) => sum + term, 0) : null
  if (house !== undefined) {
    return { house: house.mwh, unexplained: rest === null || house.mwh === null ? null : Math.abs(rest - house.mwh) }
  }
  return rest === null
    ? { house: null, unexplained: null }
    : { house: Math.max(0, rest), unexplained: Math.max(0, -rest) }
}

function levelOf(channels: readonly SiteChannel[], slots: ReadonlyMap<number, ChannelSlot>): number | null {
  const levels = channels
    .filter(({ role, measure }) => role === 'battery' && measure === 'level')
    .flatMap(({ number }) => slots.get(number)?.last ?? [])
  return levels.length === 0 ? null : Math.round(levels.reduce((sum, level) => sum + level, 0) / levels.length)
}
