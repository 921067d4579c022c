/**
 * Measures the portal's response to input: the browser's Event Timing, from the press or key to the next frame, in
 * steps of 8 ms. Each is the first of its kind on its page, at full processor speed and slowed down by four.
 */
import type { Browser, Page } from 'playwright-core'
import type { Portal } from '#e2e/started-portal.ts'
import { deskWidth, logIn, open, phoneWidth, type Visit, visit } from '#e2e/visit.ts'
import { isRoundDue } from './load.ts'
import { median } from './median.ts'

type Interaction = { name: string; run: (page: Page) => Promise<unknown> }
type Walk = { width: number; interactions: readonly Interaction[] }
export type Answered = { name: string; ms: number }

const list = '/admin-portal/tickets-overview'

const walks: readonly Walk[] = [
  {
    width: deskWidth,
    interactions: [
      { name: 'open a list to choose from', run: page => page.getByRole('combobox', { name: 'Kunde' }).click() },
      { name: 'search in it', run: page => page.keyboard.type('gr', { delay: 120 }) },
      { name: 'choose', run: page => page.getByRole('listbox').getByRole('option').first().click() },
      { name: 'take all filters back', run: page => page.getByRole('button', { name: 'Filter zurücksetzen' }).click() },
      { name: 'sort', run: page => page.getByRole('columnheader').getByRole('button').first().click() },
      { name: 'select a row', run: page => page.getByRole('row').nth(2).getByRole('checkbox').click() },
      { name: 'select all rows', run: page => page.getByRole('columnheader').getByRole('checkbox').click() },
      {
        name: 'open the menu of a row',
        run: page => page.getByRole('button', { name: 'Aktionen für' }).first().click(),
      },
      { name: 'close it', run: page => page.keyboard.press('Escape') },
      { name: 'turn the page', run: page => page.getByRole('button', { name: 'Nächste Seite' }).click() },
      { name: 'type into the search', run: page => typeInto(page.getByRole('searchbox'), 'wallbox') },
      { name: 'open a form', run: page => page.getByRole('button', { name: 'Ticket anlegen' }).click() },
      { name: 'type into it', run: page => typeInto(page.getByRole('dialog').getByLabel('Name'), 'Zähler') },
    ],
  },
  {
    width: deskWidth,
    interactions: [
      { name: 'go to another section', run: page => page.getByRole('link', { name: 'Kunden', exact: true }).click() },
    ],
  },
  {
    width: phoneWidth,
    interactions: [
      { name: 'open the filters on a phone', run: page => page.getByRole('button', { name: 'Filter' }).click() },
    ],
  },
  {
    width: phoneWidth,
    interactions: [
      { name: 'open the menu on a phone', run: page => page.getByRole('button', { name: 'Menü öffnen' }).click() },
      { name: 'close the menu', run: page => page.keyboard.press('Escape') },
    ],
  },
]

/** Each interaction with the median of its rounds. */
export async function measureInteractions(
  browser: Browser,
  portal: Portal,
  { slowdown, rounds, msMax }: { slowdown: number; rounds: number; msMax: number },
): Promise<Answered[]> {
  const times = new Map<string, number[]>()
  const medians = () => [...times].map(([name, all]) => ({ name, ms: median(all) }))
  for (let done = 0; isRoundDue(done, rounds, () => medians().every(({ ms }) => ms <= msMax)); done += 1) {
    for (const { width, interactions } of walks) {
      const visited = await visit(browser, portal, { width })
      await openList(visited, slowdown)
      for (const { name, run } of interactions) {
        const ms = await slowestOf(visited.page, () => run(visited.page))
        times.set(name, [...(times.get(name) ?? []), ms])
      }
      await visited.end()
    }
  }
  return medians()
}

async function openList({ page }: Visit, slowdown: number): Promise<void> {
  await page.addInitScript(observeEvents)
  await logIn(page, 'demo-admin')
  await open(page, list)
  await page.getByRole('table').getByRole('link').first().waitFor()
  await page.waitForLoadState('networkidle')
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

/** Runs in the page: records the slowest response to a press or a key. Pointer moves do not count. */
function observeEvents(): void {
  const kept = { slowestMs: 0 }
  Object.assign(window, { kept })
  const observer = new PerformanceObserver(entries => {
    for (const entry of entries.getEntries()) {
      if ('interactionId' in entry && entry.interactionId) kept.slowestMs = Math.max(kept.slowestMs, entry.duration)
    }
  })
  observer.observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

async function slowestOf(page: Page, run: () => Promise<unknown>): Promise<number> {
  await settled(page)
  await page.evaluate('kept.slowestMs = 0')
  await run()
  await settled(page)
  return Number(await page.evaluate('kept.slowestMs'))
}

/** Waits until nothing is pending and the browser has reported its times, which it does after the frame. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(
    () =>
      new Promise<void>(resolve => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() => setTimeout(() => requestIdleCallback(() => resolve()), 200)),
        )
      }),
  )
}

async function typeInto(field: ReturnType<Page['locator']>, text: string): Promise<void> {
  await field.click()
  await field.pressSequentially(text, { delay: 60 })
}
