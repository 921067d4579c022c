/** A press shows its response before the work that follows. */
import type { Browser, Page } from 'playwright-core'
import { expect, test } from './journey.ts'
import { open } from './visit.ts'
import { waitUntilLoaded } from './wait-until-loaded.ts'

const list = '/admin-portal/tickets-overview'

test('another page of a list is requested after the frame that responds to the press', async ({ admin, browser }) => {
  await openList(admin)
  const next = admin.getByRole('button', { name: 'Nächste Seite' })
  const events = await tracedEvents(browser, admin, async () => {
    await next.click()
    await expect(admin).toHaveURL(/page=2/)
    await waitUntilLoaded(admin)
  })

  const press = events.find(({ name, type }) => name === 'EventDispatch' && type === 'click')
  const after = events.filter(({ ts }) => ts > (press?.ts ?? Number.POSITIVE_INFINITY))
  const frame = after.findIndex(({ name }) => name === 'Paint')
  const request = after.findIndex(({ name, url }) => name === 'ResourceSendRequest' && url?.includes('page=2'))
  expect(frame).toBeGreaterThanOrEqual(0)
  expect(request).toBeGreaterThan(frame)
})

test('a row’s menu leaves the screen before it closes, and its button has the focus then', async ({ admin }) => {
  await openList(admin)
  const [button] = await admin.getByRole('button', { name: 'Aktionen für' }).all()
  if (button === undefined) throw new Error('The list has no row.')
  await button.click()
  const menu = admin.getByRole('menu')
  await expect(menu.getByRole('menuitem').and(admin.locator(':focus'))).toHaveCount(1)
  await menu.evaluate(element => {
    const look = () => {
      const opener = document.querySelector('[aria-haspopup="menu"][aria-expanded="true"]')
      element.ownerDocument.title = `${getComputedStyle(element).opacity} ${opener !== null}`
    }
    addEventListener('keydown', () => requestAnimationFrame(look), { once: true, capture: true })
  })
  await admin.keyboard.press('Escape')

  // In the frame after the key press it is invisible but still open.
  await expect(admin).toHaveTitle('0 true')
  await expect(menu).toHaveCount(0)
  await expect(button).toBeFocused()
  await expect(button).toHaveAttribute('aria-expanded', 'false')
})

async function openList(page: Page): Promise<void> {
  await open(page, list)
  await waitUntilLoaded(page)
  await expect(page.getByRole('table', { name: 'Tickets' }).getByRole('link')).not.toHaveCount(0)
}

type TraceEvent = { name: string; ts: number; args: { data?: { type?: string; url?: string } } }

/** What the browser did meanwhile, in order. */
async function tracedEvents(browser: Browser, page: Page, run: () => Promise<void>) {
  await browser.startTracing(page, { categories: ['devtools.timeline'] })
  await run()
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString())
  return traceEvents
    .map(({ name, ts, args }) => ({ name, ts, type: args.data?.type, url: args.data?.url }))
    .toSorted((a, b) => a.ts - b.ts)
}
