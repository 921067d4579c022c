import { existsSync, readdirSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dayMs, hourMs } from '#server/clock.ts'
import { openDatabase } from '#server/database/open.ts'
import { enqueueRecurringJobs, runNextJob } from '#server/jobs/loop.ts'
import { type BackedUpPortal, openBackedUpPortal } from '#server/testing/backed-up-portal.ts'
import { engines } from '#server/testing/engines.ts'
import { testContext } from '#server/testing/test-services.ts'
import { startBackup } from './backup.commands.ts'
import { backupJobs } from './backup.jobs.ts'

const nightly = backupJobs.filter(({ kind }) => kind === 'backup-nightly')

describe.each(engines)('the backup of the night on %s', engine => {
  let portal: BackedUpPortal
  beforeEach(async () => {
    portal = await openBackedUpPortal(engine)
  })
  afterEach(() => portal.close())

  const states = async () =>
    (await portal.services.db.selectFrom('backup').select(['kind', 'state']).orderBy('started_at').execute()).map(
      ({ kind, state }) => `${kind} ${state}`,
    )

  test('is made at three in the morning in Berlin, once over all instances', async () => {
    const { services } = portal
    const second = await openDatabase(services.config)
    const instances = [services, { ...services, ...second }]
    for (const instance of instances) await enqueueRecurringJobs(instance, nightly)
    expect(await runNextJob(services, nightly)).toBe(false)
    // From ten in the morning to one minute before.
    services.pass(17 * hourMs - 60_000)
    expect(await runNextJob(services, nightly)).toBe(false)
    services.pass(60_000)
    const ran = await Promise.all([...instances, ...instances].map(instance => runNextJob(instance, nightly)))
    expect(ran.filter(Boolean)).toHaveLength(1)
    expect(await states()).toEqual(['nightly proven'])
    await second.close()
  })

  test('is made up for when the machine was off, and then waits for its next night', async () => {
    const { services } = portal
    await enqueueRecurringJobs(services, nightly)
    services.pass(3 * dayMs)
    expect(await runNextJob(services, nightly)).toBe(true)
    expect(await states()).toEqual(['nightly proven'])
    expect(await runNextJob(services, nightly)).toBe(false)
    services.pass(17 * hourMs)
    expect(await runNextJob(services, nightly)).toBe(true)
    expect(await states()).toEqual(['nightly proven', 'nightly proven'])
  })

  test('is tried again when it failed, and is one line in the list all the same', async () => {
    const { services } = portal
    const broken = { ...services, copies: { ...services.copies, copy: () => Promise.reject(new Error('no disk')) } }
    await enqueueRecurringJobs(services, nightly)
    services.pass(dayMs)
    expect(await runNextJob(broken, nightly)).toBe(true)
    expect(await states()).toEqual(['nightly failed'])
    services.pass(hourMs)
    expect(await runNextJob(services, nightly)).toBe(true)
    expect(await states()).toEqual(['nightly proven'])
  })

  test('and one by hand do not take the place of each other; a failed one by hand is not tried again', async () => {
    const { services } = portal
    const broken = { ...services, copies: { ...services.copies, copy: () => Promise.reject(new Error('no disk')) } }
    await startBackup(testContext(services, admin))
    expect(await states()).toEqual(['by_hand running'])
    await expect(startBackup(testContext(services, admin))).rejects.toMatchObject({ code: 'backup.running' })
    expect(await runNextJob(broken, backupJobs)).toBe(true)
    expect(await states()).toEqual(['by_hand failed'])
    services.pass(dayMs)
    expect(await runNextJob(services, backupJobs)).toBe(false)
    await startBackup(testContext(services, admin))
    expect(await runNextJob(services, backupJobs)).toBe(true)
    expect(await states()).toEqual(['by_hand failed', 'by_hand proven'])
    expect(existsSync(portal.folder) && readdirSync(portal.folder)).toHaveLength(1)
  })
})

const admin = {
  kind: 'user',
  userId: 'admin-id',
  username: 'admin',
  name: 'Anna Admin',
  role: 'admin',
  customerId: null,
  sessionId: 'session-id',
  impersonation: null,
} as const
