/** The plan of a site: what each storage does in each quarter-hour, and why. */
import * as z from 'zod/mini'
import { defineEndpoints } from './endpoint.ts'
import { planModes, planReasons } from './energy-plan-words.ts'
import { storageKinds } from './energy-storages.ts'
import { id, instant } from './fields.ts'

/** Why there is no plan, in the order in which it is looked for. */
export const planObstacles = ['silent', 'no_storage', 'no_tariff', 'no_prices', 'no_history', 'waiting'] as const
export type PlanObstacle = (typeof planObstacles)[number]

const series = z.array(z.number())

/** Lists have one value for each step; W, Wh and ct/kWh as in the planning engine. */
const sitePlan = z.object({
  id,
  madeAt: instant,
  /** `rules`: the solver had no better plan. */
  status: z.enum(['optimal', 'feasible', 'rules']),
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
  storages: z.array(
    z.object({
      id,
      name: z.string(),
      kind: z.enum(storageKinds),
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
  shortfalls: z.array(z.object({ storage: z.nullable(id), kind: z.string(), step: z.int(), wh: z.number() })),
})
export type SitePlan = z.output<typeof sitePlan>

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
})
