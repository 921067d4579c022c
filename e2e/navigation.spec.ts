/** Navigation: routes behind the login load when needed, and not earlier. */
import type { Page } from 'playwright-core'
import { expect, test } from './journey.ts'
import { logIn, open, phoneWidth } from './visit.ts'
import { waitUntilLoaded } from './wait-until-loaded.ts'

/** The routes behind the login and the frame of their pages; not the icons, which the bar of a phone shows everywhere. */
const portalFile = /\/assets\/portal-(?!icons|search|home)[^/]+\.js$/

test('the homepage loads no portal route; hovering over the link loads it with its page', async ({ guest: page }) => {
  await logIn(page, 'demo-kunde')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.mouse.move(0, 0) // Away from every link.
  const files = loadedFiles(page)
  await open(page, '/')
  await waitUntilLoaded(page)
  expect(files().filter(file => portalFile.test(file))).toEqual([])

  const link = page.getByRole('navigation', { name: 'Hauptmenü' }).getByRole('link', { name: 'Kundenportal' })
  await Promise.all([page.waitForRequest(portalFile), link.hover()])
  await link.click()
  await page.waitForURL('**/customer-portal/home')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => page.title()).toContain('Customer Portal')
})

test('switching between site and portal adds one history entry each', async ({ customer: page, portal }) => {
  await open(page, '/')
  await page.getByRole('navigation', { name: 'Hauptmenü' }).getByRole('link', { name: 'Kundenportal' }).click()
  await page.waitForURL('**/customer-portal/home')
  await page.goBack()
  await page.waitForURL(`${portal.origin}/`)
  await page.goForward()
  await page.waitForURL('**/customer-portal/home')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('an unknown address of the portal is a 404 page', async ({ visit }) => {
  const page = await visit({ expected: [/404/] })
  await logIn(page, 'demo-kunde')
  for (const path of ['/customer-portal/nowhere', '/admin-portal/nowhere', '/user-settings/nowhere']) {
    await open(page, path)
    await expect(page).toHaveTitle('Page Not Found')
  }
})

test('if the portal’s files cannot be loaded, the page shows an error and recovers on retry', async ({ visit }) => {
  const page = await visit({
    as: 'demo-kunde',
    expected: [/Failed to load|ERR_FAILED/],
  })
  await open(page, '/')
  await page.route(portalFile, route => route.abort())
  await page.getByRole('navigation', { name: 'Hauptmenü' }).getByRole('link', { name: 'Einstellungen' }).click()
  const reload = page.getByRole('main').getByRole('button', { name: 'Neu laden' })
  await expect(reload).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/user-settings')
  await page.unroute(portalFile)
  await reload.click()
  await page.waitForFunction(() => document.title === 'User Settings')
})

function loadedFiles(page: Page): () => string[] {
  const urls: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/assets/')) urls.push(pathname)
  })
  return () => urls
}

test.for([
  [
    'demo-kunde',
    '/customer-portal/',
    ['home', 'tickets-overview', 'invoices-overview', 'requests-overview', 'services-overview'],
  ],
  ['demo-admin', '/admin-portal/', ['home', 'customers-overview', 'services-overview', 'messages', 'faq', 'settings']],
] as const)(
  'on a phone the bar at the lower edge marks the current page for %s',
  async ([username, portalPath, pages], { visit }) => {
    const page = await visit({ width: phoneWidth })
    await logIn(page, username)
    for (const path of pages) {
      await open(page, `${portalPath}${path}`)
      await expect(page.getByRole('button', { name: 'Suchen' })).toBeVisible()
      const isShown = () =>
        page.evaluate(() => {
          const link = document.querySelector('nav.bottom-bar [aria-current]')
          const [inner, outer] = [link?.getBoundingClientRect(), link?.closest('nav')?.getBoundingClientRect()]
          return inner !== undefined && outer !== undefined && inner.left >= outer.left && inner.right <= outer.right
        })
      await expect.poll(isShown, { message: path }).toBe(true)
    }
  },
)
