/** A reading in the unit of its channel, and whether it can be true. */

import type { RejectionCode } from '#contract/energy-readings.ts'
import { type ChannelMeasure, type ChannelRole, isCounter } from '#contract/energy-roles.ts'

/** `at`: milliseconds since 1970. `value`: W, %, °C, 0 or 1; of a counter whole mWh. */
export type Reading = { readonly at: number; readonly value: number }

export type ChannelKind = {
  readonly role: ChannelRole
  readonly measure: ChannelMeasure
  readonly maxW: number
}

/** Measuring noise at night counts as nothing. */
export const noiseW = 50
const million = 1_000_000
/** The most a stored value may be: whole millionths stay exact. */
const sentMax = 9_000_000_000

/** Roles whose power is never negative: a negative value has the wrong sign. */
export const oneWay: ReadonlySet<ChannelRole> = new Set(['pv', 'house', 'car', 'heat', 'consumer'])

const ranges: Readonly<Partial<Record<ChannelMeasure, readonly [least: number, most: number]>>> = {
  level: [0, 100],
  connected: [0, 1],
  temperature: [-60, 200],
  dimmed: [0, 1],
}

/** Millionths of the unit sent, as they are stored; null: too large. */
export function storedValue(sent: number): number | null {
  return Math.abs(sent) <= sentMax ? Math.round(sent * million) : null
}

/** The value of a stored reading in the unit of its channel. */
export function readingValue(stored: number, factorMillionths: number, measure: ChannelMeasure): number {
  const value = (stored / million) * (factorMillionths / million)
  return isCounter(measure) ? Math.round(value * 1_000) : value
}

/** Whether a value has the wrong sign for its role. It is stored, so that inverting the factor makes it count. */
export function hasWrongSign({ role, measure }: ChannelKind, value: number): boolean {
  return measure === 'power' && oneWay.has(role) && value < -noiseW
}

/** The error of a value on its own; null if it is valid. */
export function faultOf(kind: ChannelKind, value: number): RejectionCode | null {
  const { measure, maxW } = kind
  if (!Number.isFinite(value)) return 'value.invalid'
  if (isCounter(measure)) return value < 0 ? 'value.implausible' : null
  if (measure === 'power') return Math.abs(value) > maxW || hasWrongSign(kind, value) ? 'value.implausible' : null
  const [least, most] = ranges[measure] ?? [-Infinity, Infinity]
  if (value < least || value > most) return 'value.implausible'
  return (measure === 'connected' || measure === 'dimmed') && !Number.isInteger(value) ? 'value.invalid' : null
}

/** The readings that count, in order of time: a value just below zero is noise. */
export function countedReadings(kind: ChannelKind, readings: readonly Reading[]): Reading[] {
  return readings
    .filter(({ value }) => faultOf(kind, value) === null)
    .map(({ at, value }) => ({
      at,
      value: value < 0 && kind.measure === 'power' && oneWay.has(kind.role) ? 0 : value,
    }))
    .toSorted((one, other) => one.at - other.at)
}
