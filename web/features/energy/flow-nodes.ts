/** The places that energy flows between, as the live picture shows them: sources and stores left, uses right. */
import type { EnergyLive } from '#contract/energy-history.ts'
import { berlinDate } from '#web/lib/format/format.ts'
import { energyLiveTexts } from '#web/texts/energy-live.texts.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'

export type FlowPlace = keyof typeof energyLiveTexts.places
type Flows = EnergyLive['flows']

export type FlowNode = {
  place: FlowPlace
  /** In steps of 10 W, which change less often than the meters. */
  powerW: number
  /** Seen from the house: energy comes from the place, goes there, or neither. */
  direction: 'from' | 'to' | 'none'
  does: keyof typeof energyLiveTexts.does
  at: string
  ageSeconds: number
}

/** Values older than this are shown as old. */
export const freshSeconds = 60

/** @param passedSeconds since the values were fetched: they grow old on the page, too. */
export function nodesOf(
  { flows }: Pick<EnergyLive, 'flows'>,
  passedSeconds = 0,
): { left: FlowNode[]; right: FlowNode[] } {
  const older = (nodes: readonly (FlowNode | null)[]) =>
    nodes.flatMap(node => (node === null ? [] : [{ ...node, ageSeconds: node.ageSeconds + passedSeconds }]))
  return {
    left: older([
      oneWay('sun', flows.pv, 'from', 'pv'),
      bothWays('battery', flows, ['discharge', 'charge']),
      bothWays('grid', flows, ['import', 'export']),
    ]),
    right: older([
      oneWay('house', flows.house, 'to', 'use'),
      oneWay('car', flows.car, 'to', 'use'),
      oneWay('heat', flows.heat, 'to', 'use'),
      oneWay('consumer', flows.consumer, 'to', 'use'),
    ]),
  }
}

/** Channels with an impossible power, in words; empty without any. */
export function doubtText(channels: EnergyLive['channels']): string {
  const values = channels.flatMap(({ name, value, isDoubted }) =>
    isDoubted && value !== null ? [energyLiveTexts.doubtedValue(name, powerText(value))] : [],
  )
  return values.length === 0 ? '' : energyLiveTexts.doubted(values)
}

/** The same as the picture, in words. */
export function sentenceOf(nodes: readonly FlowNode[], levelPercent: number | null, now: number): string {
  const { sentence, places } = energyLiveTexts
  const wordsOf = (direction: FlowNode['direction'], words: Partial<Record<FlowPlace, (power: string) => string>>) =>
    nodes.filter(node => node.direction === direction).map(node => words[node.place]?.(powerText(node.powerW)) ?? '')
  const old = nodes.filter(isOld)
  const [whole, nothing] = nodes.every(isOld)
    ? [sentence.past, sentence.nothingPast]
    : [sentence.whole, sentence.nothing]
  const [gives, takes] = [wordsOf('from', sentence.gives), wordsOf('to', sentence.takes)]
  return [
    gives.length + takes.length === 0 ? nothing : whole(gives, takes),
    levelPercent === null ? '' : sentence.level(energySiteTexts.percent(levelPercent)),
    old.length === 0
      ? ''
      : sentence.old(old.map(node => energyLiveTexts.oldPlace(places[node.place], ofTime(node, now)))),
  ]
    .filter(part => part !== '')
    .join(' ')
}

export function isOld({ ageSeconds }: FlowNode): boolean {
  return ageSeconds > freshSeconds
}

export function ageText(node: FlowNode, now: number): string {
  return isOld(node) ? energyLiveTexts.old(ofTime(node, now)) : energyLiveTexts.seconds(node.ageSeconds)
}

function ofTime({ at }: FlowNode, now: number): string {
  return energyLiveTexts.ofTime(at, berlinDate(new Date(at)) === berlinDate(new Date(now)))
}

export function powerText(powerW: number): string {
  return energySiteTexts.kilowatts(powerW / 1_000)
}

function oneWay(
  place: FlowPlace,
  flow: Flows['pv'],
  direction: 'from' | 'to',
  does: FlowNode['does'],
): FlowNode | null {
  if (flow === null) return null
  const powerW = calm(flow.powerW)
  return { place, powerW, direction: powerW === 0 ? 'none' : direction, does, at: flow.at, ageSeconds: flow.ageSeconds }
}

/** A battery or the grid: the stronger of two flows. */
function bothWays(
  place: FlowPlace,
  flows: Flows,
  [out, into]: readonly ['discharge' | 'import', 'charge' | 'export'],
): FlowNode | null {
  const [given, taken] = [flows[out], flows[into]]
  const oldest = [given, taken]
    .filter(flow => flow !== null)
    .toSorted((one, other) => other.ageSeconds - one.ageSeconds)[0]
  if (oldest === undefined) return null
  const [givenW, takenW] = [calm(given?.powerW ?? 0), calm(taken?.powerW ?? 0)]
  const powerW = Math.max(givenW, takenW)
  const isTaken = takenW > givenW
  const { at, ageSeconds } = oldest
  if (powerW === 0) return { place, powerW, direction: 'none', does: 'rest', at, ageSeconds }
  return { place, powerW, direction: isTaken ? 'to' : 'from', does: isTaken ? into : out, at, ageSeconds }
}

function calm(powerW: number): number {
  return Math.round(powerW / 10) * 10
}
