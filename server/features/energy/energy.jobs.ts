import { dayMs, minuteMs } from '#server/clock.ts'
import type { JobDefinition } from '#server/jobs/definition.ts'
import { noticeAlarms, noticeDoubts } from './alarm.commands.ts'
import { silentAfterMs } from './alarm.rules.ts'
import { slotMs } from './channel-slots.rules.ts'
import { noticeControl } from './control-alarm.commands.ts'
import { keepForecasts, measureForecasts } from './forecast-day.commands.ts'
import { notifyNegativePrices } from './negative-price.commands.ts'
import { replanJobKind } from './plan-due.commands.ts'
import { fetchPrices } from './price-fetch.commands.ts'
import { addMonths, removeOldReadings } from './reading-retention.commands.ts'
import { storeSavings } from './saving.commands.ts'
import { planSites, removeOldPlans, replanSites } from './site-plan.commands.ts'
import { noticeSilentSites } from './site-silence.commands.ts'
import { rollUp } from './slot.commands.ts'
import { accountDays } from './slot-account.commands.ts'
import { removeOldCommands } from './storage-command.commands.ts'
import { fetchWeather } from './weather-fetch.commands.ts'

const rollUpEveryMs = 20_000
/** Pauses after a failure are longer. */
const pricesEveryMs = 5 * minuteMs
const weatherEveryMs = 5 * minuteMs

export const energyJobs: readonly JobDefinition[] = [
  {
    kind: 'energy-roll-up',
    everyMs: rollUpEveryMs,
    run: async runtime => {
      await rollUp(runtime)
      await accountDays(runtime)
    },
  },
  {
    kind: 'energy-prices',
    lane: 'providers',
    everyMs: pricesEveryMs,
    run: async runtime => {
      await fetchPrices(runtime)
      await notifyNegativePrices(runtime)
    },
  },
  { kind: 'energy-weather', lane: 'providers', everyMs: weatherEveryMs, run: runtime => fetchWeather(runtime) },
  {
    kind: 'energy-forecasts',
    everyMs: slotMs,
    run: async runtime => {
      await measureForecasts(runtime)
      await keepForecasts(runtime)
    },
  },
  {
    kind: 'energy-plans',
    lane: 'plans',
    everyMs: minuteMs,
    run: (runtime, _, ending) => planSites(runtime, { ending }),
  },
  { kind: replanJobKind, lane: 'replans', run: (runtime, _, ending) => replanSites(runtime, { ending }) },
  {
    kind: 'energy-plan-retention',
    everyMs: dayMs,
    run: async runtime => {
      await removeOldPlans(runtime)
      await removeOldCommands(runtime)
    },
  },
  {
    kind: 'energy-savings',
    lane: 'plans',
    everyMs: minuteMs,
    run: (runtime, _, ending) => storeSavings(runtime, { ending }),
  },
  {
    kind: 'energy-silence',
    everyMs: minuteMs,
    listensFirstMs: silentAfterMs,
    run: async runtime => {
      await noticeSilentSites(runtime)
      await noticeAlarms(runtime)
      await noticeControl(runtime)
    },
  },
  { kind: 'energy-doubts', everyMs: slotMs, run: runtime => noticeDoubts(runtime) },
  {
    kind: 'energy-retention',
    everyMs: dayMs,
    run: async runtime => {
      await addMonths(runtime)
      await removeOldReadings(runtime)
    },
  },
]
