/** Measures when the homepage's heading is visible, and the requests of the browser until then and right after. */
import type { Browser } from 'playwright-core'
import type { Portal } from '#e2e/started-portal.ts'
import { visit } from '#e2e/visit.ts'
import { isRoundDue } from './load.ts'
import { median } from './median.ts'

export type FirstPage = { headingMs: number; requests: number }

export async function measureFirstPage(
  browser: Browser,
  portal: Portal,
  { width, rounds, headingMsMax }: { width: number; rounds: number; headingMsMax: number },
): Promise<FirstPage> {
  const runs: FirstPage[] = []
  const headingMs = () => median(runs.map(run => run.headingMs))
  while (isRoundDue(runs.length, rounds, () => headingMs() <= headingMsMax)) {
    const { page, end } = await visit(browser, portal, { width })
    let requests = 0
    page.on('request', request => {
      if (request.url().startsWith('http')) requests++
    })
    await page.addInitScript(noteHeading)
    // No locator before the page is at rest: the script that it sends keeps the page busy for 50 to 150 ms.
    await page.goto('/', { waitUntil: 'networkidle' })
    const heading = await page.waitForFunction(() => Reflect.get(window, 'headingMs'))
    runs.push({ headingMs: Number(await heading.jsonValue()), requests })
    await end()
  }
  return { headingMs: headingMs(), requests: median(runs.map(run => run.requests)) }
}

/** Runs in the page: checks on each frame whether the heading is visible. */
function noteHeading(): void {
  const look = () => {
    const isSeen = document.querySelector('h1')?.checkVisibility({ visibilityProperty: true })
    if (isSeen) Object.assign(window, { headingMs: performance.now() })
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
