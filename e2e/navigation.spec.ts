/** Navigation: routes behind the login load when needed, and not earlier. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { settled } from './settled.ts'
import { type Portal, startPortal } from './started-portal.ts'
import { logIn, phoneWidth, visit } from './visit.ts'

let browser: Browser
let portal: Portal

beforeAll(async () => {
  browser = await launchBrowser()
  portal = await startPortal()
})
afterAll(async () => {
  await browser?.close()
  await portal?.stop()
})

const portalFile = /\/assets\/whole-tree-[^/]+\.js$/
/** The frame of every portal page. */
const frameFile = /\/assets\/portal-layout-[^/]+\.js$/

test('the homepage loads no portal route; hovering over the link loads it with its page', async () => {
  const { page, open, end } = await visit(browser, portal)
  await logIn(page, 'demo-kunde')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.mouse.move(0, 0) // Away from every link.
  const files = loadedFiles(page)
  await open('/')
  await settled(page)
  expect(files().filter(file => portalFile.test(file))).toEqual([])

  const link = page.getByRole('navigation', { name: 'Hauptmenü' }).getByRole('link', { name: 'Kundenportal' })
  await Promise.all([page.waitForRequest(portalFile), page.waitForRequest(frameFile), link.hover()])
  await link.click()
  await page.waitForURL('**/customer-portal/home')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  expect(await page.title()).toContain('Customer Portal')
  await end()
})

test('switching between site and portal adds one history entry each', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-kunde' })
  await open('/')
  await page.getByRole('navigation', { name: 'Hauptmenü' }).getByRole('link', { name: 'Kundenportal' }).click()
  await page.waitForURL('**/customer-portal/home')
  await page.goBack()
  await page.waitForURL(`${portal.origin}/`)
  await page.goForward()
  await page.waitForURL('**/customer-portal/home')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await end()
})

test('an unknown address of the portal is a 404 page', async () => {
  const { page, open, end } = await visit(browser, portal, { expected: [/404/] })
  await logIn(page, 'demo-kunde')
  for (const path of ['/customer-portal/nowhere', '/admin-portal/nowhere', '/user-settings/nowhere']) {
    await open(path)
    expect(await page.title()).toBe('Page Not Found')
  }
  await end()
})

test('if the portal’s files cannot be loaded, the page shows an error and recovers on retry', async () => {
  const { page, open, end } = await visit(browser, portal, {
    as: 'demo-kunde',
    expected: [/Failed to load|ERR_FAILED/],
  })
  await open('/')
  await page.route(portalFile, route => route.abort())
  await page.getByRole('navigation', { name: 'Hauptmenü' }).getByRole('link', { name: 'Einstellungen' }).click()
  const reload = page.getByRole('main').getByRole('button', { name: 'Neu laden' })
  await reload.waitFor()
  expect(new URL(page.url()).pathname).toBe('/user-settings')
  await page.unroute(portalFile)
  await reload.click()
  await page.waitForFunction(() => document.title === 'User Settings')
  await end()
})

function loadedFiles(page: Page): () => string[] {
  const urls: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/assets/')) urls.push(pathname)
  })
  return () => urls
}

test.each([
  [
    'demo-kunde',
    '/customer-portal/',
    ['home', 'tickets-overview', 'invoices-overview', 'requests-overview', 'services-overview'],
  ],
  ['demo-admin', '/admin-portal/', ['home', 'customers-overview', 'services-overview', 'messages', 'faq', 'settings']],
])('on a phone the bar at the lower edge marks the current page for %s', async (username, portalPath, pages) => {
  const { page, open, end } = await visit(browser, portal, { width: phoneWidth })
  await logIn(page, username)
  for (const path of pages) {
    await open(`${portalPath}${path}`)
    await page.getByRole('button', { name: 'Suchen' }).waitFor()
    const isShown = () =>
      page.evaluate(() => {
        const link = document.querySelector('nav.bottom-bar [aria-current]')
        const [inner, outer] = [link?.getBoundingClientRect(), link?.closest('nav')?.getBoundingClientRect()]
        return inner !== undefined && outer !== undefined && inner.left >= outer.left && inner.right <= outer.right
      })
    await expect.poll(isShown, { message: path }).toBe(true)
  }
  await end()
})
