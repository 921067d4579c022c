/** One day of the demo's house for the public page. */
import { dayMs, hourMs, startOfBerlinDay } from '#server/clock.ts'
import { carWh, startContent, stepHouse } from './house-model.ts'
import { mainHouse } from './house-plans.ts'

/** A fair Wednesday: the car stays at home. */
const date = '2026-05-20'
const quarterMs = hourMs / 4
/** After this run-up the storages hold the content of any ordinary day. */
const runUpMs = 14 * dayMs

/** The quarter-hours of the day; powers as in readings, levels at their end. */
export function sampleDay() {
  const start = startOfBerlinDay(date).getTime()
  const content = startContent(mainHouse)
  for (let at = start - runUpMs; at < start; at += quarterMs) stepHouse(mainHouse, content, at, quarterMs)
  return Array.from({ length: 96 }, (_, index) => {
    const { isCarConnected: _connected, ...powers } = stepHouse(
      mainHouse,
      content,
      start + index * quarterMs,
      quarterMs,
    )
    return {
      minute: index * 15,
      ...powers,
      batteryPercent: percent(content.batteryWh, mainHouse.batteryWh),
      carPercent: percent(content.carWh, carWh),
    }
  })
}

function percent(held: number, most: number): number {
  return Math.round((held / most) * 1_000) / 10
}
