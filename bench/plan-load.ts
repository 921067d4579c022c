/**
 * 500 sites planned beside the ticket list, on all processors: the list while plans are made against the list before and
 * after, and how long the plans of a quarter-hour take.
 */
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import autocannon from 'autocannon'
import { freePort } from '#server/testing/free-port.ts'
import { listRequests } from './bench-requests.ts'
import { median } from './median.ts'
import type { Options } from './options.ts'
import { type Check, measurePlanTimes } from './plan-times.ts'
import type { Installation } from './prepare.ts'
import { benchSites, seedEnergy } from './seed-energy.ts'
import { seedPlanned } from './seed-planned.ts'
import { startProduct, type Target } from './servers.ts'

const ratioMin = 0.85
const quarterHourMs = 900_000
const partSeconds = 5
/** The parts that are measured while plans are made. */
const partsMax = 60
/** Before and after the plans: the speed of a machine changes. */
const alonePartsPerSide = 4

/** `small` has the tickets; `folder` its files. Prints its results, and returns the missed targets. */
export async function measurePlans(
  folder: string,
  small: Installation,
  { rounds }: Pick<Options, 'rounds'>,
): Promise<string[]> {
  const failed: string[] = []
  const check: Check = (name, found, isKept) => {
    process.stdout.write(`${name}: ${found} ${isKept ? 'ok' : 'MISSED'}\n`)
    if (!isKept) failed.push(name)
  }
  await measurePlanTimes(rounds, check)
  await measureLoad(folder, small, check)
  return failed
}

async function measureLoad(folder: string, { customers }: Installation, check: Check): Promise<void> {
  const dataDir = join(folder, 'plans')
  mkdirSync(dataDir)
  const file = join(dataDir, 'portal.sqlite')
  copyFileSync(join(folder, 'seeded.sqlite'), file)
  seedEnergy(file)
  seedPlanned(file)
  const target = await startProduct({ dataDir, port: await freePort(), isPinned: false })
  try {
    const lists = () => listsPerSecond(target, customers)
    const measureAlone = async () => {
      for (let part = 0; part < alonePartsPerSide; part += 1) alone.push(await lists())
    }
    const [alone, beside]: [number[], number[]] = [[], []]
    await nextQuarterHour()
    await lists()
    await measureAlone()
    bringBack(file)
    await until(() => countPlans(file) > 0)
    const [startedAt, before] = [Date.now(), countPlans(file)]
    while (countPlans(file) < benchSites && beside.length < partsMax) beside.push(await lists())
    const planned = countPlans(file) - before
    const ms = ((Date.now() - startedAt) / planned) * benchSites
    check(
      `plans of ${benchSites} sites beside the ticket list`,
      `${(ms / 1000).toFixed(0)} s by ${planned} of them (at most ${quarterHourMs / 1000} s)`,
      ms <= quarterHourMs,
    )
    await until(() => countPlans(file) >= benchSites)
    await measureAlone()
    const ratio = median(beside) / median(alone)
    check(
      `ticket list beside the plans of ${benchSites} sites`,
      `${ratio.toFixed(2)} of its requests`,
      ratio >= ratioMin,
    )
  } finally {
    await target.stop()
  }
}

/** Silent sites are not planned: until now nothing was due. */
function bringBack(file: string): void {
  const db = new DatabaseSync(file, { timeout: 5_000 })
  db.exec(`update energy_site set state = 'ok'`)
  db.close()
}

/** A portal plans from the beginning of a quarter-hour: the less of it is left, the shorter are its pauses. */
const nextQuarterHour = () => delay(quarterHourMs - (Date.now() % quarterHourMs))

async function listsPerSecond({ name, origin }: Target, customers: Installation['customers']): Promise<number> {
  const result = await autocannon({
    url: origin,
    connections: 16,
    duration: partSeconds,
    requests: listRequests(customers).map(request => ({ ...request })),
  })
  if (result['2xx'] === 0 || result.non2xx > 0) throw new Error(`${name}: ${result.non2xx} refused`)
  return result.requests.average
}

/** Sites with a plan. */
function countPlans(file: string): number {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
  const row = db.prepare('select count(distinct site_id) as count from energy_plan').get()
  db.close()
  return Number(row?.count)
}

async function until(isTrue: () => boolean): Promise<void> {
  const deadline = Date.now() + quarterHourMs
  while (!isTrue()) {
    if (Date.now() > deadline) throw new Error('The plans are not made.')
    await delay(500)
  }
}
