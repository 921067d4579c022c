/**
 * Waits until a page has loaded everything. The network is never idle for a logged-in user: the event stream stays
 * open.
 */
import type { Page, Request } from 'playwright-core'
import { expect } from './expect.ts'

type Traffic = { open: Set<Request>; askedCount: number }

const traffic = new WeakMap<Page, Traffic>()

/** Call for a new page: earlier requests are unknown. */
export function noteTraffic(page: Page): void {
  const noted: Traffic = { open: new Set(), askedCount: 0 }
  traffic.set(page, noted)
  page.on('request', request => {
    if (new URL(request.url()).pathname === '/api/events/') return
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) noted.open.clear()
    noted.askedCount += 1
    noted.open.add(request)
  })
  page.on('requestfinished', request => noted.open.delete(request))
  page.on('requestfailed', request => noted.open.delete(request))
}

/** Waits until every request is answered and rendered, without new requests from rendering. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  const noted = traffic.get(page)
  if (!noted) throw new Error('The traffic of this page is not noted')
  for (;;) {
    await expect.poll(() => noted.open.size, { intervals: [20] }).toBe(0)
    const { askedCount } = noted
    await page.evaluate(drawn)
    if (noted.askedCount === askedCount && noted.open.size === 0) return
  }
}

/** Runs in the page: idle, painted, and idle again. A page at rest is not always painted after a resize. */
function drawn(): Promise<void> {
  const patienceMs = 1_000
  return new Promise(resolve => {
    const painted = () => requestIdleCallback(() => resolve(), { timeout: patienceMs })
    requestIdleCallback(
      () => {
        requestAnimationFrame(painted)
        setTimeout(painted, patienceMs)
      },
      { timeout: patienceMs },
    )
  })
}
