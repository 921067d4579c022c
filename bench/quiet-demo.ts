import { leaveOutLongJobs } from '#e2e/loaded-demo.ts'
import { type Portal, startPortal } from '#e2e/started-portal.ts'

/** A demo whose year of savings does not keep the processors busy. */
export async function startQuietDemo(environment: Record<string, string> = {}): Promise<Portal> {
  const portal = await startPortal({ environment })
  await portal.halt()
  leaveOutLongJobs(portal)
  await portal.resume()
  return portal
}
