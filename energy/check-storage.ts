/** Reads one storage of an input. */
import type { Fields, Range, Reader } from './field-checks.ts'
import { at, type Goal, type Mode, type Ordered, round, type Storage, type StorageKind } from './situation.ts'
import { quantile } from './tariff.ts'

const modes: readonly Mode[] = ['auto', 'hold', 'pass', 'idle', 'charge', 'discharge']
const kinds: readonly StorageKind[] = ['battery', 'car', 'heat']

/** The steps of an input: start, end and price of each. */
export type Steps = { starts: readonly number[]; ends: readonly number[]; importCt: readonly number[] }

export function readStorage(reader: Reader, value: unknown, field: string, { starts, ends, importCt }: Steps): Storage {
  const storage = reader.fields(value, field)
  const steps = ends.length
  const nonNegative = { min: 0 }
  const number = (name: string, whenMissing?: number) =>
    reader.number(storage[name], `${field}.${name}`, nonNegative, whenMissing)
  const efficiency = { above: 0, max: 100 }
  const flag = (name: string, whenMissing: boolean) => reader.flag(storage[name], `${field}.${name}`, whenMissing)
  const series = (name: string, whenMissing: number) =>
    reader.series(storage[name], `${field}.${name}`, steps, nonNegative, whenMissing)
  const read = {
    id: readId(reader, storage.id, `${field}.id`),
    kind: readKind(reader, storage.kind, `${field}.kind`),
    contentWh: number('contentWh'),
    minWh: number('minWh', 0),
    maxWh: number('maxWh'),
    maxChargeW: number('maxChargeW'),
    minChargeW: number('minChargeW', 0),
    maxDischargeW: number('maxDischargeW', 0),
    chargeEfficiency: Array.isArray(storage.chargeEfficiency)
      ? reader.series(storage.chargeEfficiency, `${field}.chargeEfficiency`, steps, efficiency)
      : new Array<number>(steps).fill(
          reader.number(storage.chargeEfficiency, `${field}.chargeEfficiency`, efficiency, 1),
        ),
    dischargeEfficiency: reader.number(storage.dischargeEfficiency, `${field}.dischargeEfficiency`, efficiency, 1),
    isConnected: reader
      .series(storage.connected, `${field}.connected`, steps, { min: 0, max: 1 }, 1)
      .map((connected, step) => {
        if (connected !== 0 && connected !== 1) reader.note(`${field}.connected.${step}`, 'range')
        return connected === 1
      }),
    drawW: series('drawW', 0),
    lossW: number('lossW', 0),
    demandW: series('demandW', 0),
    chargeLimitW: readPerStep(reader, storage.chargeLimitW, `${field}.chargeLimitW`, steps, { min: 0 }),
    ordered: readOrdered(reader, storage, `${field}.ordered`, starts),
    goals: readGoals(reader, storage.goals, `${field}.goals`, ends),
    gridCharge: flag('gridCharge', true),
    gridDischarge: flag('gridDischarge', false),
    wearCt: number('wearCt', 0),
    startCt: number('startCt', 0),
    isCharging: flag('isCharging', false),
    previousW: readPerStep(reader, storage.previousW, `${field}.previousW`, steps),
  }
  if (read.minWh > read.maxWh) reader.note(`${field}.minWh`, 'order')
  if (read.minChargeW > read.maxChargeW) reader.note(`${field}.minChargeW`, 'order')
  const endCt = reader.optionalNumber(storage.endCt, `${field}.endCt`, {})
  return { ...read, endCt: endCt ?? usualEndCt(read, importCt) }
}

/** Worth of a kilowatt-hour left at the end: it replaces one that is bought at a low price. */
export function usualEndCt(
  { maxDischargeW, dischargeEfficiency }: Pick<Storage, 'maxDischargeW' | 'dischargeEfficiency'>,
  importCt: readonly number[],
): number {
  const usual = quantile(importCt.length > 0 ? importCt : [0], 0.25)
  return round(usual * (maxDischargeW > 0 ? dischargeEfficiency : 1), 4)
}

function readId(reader: Reader, value: unknown, field: string): string {
  if (typeof value === 'string' && value !== '') return value
  reader.note(field, value === undefined ? 'required' : 'type')
  return ''
}

function readKind(reader: Reader, value: unknown, field: string): StorageKind {
  if (value === undefined) return 'battery'
  const kind = kinds.find(known => known === value)
  if (kind === undefined) reader.note(field, 'choice')
  return kind ?? 'battery'
}

/** A goal counts at the end of the last step that ends by its time; outside the steps it is ignored. */
function readGoals(reader: Reader, value: unknown, field: string, ends: readonly number[]): Goal[] {
  return reader.list(value, field, []).flatMap((entry, index) => {
    const goal = reader.fields(entry, `${field}.${index}`)
    const instant = Date.parse(reader.instant(goal.at, `${field}.${index}.at`))
    const contentWh = reader.number(goal.contentWh, `${field}.${index}.contentWh`, { min: 0 })
    const step = ends.findLastIndex(end => end <= instant)
    return step === -1 || instant > at(ends, ends.length - 1) ? [] : [{ step, contentWh }]
  })
}

/** An order holds in the steps that begin before its end. */
function readOrdered(
  reader: Reader,
  { ordered: value, maxChargeW, maxDischargeW }: Fields,
  field: string,
  starts: readonly number[],
): (Ordered | null)[] {
  if (value === undefined || value === null) return starts.map(() => null)
  const order = reader.fields(value, field)
  const mode = modes.find(known => known === order.mode)
  if (mode === undefined) reader.note(`${field}.mode`, order.mode === undefined ? 'required' : 'choice')
  const power = reader.optionalNumber(order.powerW, `${field}.powerW`, { min: 0 })
  // The storage's own maximum, which is checked where it is read.
  const most = { charge: maxChargeW, discharge: maxDischargeW ?? 0 }
  const powerW =
    mode === 'charge' || mode === 'discharge' ? Math.min(power ?? Number.POSITIVE_INFINITY, Number(most[mode])) : null
  const until = Date.parse(reader.instant(order.until, `${field}.until`))
  return starts.map(start => (mode !== undefined && start < until ? { mode, powerW } : null))
}

function readPerStep(
  reader: Reader,
  value: unknown,
  field: string,
  steps: number,
  range: Range = {},
): (number | null)[] {
  if (value === undefined || value === null) return new Array<null>(steps).fill(null)
  return reader.seriesWithGaps(value, field, steps, range)
}
