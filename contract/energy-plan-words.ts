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
