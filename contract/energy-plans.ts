/** The plan of a site: what each storage does in each quarter-hour, and why. */
import * as z from 'zod/mini'
import { defineEndpoints } from './endpoint.ts'
import { planChangeCauses, planModes, planReasons } from './energy-plan-words.ts'
import { storageKinds } from './energy-storages.ts'
import { calendarDate, id, instant } from './fields.ts'

/** Why there is no plan, in the order in which reasons are checked. */
export const planObstacles = ['silent', 'no_storage', 'no_tariff', 'no_prices', 'no_history', 'waiting'] as const
export type PlanObstacle = (typeof planObstacles)[number]

const series = z.array(z.number())

/** W; null: no limit. */
const gridLimits = z.object({ maxImportW: z.nullable(z.number()), maxExportW: z.nullable(z.number()) })

const planStatus = z.enum(['optimal', 'feasible', 'rules'])

/** Lists have one value for each step; W, Wh and ct/kWh as in the planning engine. */
const sitePlan = z.object({
  id,
  madeAt: instant,
  /** `rules`: the solver had no better plan. */
  status: planStatus,
  startsAt: instant,
  minutes: series,
  loadW: series,
  pvW: series,
  importCt: series,
  exportCt: series,
  isPriceEstimated: z.array(z.boolean()),
  importW: series,
  exportW: series,
  curtailW: series,
  limits: gridLimits,
  /** Whether the network operator limits the site: no storage takes more than 4.2 kW from the grid. */
  isDimmed: z.array(z.boolean()),
  storages: z.array(
    z.object({
      id,
      name: z.string(),
      kind: z.enum(storageKinds),
      maxWh: z.number(),
      chargeW: series,
      dischargeW: series,
      contentWh: series,
      valueCt: z.array(z.nullable(z.number())),
      mode: z.array(z.enum(planModes)),
      reason: z.array(z.enum(planReasons)),
      /** Why, in one German sentence. */
      sentence: z.array(z.string()),
    }),
  ),
  costEur: z.number(),
  /** Of the same forecast without a plan: batteries follow the surplus. */
  selfUseCostEur: z.number(),
  /** Value of the stored energy at the end, with the plan and without: leaving less in store costs less. */
  endValueEur: z.number(),
  selfUseEndValueEur: z.number(),
  shortfalls: z.array(z.object({ storage: z.nullable(id), kind: z.string(), step: z.int(), wh: z.number() })),
})
export type SitePlan = z.output<typeof sitePlan>

export const planDay = z.object({
  /** From the beginning of the day to the end of the next one. */
  from: instant,
  to: instant,
  /** The day's first plan up to the end of the day, by quarter-hour, to compare with measured values; null: none. */
  first: z.nullable(
    z.object({
      madeAt: instant,
      startsAt: instant,
      loadW: series,
      pvW: series,
      importW: series,
      exportW: series,
      /** At the end of each step. */
      storages: z.array(z.object({ id, levelPercent: series })),
    }),
  ),
  /** The decision for each quarter-hour when it began, where there was a plan. */
  decisions: z.array(
    z.object({
      startsAt: instant,
      status: planStatus,
      importCt: z.number(),
      exportCt: z.number(),
      isPriceEstimated: z.boolean(),
      limits: gridLimits,
      isDimmed: z.boolean(),
      storages: z.array(
        z.object({
          id,
          name: z.string(),
          kind: z.enum(storageKinds),
          mode: z.enum(planModes),
          reason: z.enum(planReasons),
          valueCt: z.nullable(z.number()),
          /** At the beginning of the quarter-hour. */
          levelPercent: z.number(),
          sentence: z.string(),
        }),
      ),
    }),
  ),
  /** Changes of plan by more than 20 ct, the latest first. */
  changes: z.array(
    z.object({
      madeAt: instant,
      /** Above zero: dearer than the previous plan. */
      changedEur: z.number(),
      cause: z.enum(planChangeCauses),
      sentence: z.string(),
    }),
  ),
})
export type PlanDay = z.output<typeof planDay>

export const energyPlans = defineEndpoints({
  get: {
    method: 'GET',
    path: '/api/backend/energy-sites/{id}/plan/',
    access: 'customer',
    summary:
      'The plan of a site for this quarter-hour and the two days after it, with its reasons; or why there is none.',
    response: z.object({
      plan: z.nullable(sitePlan),
      obstacle: z.nullable(z.enum(planObstacles)),
      /** Names of storages without a current level: they are not planned. */
      unplanned: z.array(z.string()),
      /** Where the exchange's prices come from. */
      source: z.nullable(z.string()),
    }),
  },
  day: {
    method: 'GET',
    path: '/api/backend/energy-sites/{id}/plan-day/',
    access: 'customer',
    summary:
      'The decisions for each quarter-hour of a day of the last two weeks with their reasons, the values that its first plan expected, and the changes of plan; today without a date.',
    query: z.strictObject({ date: z.optional(calendarDate) }),
    response: planDay,
  },
})
