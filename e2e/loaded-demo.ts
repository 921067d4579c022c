/** Vitest's global set-up: loads the demo once per run, for a tenth of what it costs to load it for each file. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { TestProject } from 'vitest/node'
import { calendarDate } from '#server/clock.ts'
import { type Portal, startPortal } from './started-portal.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The data of a stopped demo portal, and the date in Europe/Berlin of which it was loaded. */
    loadedDemo: { folder: string; date: string }
  }
}

type Loaded = { portal: Portal; date: string }

/** Vitest loads this file for each of its projects: what they share is global. */
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
  leaveOutYear(portal)
  return { portal, date }
}

/** A stopped demo will compute no year of savings: that keeps a processor busy for minutes. */
export function leaveOutYear({ dataDir }: Pick<Portal, 'dataDir'>): void {
  const database = new DatabaseSync(join(dataDir, 'portal.sqlite'))
  database.exec(`update job set run_at = '9999-01-01T00:00:00.000Z' where kind = 'demo-year' and state = 'waiting'`)
  database.close()
}
