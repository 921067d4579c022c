/**
 * A sunny working day as an example, in mean power per hour. The values are invented and labelled as such wherever they
 * are shown. Only generation and consumption are given; grid and battery level follow from them, so every hour adds up.
 */
export type DayHour = {
  /** 0 to 23: start of the hour. */
  hour: number
  generationKw: number
  houseKw: number
  heatPumpKw: number
  wallboxKw: number
  /** Positive charges, negative discharges. */
  batteryKw: number
  /** Positive is drawn from the grid, negative is fed in. */
  gridKw: number
  /** At the end of the hour, 0 to 1. */
  batteryLevel: number
}

export const batteryCapacityKwh = 10
/** At midnight, 0 to 1. */
export const firstBatteryLevel = 0.58

/** Generation, house, heat pump, wallbox, battery. */
const hours: readonly (readonly [number, number, number, number, number])[] = [
  [0, 0.4, 0, 0, -0.4],
  [0, 0.3, 0, 0, -0.3],
  [0, 0.3, 0, 0, -0.3],
  [0, 0.3, 0, 0, -0.3],
  [0, 0.3, 0, 0, -0.3],
  [0, 0.4, 0, 0, -0.4],
  [0.3, 0.8, 0, 0, -0.5],
  [1, 1, 0, 0, 0],
  [2.1, 0.7, 0, 0, 1],
  [3.4, 0.5, 1.2, 0, 1.5],
  [4.7, 0.5, 0, 3.7, 0.5],
  [5.8, 0.6, 0, 3.7, 1.5],
  [6.5, 0.9, 0, 3.7, 1.4],
  [6.6, 0.6, 1.2, 3.7, 0.8],
  [6.1, 0.5, 1.2, 3.7, 0],
  [5.1, 0.5, 0, 0, 0],
  [3.8, 0.6, 0, 0, 0],
  [2.5, 0.9, 0, 0, 0],
  [1.2, 1.3, 0, 0, -0.1],
  [0.4, 1.4, 0, 0, -1],
  [0, 1.1, 0, 0, -1.1],
  [0, 0.9, 0, 0, -0.9],
  [0, 0.6, 0, 0, -0.6],
  [0, 0.5, 0, 0, -0.5],
]

export const exampleDay: readonly DayHour[] = withLevels()

/** Everything that uses power in an hour, without the battery. */
export function consumptionKw({ houseKw, heatPumpKw, wallboxKw }: DayHour): number {
  return houseKw + heatPumpKw + wallboxKw
}

/** A span of whole hours: `from` the start of the first to the end of the last, 0 to 24. */
export type HourSpan = { from: number; to: number }

/** The spans of the day in which the condition is true. */
export function spansOf(day: readonly DayHour[], holds: (hour: DayHour) => boolean): HourSpan[] {
  const spans: HourSpan[] = []
  for (const hour of day) {
    const last = spans.at(-1)
    if (!holds(hour)) continue
    if (last?.to === hour.hour) last.to = hour.hour + 1
    else spans.push({ from: hour.hour, to: hour.hour + 1 })
  }
  return spans
}

/** When the car is charged. */
export const wallboxSpan: HourSpan = { from: 10, to: 15 }

function withLevels(): DayHour[] {
  let storedKwh = firstBatteryLevel * batteryCapacityKwh
  return hours.map(([generationKw, houseKw, heatPumpKw, wallboxKw, batteryKw], hour) => {
    storedKwh += batteryKw
    const gridKw = tenths(houseKw + heatPumpKw + wallboxKw + batteryKw - generationKw)
    const batteryLevel = tenths(storedKwh) / batteryCapacityKwh
    return { hour, generationKw, houseKw, heatPumpKw, wallboxKw, batteryKw, gridKw, batteryLevel }
  })
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10
}
