import { leaveOutJobs } from '#e2e/loaded-demo.ts'
import { type Portal, startPortal } from '#e2e/started-portal.ts'

/** A demo without the jobs that would keep the processors busy. */
export async function startQuietDemo(environment: Record<string, string> = {}): Promise<Portal> {
  const portal = await startPortal({ environment })
  await portal.halt()
  leaveOutJobs(portal)
  await portal.resume()
  return portal
}
