/** The houses of the demo. Invented. */
import type { House } from './house-model.ts'

/** Sun, battery, car and heat pump; the day of the public page is one of its days. */
export const mainHouse: House = {
  seed: 1,
  size: 1.2,
  isWorkplace: false,
  kwp: 9.8,
  batteryWh: 10_000,
  hasCar: true,
  heatLossW: 170,
}
