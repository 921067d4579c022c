/** The query plans of readings and slots, on SQLite as explained in `query-plans.ts`. */
import type { Transaction } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { energySteps } from '#contract/energy-history.ts'
import { scopeOf } from '#server/auth/scope.ts'
import type { Connection } from '#server/context.ts'
import type { Database } from '#server/database/schema.ts'
import { adminActor } from '#server/testing/actors.ts'
import { buildSite } from '#server/testing/build-energy.ts'
import { openQueryPlans, scansIn, sortsIn, unorderedIn, unsoughtIn } from '#server/testing/query-plans.ts'
import { listSuspects, listWatchedSites } from './alarm.queries.ts'
import { rollUpChannels } from './channel-roll-up.commands.ts'
import { listLiveChannels, listRejections, readCurrentValues, readHistory } from './energy-history.queries.ts'
import {
  findSiteByToken,
  listChannelsOf,
  listNear,
  listSlotsWithReadings,
  lockSites,
} from './energy-reading.queries.ts'
import { listUnmeasuredDays } from './forecast-day.queries.ts'
import { listOthers } from './plateau.queries.ts'
import { listDueSavings } from './saving.queries.ts'
import { readSiteSummary, readSitesNow } from './site-now.queries.ts'
import { rollUpSites } from './site-roll-up.commands.ts'
import { listDueSlots } from './slot.queries.ts'
import { listDueDays } from './slot-account.queries.ts'

const { db, plansOfRun, close } = await openQueryPlans()
afterAll(close)

const scope = scopeOf(adminActor)
const clock = { now: () => new Date('2026-03-10T12:00:00.000Z') }

const watched = {
  id: 'x',
  state: 'ok',
  last_reading_at: null,
  latitude_hundredths: null,
  longitude_hundredths: null,
} as const

/** The statements are the same inside a transaction. */
const inside = (connection: Connection) => connection as Transaction<Database>

test.each<[string, (connection: Connection) => Promise<unknown>]>([
  ['the site of a token', connection => findSiteByToken(connection, 'x')],
  ['the time from which readings are kept', connection => listSlotsWithReadings(connection, 1)],
  ['the slots to compute', connection => listDueSlots(inside(connection), { before: 1, limit: 9 })],
  ['the days to compute', connection => listDueDays(connection, { before: '2026-03-10', limit: 9 })],
  ['forecasts to measure', connection => listUnmeasuredDays(connection, { before: '2026-03-10', limit: 9 })],
  ['the savings to compute', connection => listDueSavings(connection, { before: '2026-03-10', limit: 9 })],
  ['the sites to watch', connection => listWatchedSites(connection, 'x')],
  ['the channels that may give an alarm', connection => listSuspects(connection, [watched], clock.now())],
])('finds and orders by a key: %s', async (_, run) => {
  const plans = await plansOfRun(run)
  expect(scansIn(plans)).toEqual([])
  expect(unorderedIn(plans)).toEqual([])
})

test('the sites of a group of batches, their channels and the readings around theirs are found by their keys', async () => {
  const plans = [
    ...(await plansOfRun(connection => lockSites(inside(connection), [{ by: 'token', value: 'x' }]))),
    ...(await plansOfRun(connection => lockSites(inside(connection), [{ by: 'key', value: 'x' }]))),
    ...(await plansOfRun(connection => listChannelsOf(inside(connection), [{ id: 'x' }]))),
    ...(await plansOfRun(connection => listNear(connection, [{ number: 1, from: 1, to: 2, neighbours: 'many' }]))),
    ...(await plansOfRun(connection => listOthers(connection, [{ number: 1, side: 'before', at: 1, value: 1 }]))),
  ]
  expect(plans).toHaveLength(5)
  expect(scansIn(plans.map(plan => plan.filter(step => !/json_each|SCAN bounds/.test(step))))).toEqual([])
  expect(unsoughtIn(plans.slice(3), 'energy_reading')).toEqual([])
})

test('the slots of a group of channels and the days of their sites are found by their whole keys', async () => {
  const channel = { channel_number: 1, channel_id: 'c', site_id: 's', key: 'grid', max_w: 1, factor_millionths: 1 }
  const due = { ...channel, at_ms: 0, role: 'grid', measure: 'power' } as const
  const plans = [
    ...(await plansOfRun(connection => rollUpChannels(inside(connection), [due], 0))),
    ...(await plansOfRun(connection => rollUpSites(inside(connection), [due]))),
  ]
  expect(plans).toHaveLength(13)
  expect(scansIn(plans.map(plan => plan.filter(step => !/json_each|SCAN (bounds|locked)/.test(step))))).toEqual([])
  // By its first column alone, a key finds all that a site or a channel ever had.
  const walks = plans.flat().filter(step => /\((site_id|channel_number)=\?\)$/.test(step))
  expect(walks.filter(step => !step.startsWith('SEARCH energy_channel '))).toEqual([])
})

test('the latest values of the sites of a page are found by their keys; sums of all walk each table once', async () => {
  const { id } = await buildSite({ db, clock, wake: () => {} })
  const ofPage = await plansOfRun(connection => readSitesNow(connection, [{ id }], clock.now()))
  expect(ofPage).toHaveLength(1)
  expect(scansIn(ofPage.map(plan => plan.filter(step => !step.includes('json_each'))))).toEqual([])
  expect(unsoughtIn(ofPage, 'energy_channel')).toEqual([])
  expect(unsoughtIn(ofPage, 'energy_site_day')).toEqual([])
  // The groups need no sorting: the rows come in the order of the array.
  expect(sortsIn(ofPage)).toEqual([])
  const ofAll = await plansOfRun(connection => readSiteSummary(connection, clock.now()))
  expect(ofAll.flat().filter(step => step.startsWith('SCAN '))).toHaveLength(2)
  expect(unsoughtIn(ofAll.slice(0, 1), 'energy_site_day')).toEqual([])
})

test('measurements of a site are found by its key, in every step', async () => {
  const { id } = await buildSite({ db, clock, wake: () => {} })
  for (const step of energySteps) {
    const plans = await plansOfRun(connection =>
      readHistory({ db: connection as typeof db, scope, clock }, id, { step }),
    )
    expect(scansIn(plans)).toEqual([])
    expect(unorderedIn(plans)).toEqual([])
  }
  const lists = [
    (connection: Connection) => readCurrentValues({ db: connection as typeof db, scope }, id, clock.now()),
    (connection: Connection) => listLiveChannels(connection, scope, id),
    (connection: Connection) => listRejections(connection, scope, id),
  ]
  for (const list of lists) {
    const plans = await plansOfRun(list)
    expect(scansIn(plans)).toEqual([])
    expect(unorderedIn(plans)).toEqual([])
  }
})
