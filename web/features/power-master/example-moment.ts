import { energyTexts } from '#web/texts/energy.texts.ts'
import type { EnergyPart } from './energy-bars.tsx'

const words = energyTexts.card

/** What flows at one moment of a day, as an example. Invented, and labelled so where it is shown. */
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
