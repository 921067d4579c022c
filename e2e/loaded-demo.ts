/** Vitest's global set-up: loads the demo once per run, for a tenth of what it costs to load it for each file. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { TestProject } from 'vitest/node'
import { jobs } from '#server/app.ts'
import { calendarDate } from '#server/clock.ts'
import { type Portal, startPortal } from './started-portal.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The data of a stopped demo portal, and the date in Europe/Berlin for which it was loaded. */
    loadedDemo: { folder: string; date: string }
  }
}

type Loaded = { portal: Portal; date: string }

/** Vitest loads this file for each of its projects: shared state is global. */
const shared = globalThis as typeof globalThis & { loadedDemo?: Promise<Loaded> }

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.loadedDemo ??= load()
  const { portal, date } = await shared.loadedDemo
  project.provide('loadedDemo', { folder: portal.dataDir, date })
  return portal.stop
}

async function load(): Promise<Loaded> {
  const date = calendarDate(new Date())
  const portal = await startPortal()
  await portal.halt()
  leaveOutJobs(portal)
  return { portal, date }
}

/** Jobs that would run beside a test: the year of savings, for minutes, and at their hour the nightly ones. */
const leftOut = ['demo-year', ...jobs.filter(({ atBerlinHour }) => atBerlinHour !== undefined).map(({ kind }) => kind)]

/** A stopped demo will not run the jobs that keep a processor busy or change the initial state of a test. */
export function leaveOutJobs({ dataDir }: Pick<Portal, 'dataDir'>): void {
  const database = new DatabaseSync(join(dataDir, 'portal.sqlite'))
  const leaveOut = database.prepare(
    `update job set run_at = '9999-01-01T00:00:00.000Z' where kind = ? and state = 'waiting'`,
  )
  for (const kind of leftOut) leaveOut.run(kind)
  database.close()
}
