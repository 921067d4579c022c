/** Requests at the start: the customer list first, then the three lists of services together, and nothing waits for them. */
import type { Page } from 'playwright-core'
import { expect, test } from './journey.ts'
import { firstLink } from './list-places.ts'
import { logIn, open } from './visit.ts'
import { waitUntilLoaded } from './wait-until-loaded.ts'

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

test('the page renders while the services are slow, and the customer is requested first', async ({ guest: page }) => {
  await logIn(page, 'demo-kunde')
  await waitUntilLoaded(page)
  const held = Promise.withResolvers<void>()
  await page.route(serviceLists, async route => {
    await held.promise
    await route.continue()
  })
  await page.goto('about:blank')
  const paths = listenTo(page)
  await open(page, '/customer-portal/tickets-overview')
  await expect(firstLink(page)).toBeVisible()
  await expect
    .poll(() => paths.filter(path => serviceLists.test(path)).toSorted())
    .toEqual(lists.map(list => `/api/backend/${list}/`))
  const first = paths.findIndex(path => serviceLists.test(path))
  expect(paths[0]).toBe('/api/backend/customer/')
  expect(paths.slice(0, first)).toContain('/api/backend/customer/')
  held.resolve()
  await waitUntilLoaded(page)
  expect(paths.filter(path => serviceLists.test(path))).toHaveLength(3)
})

test('failed lists of services do not affect the page, without a message', async ({ visit }) => {
  const page = await visit({ expected: [/ERR_FAILED|Failed to load|500/] })
  await logIn(page, 'demo-kunde')
  await page.route(serviceLists, route => route.abort())
  await open(page, '/customer-portal/tickets-overview')
  await expect(firstLink(page)).toBeVisible()
  await waitUntilLoaded(page)
  await expect(page.getByText('Something went wrong.')).toHaveCount(0)
})

test('for a visitor no services are requested, and their code is not loaded', async ({ guest: page }) => {
  const paths = listenTo(page)
  const files: string[] = []
  page.on('request', request => files.push(request.url()))
  await open(page, '/')
  await page.waitForLoadState('networkidle')
  expect(paths).toContain('/api/backend/customer/')
  expect(paths.filter(path => path.includes('services'))).toEqual([])
  expect(files.filter(file => file.includes('own-services'))).toEqual([])
})
