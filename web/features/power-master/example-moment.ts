import { energyTexts } from '#web/texts/energy.texts.ts'
import type { EnergyPart } from './energy-bars.tsx'

const words = energyTexts.card

/** The power flow at one instant of a day, as an example. The values are invented and labelled as such. */
export const exampleMoment: { sources: readonly EnergyPart[]; uses: readonly EnergyPart[] } = {
  sources: [
    { name: words.sun, kilowatts: 6.4, tone: 'sun' },
    { name: words.grid, kilowatts: 1.1, tone: 'grid' },
  ],
  uses: [
    { name: words.house, kilowatts: 1.6, tone: 'house' },
    { name: words.wallbox, kilowatts: 3.7, tone: 'wallbox' },
    { name: words.battery, kilowatts: 2.2, tone: 'battery' },
  ],
}
