/** Roles of channels in a house, and the measures of each role. */

export const channelRoles = ['grid', 'pv', 'battery', 'car', 'heat', 'house', 'consumer'] as const
export type ChannelRole = (typeof channelRoles)[number]

/** Rising counters of energy, in Wh. */
export const counterMeasures = ['import', 'export', 'generation', 'charge', 'discharge', 'consumption'] as const

/** Power in W, a counter, or a further value: % of the usable content, 0 or 1, °C, 0 or 1. */
export const channelMeasures = ['power', ...counterMeasures, 'level', 'connected', 'temperature', 'dimmed'] as const
export type ChannelMeasure = (typeof channelMeasures)[number]

export const measuresOfRole = {
  grid: ['power', 'import', 'export', 'dimmed'],
  pv: ['power', 'generation'],
  battery: ['power', 'charge', 'discharge', 'level'],
  car: ['power', 'consumption', 'level', 'connected'],
  heat: ['power', 'consumption', 'temperature'],
  house: ['power', 'consumption'],
  consumer: ['power', 'consumption'],
} as const satisfies Readonly<Record<ChannelRole, readonly ChannelMeasure[]>>

export function isMeasureOfRole(role: ChannelRole, measure: ChannelMeasure): boolean {
  return measuresOfRole[role].some(known => known === measure)
}

export function isCounter(measure: ChannelMeasure): boolean {
  return counterMeasures.some(counter => counter === measure)
}

/** The flows of a site. None is ever negative. */
export const energyFlows = [
  'import',
  'export',
  'pv',
  'charge',
  'discharge',
  'house',
  'car',
  'heat',
  'consumer',
  'unexplained',
] as const
export type EnergyFlow = (typeof energyFlows)[number]

/** `estimated`: a counter was silent, its energy is spread evenly. `gap`: less than half of the time is measured. */
export type SlotQuality = 'measured' | 'estimated' | 'gap'
