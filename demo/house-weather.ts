/** Sun, clouds and temperature of the demo, by the time alone: the same date has the same weather. Invented. */
import { dayMs, hourMs, minuteMs } from '#server/clock.ts'

export type Weather = {
  /** On the roof, as a share of what the plant was rated for. */
  readonly sun: number
  readonly celsius: number
}

const rad = Math.PI / 180
/** On the Weinstraße. */
const place = { latitude: 49.4, longitude: 8.2 }
const roofTilt = 30

export function weatherAt(at: number): Weather {
  const yearAngle = 2 * Math.PI * ((at / dayMs - 0.5) / 365.2425)
  const sky = skyAt(at, yearAngle)
  const solarHour = ((at / hourMs) % 24) + place.longitude / 15
  const swing = (1.5 + 4 * sky) * Math.cos((2 * Math.PI * (solarHour - 15)) / 24)
  const celsius = 10.8 - 9.6 * Math.cos(yearAngle - 0.35) + 7 * (wave(5, at / (3 * dayMs)) - 0.5) + swing
  return { sun: sunOnRoof(solarHour, yearAngle, sky), celsius }
}

/** From 0, dark clouds, to 1: days follow each other, fair ones flicker. Winters have more fog. */
function skyAt(at: number, yearAngle: number): number {
  const days = wave(1, at / (1.4 * dayMs)) * 0.75 + wave(2, at / (6 * hourMs)) * 0.25
  const fair = smooth((days - 0.27 - 0.14 * Math.cos(yearAngle)) / 0.5)
  const isBroken = 4 * fair * (1 - fair)
  const flicker =
    0.55 * isBroken * (wave(3, at / (11 * minuteMs)) - 0.35) + 0.15 * isBroken * (wave(4, at / minuteMs) - 0.5)
  return Math.min(1, Math.max(0.08, 0.12 + 0.88 * fair + flicker))
}

function sunOnRoof(solarHour: number, yearAngle: number, sky: number): number {
  const declination = 23.44 * Math.sin(yearAngle - 1.39) * rad
  const hourAngle = (solarHour - 12) * 15 * rad
  const heightOver = (latitude: number) =>
    Math.sin(declination) * Math.sin(latitude) + Math.cos(declination) * Math.cos(latitude) * Math.cos(hourAngle)
  const height = heightOver(place.latitude * rad)
  if (height <= 0.01) return 0
  const air = 0.74 ** (1 / (height + 0.05))
  const direct = Math.max(0, heightOver((place.latitude - roofTilt) * rad)) * air * 1.18 * sky ** 1.3
  const diffuse = height * (0.13 + 0.17 * sky * (1 - sky))
  return 0.8 * (direct + diffuse)
}

/** A value between 0 and 1 that changes smoothly from one whole number to the next. */
export function wave(seed: number, position: number): number {
  const before = Math.floor(position)
  const share = smooth(position - before)
  return chance(seed, before) * (1 - share) + chance(seed, before + 1) * share
}

function smooth(share: number): number {
  const inside = Math.min(1, Math.max(0, share))
  return inside * inside * (3 - 2 * inside)
}

/** A value between 0 and 1 that belongs to a whole number. */
export function chance(seed: number, index: number): number {
  let bits = Math.imul(index ^ Math.imul(seed, 0x9e3779b1), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32
}
