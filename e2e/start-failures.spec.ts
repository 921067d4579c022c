/** Failures of the session or the profile at the start. */
import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { launchBrowser } from './browser.ts'
import { type Portal, startPortal } from './started-portal.ts'
import { phoneWidth, type Visit, visit } from './visit.ts'

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

const sessionCall = '**/api/auth/session/'
const profileCall = '**/api/backend/business-profile/**'

const failures: Record<string, (route: Route) => Promise<void>> = {
  'an error': route => route.fulfill({ status: 500, json: problem(500, 'internal') }),
  'an unavailable server': route => route.fulfill({ status: 503, json: problem(503, 'unavailable') }),
  'a page of a proxy': route => route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>Wartung</h1>' }),
  'no connection': route => route.abort(),
  'no answer': () => new Promise(() => {}),
}

function problem(status: number, code: string) {
  return { type: 'x', title: 'Das ging schief.', status, code, requestId: 'r-1' }
}

const start = (as: string, width?: number): Promise<Visit> =>
  visit(browser, portal, { as, expected: [/40[13]|50[03]|ERR_FAILED|Failed to load/], ...(width ? { width } : {}) })

const told = 'Sie sind angemeldet, aber Ihr Konto ließ sich gerade nicht laden.'
const retry = (page: Page) => page.getByRole('button', { name: 'Erneut versuchen' })

describe.each(Object.entries(failures))('when the session answers a logged-in user with %s,', (_, fail) => {
  test('the homepage shows it, the user stays logged in, and a retry loads the account', async () => {
    const { page, end } = await start('demo-kunde', phoneWidth)
    await page.route(sessionCall, fail)
    await page.goto('/')
    await page.getByRole('alert').getByText(told).waitFor()
    expect(await page.getByRole('link', { name: 'Anmelden' }).count()).toBe(0)
    await expectAccessible(page, 'session failed, homepage')
    await expectNoSidewaysScroll(page, 'session failed, homepage')
    await page.unroute(sessionCall)
    await retry(page).click()
    await page.getByText(told).waitFor({ state: 'detached' })
    await end()
  })

  test('the portal shows it once, and a retry opens the page', async () => {
    await expectNotice('demo-kunde', '/customer-portal/tickets-overview', fail)
  })
})

test('an admin without an account sees the error in the admin portal and is not treated as a customer', async () => {
  await expectNotice('demo-admin', '/admin-portal/tickets-overview', route => route.abort())
})

async function expectNotice(as: string, path: string, fail: (route: Route) => Promise<void>): Promise<void> {
  const { page, end } = await start(as)
  await page.route(sessionCall, fail)
  await page.goto(path)
  await page.getByText(told).waitFor()
  expect(await page.getByText(told).count()).toBe(1)
  expect(await retry(page).count()).toBe(1)
  expect(new URL(page.url()).pathname).toBe(path)
  await expectAccessible(page, 'session failed, portal')
  await page.unroute(sessionCall)
  await retry(page).click()
  await page.getByRole('table').getByRole('link').first().waitFor()
  await end()
}

test.each([401, 403])('a session refused with %i leads to the login', async status => {
  for (const path of ['/customer-portal/home', '/faq']) {
    const { page, end } = await start('demo-kunde')
    await page.route(sessionCall, route => route.fulfill({ status, contentType: 'text/html', body: '<h1>No</h1>' }))
    await page.goto(path)
    await page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor()
    const { pathname, searchParams } = new URL(page.url())
    expect([pathname, searchParams.get('next')]).toEqual(['/accounts/login', path])
    await end()
  }
})

test('a failed profile blocks no page', async () => {
  const { page, end } = await start('demo-kunde')
  await page.route(profileCall, () => new Promise(() => {}))
  for (const path of ['/customer-portal/tickets-overview', '/', '/contact']) {
    await page.goto(path)
    await page.locator('#loading').waitFor({ state: 'detached' })
    await page.getByRole('navigation', { name: 'Hauptmenü' }).getByRole('link', { name: 'Kontakt' }).waitFor()
    await expectAccessible(page, `${path} without a profile`)
  }
  await end()
})

test('a hanging customer list does not show the rings forever, and a late answer is shown', async () => {
  const { page, end } = await start('demo-kunde')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/backend/customer/**', async route => {
    await held.promise
    await route.continue()
  })
  await page.goto('/customer-portal/tickets-overview')
  await page.getByRole('alert').getByText('Der Server antwortet nicht.').waitFor()
  await page.getByRole('button', { name: 'Neu laden' }).waitFor()
  held.resolve()
  await page.getByRole('table').getByRole('link').first().waitFor()
  await end()
})

test('a page with status 503 explains it', async () => {
  const { page, end } = await start('demo-kunde')
  await page.route(sessionCall, failures['an unavailable server'] ?? (() => {}))
  await page.goto('/customer-portal/home')
  await page.getByRole('heading', { level: 1, name: 'Service Unavailable' }).waitFor()
  await page.getByText('503', { exact: true }).waitFor()
  await page.getByText(/503 heißt: .*vorübergehend nicht verfügbar/).waitFor()
  await end()
})

test('a page works without live updates if their code cannot be loaded, and its form loses nothing', async () => {
  const { page, open, end } = await start('demo-kunde')
  const failed = page.waitForEvent('requestfailed', request => /\/realtime-updates-[\w-]+\.js$/.test(request.url()))
  await page.route(/\/realtime-updates-[\w-]+\.js$/, route => route.abort())
  await open('/customer-portal/requests-overview')
  await page.getByRole('button', { name: 'Anfrage stellen' }).first().click()
  const field = page.getByRole('dialog').getByLabel('Worum geht es?')
  await field.fill('Ohne Netz')
  await failed
  // The failed chunk has had time to affect the page.
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(await field.inputValue()).toBe('Ohne Netz')
  await end()
})
