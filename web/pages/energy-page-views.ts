import { energyViewTexts } from '#web/texts/energy-views.texts.ts'

/** The views of a site by their names in the address, in the order of their links. The first has none. */
export const energyViews = [
  { view: undefined, label: energyViewTexts.now },
  { view: 'plan', label: energyViewTexts.plan },
  { view: 'prices', label: energyViewTexts.prices },
  { view: 'bill', label: energyViewTexts.bill },
  { view: 'tariffs', label: energyViewTexts.tariffs },
] as const

export type EnergyView = Exclude<(typeof energyViews)[number]['view'], undefined>
