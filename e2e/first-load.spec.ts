/** The cost of the first page before any action. */
import type { Page } from 'playwright-core'
import { pngOf } from '#server/testing/build-pictures.ts'
import { expect, test } from './journey.ts'
import { deskWidth, open, phoneWidth } from './visit.ts'
import { waitUntilLoaded } from './wait-until-loaded.ts'

test.for([phoneWidth, deskWidth])(
  'the homepage with a logo makes at most twelve requests at %i px',
  async (width, { admin, visit }) => {
    await open(admin, '/admin-portal/settings/company')
    const logo = { name: 'logo.png', mimeType: 'image/png', buffer: pngOf(300, 60) }
    await admin.locator('input[type="file"]').setInputFiles(logo)
    await expect(admin.getByText('PNG, 300 × 60')).toBeVisible()
    const page = await visit({ width })
    const asked: string[] = []
    page.on('request', request => {
      const { protocol, pathname } = new URL(request.url())
      if (protocol.startsWith('http')) asked.push(pathname)
    })
    await open(page, '/')
    await page.waitForLoadState('networkidle')
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(12)
    expect(asked).not.toContain('/config.json')
    expect(asked.filter(path => path.includes('/logo/'))).toHaveLength(1)
  },
)

test.for([
  ['without a configuration', ''],
  ['with a broken configuration', '<script type="application/json" id="config">{</script>'],
] as const)('a page %s asks the server for it', async ([, config], { portal, visit }) => {
  const page = await visit()
  await page.route(`${portal.origin}/`, async route => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace(/<script [^>]*id="config">.*?<\/script>/, config),
    })
  })
  const asked = page.waitForRequest('**/config.json')
  await open(page, '/')
  await asked
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('the page renders behind the loading screen, hidden and not focusable', async ({ startOwn }) => {
  const { visit } = await startOwn({ environment: { LOADING_SCREEN_MS: '60000' } })
  const page = await visit()
  await page.goto('/')
  const heading = page.locator('h1')
  await expect(heading).toBeAttached()
  await expect(heading).toBeHidden()
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('#app'))).toBeNull()
  await expect(page.getByRole('status', { name: 'Wird geladen' })).toBeVisible()
})

test('without a minimum time the rings show only when loading is slow', async ({ visit }) => {
  const page = await visit()
  await page.addInitScript(() => {
    const look = () => {
      const rings = document.querySelector('.rings')
      if (rings) document.documentElement.dataset.firstRings = getComputedStyle(rings).display
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await page.route('**/assets/app-*.js', () => new Promise(() => {}))
  await page.goto('/')
  await expect(page.locator('#loading .rings')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-first-rings', 'none')
})

const asks: [path: string, user: 'demo-admin' | 'demo-kunde', calls: string[]][] = [
  ['/customer-portal/tickets-overview?progress=inProgress', 'demo-kunde', ['ticket-summary', 'tickets']],
  ['/customer-portal/invoices-overview', 'demo-kunde', ['invoice-summary', 'invoices']],
  ['/customer-portal/invoices-overview', 'demo-admin', ['invoice-summary', 'invoices']],
  ['/customer-portal/requests-overview', 'demo-kunde', ['requests']],
  ['/admin-portal/tickets-overview?ordering=name', 'demo-admin', ['ticket-summary', 'tickets']],
  ['/admin-portal/invoices-overview', 'demo-admin', ['invoice-summary', 'invoices']],
  ['/admin-portal/requests-overview', 'demo-admin', ['request-summary', 'requests']],
]

/** Records the calls for rows and their sums, and whether a page was there when they started. */
async function noteListCalls(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const calls: string[] = []
    Object.assign(window, { calls })
    const send = window.fetch
    window.fetch = (...call) => {
      const { pathname } = new URL(String(call[0] instanceof Request ? call[0].url : call[0]), location.href)
      const isRendered = document.querySelector('main') !== null
      if (/\/(ticket|invoice|request)(s|-summary)\/$/.test(pathname)) {
        calls.push(`${pathname} ${isRendered ? 'after' : 'before'}`)
      }
      return send(...call)
    }
  })
}

function listCallsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { calls: string[] }).calls)
}

test.for(asks)('%s requests its rows once, before it renders, as %s', async ([path, as, calls], { visit }) => {
  const page = await visit({ as })
  await noteListCalls(page)
  await open(page, path)
  await waitUntilLoaded(page)
  expect((await listCallsOf(page)).toSorted()).toEqual(calls.map(call => `/api/backend/${call}/ before`))
})

test('a page that is not for the user requests nothing', async ({ visit }) => {
  const page = await visit({ as: 'demo-kunde' })
  await noteListCalls(page)
  await open(page, '/admin-portal/tickets-overview')
  await waitUntilLoaded(page)
  expect(await listCallsOf(page)).toEqual([])
})

test('a list whose rows do not arrive renders with placeholders', async ({ visit }) => {
  const page = await visit({ as: 'demo-kunde', expected: [/ERR_FAILED/] })
  await page.route(/\/api\/backend\/tickets\/\?/, () => {})
  await open(page, '/customer-portal/tickets-overview')
  await expect(page.getByRole('table', { name: 'Tickets' })).toHaveAttribute('aria-busy', 'true')
  await expect(page.locator('.table-skeleton')).not.toHaveCount(0)
  await page.unrouteAll()
})
