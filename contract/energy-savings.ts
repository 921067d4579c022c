/** Savings by control of the storages, day by day, compared with the same day without it. */
import * as z from 'zod/mini'
import { defineEndpoints } from './endpoint.ts'
import { calendarDate } from './fields.ts'

/** Why a day has no result, in the order in which reasons are checked. */
export const savingObstacles = ['coverage', 'no_storage', 'no_level', 'no_tariff', 'no_prices', 'failed'] as const
export type SavingObstacle = (typeof savingObstacles)[number]

const eur = z.number()

/**
 * Costs of the same measured day in EUR: actual, without control, with self-use, with good rules, and the least
 * possible. All include wear and the change in stored energy, valued alike.
 */
const costs = {
  actualEur: eur,
  noneEur: eur,
  selfUseEur: eur,
  rulesEur: eur,
  boundEur: eur,
  /** Self-use less actual: below zero where control cost more. */
  savedEur: eur,
}

const savingDay = z.object({
  date: z.string(),
  /** The share of the day that is measured. */
  coverage: z.number(),
  ...costs,
})
export type SavingDay = z.output<typeof savingDay>

export const energySaving = z.object({
  /** Days with a result, in order. */
  results: z.array(savingDay),
  sums: z.object({
    days: z.int(),
    /** Days on which control cost more than self-use. */
    negativeDays: z.int(),
    /** Of the days with a result. */
    coverage: z.number(),
    ...costs,
  }),
  /** Days without a result, in order, and why. */
  missing: z.array(z.object({ date: z.string(), obstacle: z.enum(savingObstacles) })),
  /** Where the exchange's prices come from; null without any. */
  source: z.nullable(z.string()),
})
export type EnergySaving = z.output<typeof energySaving>

export const energySavings = defineEndpoints({
  get: {
    method: 'GET',
    path: '/api/backend/energy-sites/{id}/savings/',
    access: 'customer',
    summary:
      'What the days of a site cost and would have cost otherwise, from `from` until before `to`, dates of Europe/Berlin; this month without them. Days that are over and measured, never forecasts.',
    query: z.strictObject({ from: z.optional(calendarDate), to: z.optional(calendarDate) }),
    response: energySaving,
  },
})
