/** Vitest's global set-up: loads the demo once per run, for a tenth of what it costs to load it for each file. */
import type { TestProject } from 'vitest/node'
import { calendarDate } from '#server/clock.ts'
import { startPortal } from './started-portal.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The data of a stopped demo portal, and the date in Europe/Berlin of which it was loaded. */
    loadedDemo: { folder: string; date: string }
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const date = calendarDate(new Date())
  const portal = await startPortal()
  await portal.halt()
  project.provide('loadedDemo', { folder: portal.dataDir, date })
  return portal.stop
}
