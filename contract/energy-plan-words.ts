/** Modes of a storage in a step of a plan, and their reasons. Repeats the engine's, which imports nothing from here. */

export const planModes = ['auto', 'hold', 'pass', 'idle', 'charge', 'discharge'] as const
export type PlanMode = (typeof planModes)[number]

export const planReasons = [
  'self_use',
  'surplus',
  'worth_more_later',
  'cheap_now',
  'negative_price',
  'goal',
  'demanded',
  'feed_in_pays_more',
  'grid_limit',
  'not_connected',
  'enough',
  'rules',
] as const
export type PlanReason = (typeof planReasons)[number]

/** Why a plan was made: its quarter-hour began, or something changed that cannot wait for the next one. */
export const planCauses = [
  'slot',
  'override',
  'schedule',
  'connected',
  'prices',
  'tariff',
  'control',
  'dimming',
] as const
export type PlanCause = (typeof planCauses)[number]

/** The main cause of a plan's difference from the previous one. */
export const planChangeCauses = ['prices', 'sun', 'load', 'level', 'schedule'] as const
export type PlanChangeCause = (typeof planChangeCauses)[number]
