/** Sun, clouds and temperature of the demo, from the time alone: the same date has the same weather. Invented. */
import { dayMs, hourMs, minuteMs } from '#server/clock.ts'

export type Weather = {
  /** On the roof, as a share of the plant's rated power. */
  readonly sun: number
  readonly celsius: number
}

const rad = Math.PI / 180
/** On the Weinstraße. */
const place = { latitude: 49.4, longitude: 8.2 }
const roofTilt = 30

export function weatherAt(at: number): Weather {
  const yearAngle = yearAngleAt(at)
  const sky = skyAt(at, yearAngle)
  return { sun: 0.8 * sunOn(roofTilt, at, yearAngle, sky), celsius: celsiusAt(at, yearAngle, sky) }
}

/** W/m² on the ground and °C at `at` as expected at `madeAt`: hours ahead less exactly than minutes. */
export function expectedWeather(at: number, madeAt: number): { readonly ghi: number; readonly celsius: number } {
  const yearAngle = yearAngleAt(at)
  const hoursAhead = Math.max(0, at - madeAt) / hourMs
  const off = 0.1 + 0.3 * Math.min(1, hoursAhead / 48)
  const wrong = wave(21, at / (7 * hourMs)) + wave(22, at / (30 * hourMs)) - 1
  const sky = Math.min(1, Math.max(0.08, 0.12 + 0.88 * fairAt(at, yearAngle, off * wrong)))
  const celsius = celsiusAt(at, yearAngle, sky) + 4 * off * wrong
  return { ghi: 1_000 * sunOn(0, at, yearAngle, sky), celsius }
}

function yearAngleAt(at: number): number {
  return 2 * Math.PI * ((at / dayMs - 0.5) / 365.2425)
}

function solarHourAt(at: number): number {
  return ((at / hourMs) % 24) + place.longitude / 15
}

function celsiusAt(at: number, yearAngle: number, sky: number): number {
  const swing = (1.5 + 4 * sky) * Math.cos((2 * Math.PI * (solarHourAt(at) - 15)) / 24)
  return 10.8 - 9.6 * Math.cos(yearAngle - 0.35) + 7 * (wave(5, at / (3 * dayMs)) - 0.5) + swing
}

/** From 0, dark clouds, to 1: days follow each other. Winters have more fog. */
function fairAt(at: number, yearAngle: number, off: number): number {
  const days = wave(1, at / (1.4 * dayMs)) * 0.75 + wave(2, at / (6 * hourMs)) * 0.25 + off
  return smooth((days - 0.27 - 0.14 * Math.cos(yearAngle)) / 0.5)
}

/** Fair days flicker. */
function skyAt(at: number, yearAngle: number): number {
  const fair = fairAt(at, yearAngle, 0)
  const isBroken = 4 * fair * (1 - fair)
  const flicker =
    0.55 * isBroken * (wave(3, at / (11 * minuteMs)) - 0.35) + 0.15 * isBroken * (wave(4, at / minuteMs) - 0.5)
  return Math.min(1, Math.max(0.08, 0.12 + 0.88 * fair + flicker))
}

/** kW/m² on a plane to the south. */
function sunOn(tilt: number, at: number, yearAngle: number, sky: number): number {
  const declination = 23.44 * Math.sin(yearAngle - 1.39) * rad
  const hourAngle = (solarHourAt(at) - 12) * 15 * rad
  const heightOver = (latitude: number) =>
    Math.sin(declination) * Math.sin(latitude) + Math.cos(declination) * Math.cos(latitude) * Math.cos(hourAngle)
  const height = heightOver(place.latitude * rad)
  if (height <= 0.01) return 0
  const air = 0.74 ** (1 / (height + 0.05))
  const direct = Math.max(0, heightOver((place.latitude - tilt) * rad)) * air * 1.18 * sky ** 1.3
  const diffuse = height * (0.13 + 0.17 * sky * (1 - sky))
  return direct + diffuse
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
