import { existsSync, readdirSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dayMs, hourMs } from '#server/clock.ts'
import { openDatabase } from '#server/database/open.ts'
import { enqueueRecurringJobs, runNextJob } from '#server/jobs/loop.ts'
import { type BackedUpPortal, openBackedUpPortal } from '#server/testing/backed-up-portal.ts'
import { engines } from '#server/testing/engines.ts'
import { testContext } from '#server/testing/test-runtime.ts'
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
    (await portal.runtime.db.selectFrom('backup').select(['kind', 'state']).orderBy('started_at').execute()).map(
      ({ kind, state }) => `${kind} ${state}`,
    )

  test('is made at three in the morning in Berlin, once over all instances', async () => {
    const { runtime } = portal
    const second = await openDatabase(runtime.config)
    const instances = [runtime, { ...runtime, ...second }]
    for (const instance of instances) await enqueueRecurringJobs(instance, nightly)
    expect(await runNextJob(runtime, nightly)).toBe(false)
    // From ten in the morning to one minute before.
    runtime.pass(17 * hourMs - 60_000)
    expect(await runNextJob(runtime, nightly)).toBe(false)
    runtime.pass(60_000)
    const ran = await Promise.all([...instances, ...instances].map(instance => runNextJob(instance, nightly)))
    expect(ran.filter(Boolean)).toHaveLength(1)
    expect(await states()).toEqual(['nightly proven'])
    await second.close()
  })

  test('is caught up when the machine was off, and then waits for its next night', async () => {
    const { runtime } = portal
    await enqueueRecurringJobs(runtime, nightly)
    runtime.pass(3 * dayMs)
    expect(await runNextJob(runtime, nightly)).toBe(true)
    expect(await states()).toEqual(['nightly proven'])
    expect(await runNextJob(runtime, nightly)).toBe(false)
    runtime.pass(17 * hourMs)
    expect(await runNextJob(runtime, nightly)).toBe(true)
    expect(await states()).toEqual(['nightly proven', 'nightly proven'])
  })

  test('is retried when it failed, and is still one line in the list', async () => {
    const { runtime } = portal
    const broken = { ...runtime, copies: { ...runtime.copies, copy: () => Promise.reject(new Error('no disk')) } }
    await enqueueRecurringJobs(runtime, nightly)
    runtime.pass(dayMs)
    expect(await runNextJob(broken, nightly)).toBe(true)
    expect(await states()).toEqual(['nightly failed'])
    runtime.pass(hourMs)
    expect(await runNextJob(runtime, nightly)).toBe(true)
    expect(await states()).toEqual(['nightly proven'])
  })

  test('does not replace one by hand, nor vice versa; a failed one by hand is not retried', async () => {
    const { runtime } = portal
    const broken = { ...runtime, copies: { ...runtime.copies, copy: () => Promise.reject(new Error('no disk')) } }
    await startBackup(testContext(runtime, admin))
    expect(await states()).toEqual(['by_hand running'])
    await expect(startBackup(testContext(runtime, admin))).rejects.toMatchObject({ code: 'backup.running' })
    expect(await runNextJob(broken, backupJobs)).toBe(true)
    expect(await states()).toEqual(['by_hand failed'])
    runtime.pass(dayMs)
    expect(await runNextJob(runtime, backupJobs)).toBe(false)
    await startBackup(testContext(runtime, admin))
    expect(await runNextJob(runtime, backupJobs)).toBe(true)
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
