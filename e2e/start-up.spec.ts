/** Requests at the start: the customer list first, then the three lists of services together, and nothing waits for them. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { settled } from './settled.ts'
import { type Portal, startPortal } from './started-portal.ts'
import { logIn, visit } from './visit.ts'

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

const lists = ['application-services', 'device-services', 'website-services'] as const
const serviceLists = /\/api\/backend\/(application|device|website)-services\//

/** The calls of a page in order. */
function listenTo(page: Page): string[] {
  const paths: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) paths.push(pathname)
  })
  return paths
}

test('the page renders while the services are slow, and the customer is requested first', async () => {
  const { page, open, end } = await visit(browser, portal)
  await logIn(page, 'demo-kunde')
  await settled(page)
  const held = Promise.withResolvers<void>()
  await page.route(serviceLists, async route => {
    await held.promise
    await route.continue()
  })
  await page.goto('about:blank')
  const paths = listenTo(page)
  await open('/customer-portal/tickets-overview')
  await page.getByRole('table').getByRole('link').first().waitFor()
  await expect
    .poll(() => paths.filter(path => serviceLists.test(path)).toSorted())
    .toEqual(lists.map(list => `/api/backend/${list}/`))
  const first = paths.findIndex(path => serviceLists.test(path))
  expect(paths[0]).toBe('/api/backend/customer/')
  expect(paths.slice(0, first)).toContain('/api/backend/customer/')
  held.resolve()
  await settled(page)
  expect(paths.filter(path => serviceLists.test(path))).toHaveLength(3)
  await end()
})

test('failed lists of services do not affect the page, without a message', async () => {
  const { page, open, end } = await visit(browser, portal, { expected: [/ERR_FAILED|Failed to load|500/] })
  await logIn(page, 'demo-kunde')
  await page.route(serviceLists, route => route.abort())
  await open('/customer-portal/tickets-overview')
  await page.getByRole('table').getByRole('link').first().waitFor()
  await settled(page)
  expect(await page.getByText('Something went wrong.').count()).toBe(0)
  await end()
})

test('for a visitor no services are requested, and their code is not loaded', async () => {
  const { page, open, end } = await visit(browser, portal)
  const paths = listenTo(page)
  const files: string[] = []
  page.on('request', request => files.push(request.url()))
  await open('/')
  await page.waitForLoadState('networkidle')
  expect(paths).toContain('/api/backend/customer/')
  expect(paths.filter(path => path.includes('services'))).toEqual([])
  expect(files.filter(file => file.includes('own-services'))).toEqual([])
  await end()
})
