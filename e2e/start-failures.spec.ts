/** Failures of the session or the profile at the start. */
import type { Page, Route } from 'playwright-core'
import { describe } from 'vitest'
import { paths } from '#web/app/paths.ts'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { expect, type OpenWindow, test } from './journey.ts'
import { anyOf, firstLink } from './list-places.ts'
import { open, phoneWidth, pressRetry } from './visit.ts'
import { waitUntilLoaded } from './wait-until-loaded.ts'

const sessionCall = '**/api/auth/session/'
const profileCall = '**/api/backend/business-profile/**'

const failures: Record<string, (route: Route) => Promise<void>> = {
  'an error': route => route.fulfill({ status: 500, json: problem(500, 'internal') }),
  'an unavailable server': route => route.fulfill({ status: 503, json: problem(503, 'unavailable') }),
  'a page of a proxy': route => route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>Wartung</h1>' }),
  'a proxy that knows no such address': route =>
    route.fulfill({ status: 404, contentType: 'text/html', body: '<h1>404</h1>' }),
  'no connection': route => route.abort(),
  'no answer': () => new Promise(() => {}),
}

function problem(status: number, code: string) {
  return { type: 'x', title: 'Das ging schief.', status, code, requestId: 'r-1' }
}

const expected = [/40[134]|50[03]|ERR_FAILED|Failed to load/]

const notice = 'Sie sind angemeldet, aber Ihr Konto ließ sich gerade nicht laden.'
const retry = (page: Page) => page.getByRole('button', { name: 'Erneut versuchen' })

describe.each(Object.entries(failures))('when the session answers a logged-in user with %s,', (_, fail) => {
  test('the homepage shows it, the user stays logged in, and a retry loads the account', async ({ visit }) => {
    const page = await visit({ as: 'demo-kunde', width: phoneWidth, expected })
    await page.route(sessionCall, fail)
    await page.goto('/')
    await expect(page.getByRole('alert').getByText(notice)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Anmelden' })).toHaveCount(0)
    await expectAccessible(page, 'session failed, homepage')
    await expectNoSidewaysScroll(page, 'session failed, homepage')
    await pressRetry(page, sessionCall)
    await expect(page.getByText(notice)).not.toBeAttached()
  })

  test('the portal shows it once, and a retry opens the page', async ({ visit }) => {
    await expectNotice(visit, 'demo-kunde', '/customer-portal/tickets-overview', fail)
  })
})

test('an admin without an account sees the error in the admin portal and is not treated as a customer', async ({
  visit,
}) => {
  await expectNotice(visit, 'demo-admin', '/admin-portal/tickets-overview', route => route.abort())
})

async function expectNotice(
  visit: OpenWindow,
  as: string,
  path: string,
  fail: (route: Route) => Promise<void>,
): Promise<void> {
  const page = await visit({ as, expected })
  await page.route(sessionCall, fail)
  await page.goto(path)
  await expect(page.getByText(notice)).toBeVisible()
  await expect(page.getByText(notice)).toHaveCount(1)
  await expect(retry(page)).toHaveCount(1)
  expect(new URL(page.url()).pathname).toBe(path)
  await expectAccessible(page, 'session failed, portal')
  await pressRetry(page, sessionCall)
  await expect(firstLink(page)).toBeVisible()
}

test.for([401, 403])('a session refused with %i leads to the login', async (status, { visit }) => {
  for (const path of ['/customer-portal/home', '/faq']) {
    const page = await visit({ as: 'demo-kunde', expected })
    await page.route(sessionCall, route => route.fulfill({ status, contentType: 'text/html', body: '<h1>No</h1>' }))
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'Anmelden', exact: true })).toBeVisible()
    const { pathname, searchParams } = new URL(page.url())
    expect([pathname, searchParams.get('next')]).toEqual(['/accounts/login', path])
  }
})

describe.each([
  ['a visitor', undefined, ['/', '/faq', '/contact', '/login']],
  ['a visitor', undefined, [paths.imprint, paths.privacy, paths.accessibility, paths.powerMaster]],
  ['a customer', 'demo-kunde', [paths.customerHome, paths.customerTickets, paths.userSettings, '/']],
  ['an admin', 'demo-admin', [paths.adminHome, paths.adminCompany]],
] as const)('for %s (%s) on %j,', (_, as, pages) => {
  test('a hanging business profile does not keep the rings', async ({ visit }) => {
    await expectPagesWithoutProfile(visit, as, pages, 'no answer')
  })
})

test.for(['an error', 'no connection'])(
  'a business profile with %s does not keep the rings',
  async (fail, { visit }) => {
    await expectPagesWithoutProfile(visit, undefined, ['/', paths.powerMaster, paths.imprint], fail)
  },
)

async function expectPagesWithoutProfile(
  visit: OpenWindow,
  as: string | undefined,
  pages: readonly string[],
  fail: string,
): Promise<void> {
  // Each page waits for a time-out: they wait in parallel.
  const look = async (path: string) => {
    const page = await visit({ ...(as ? { as } : {}), width: phoneWidth, expected })
    await page.route(profileCall, failures[fail] ?? (() => {}))
    await page.goto(path)
    await expect(page.locator('#loading')).not.toBeAttached()
    await expect(anyOf(page.getByRole('heading', { level: 1 }))).toBeVisible()
    await expect(page.getByRole('button', { name: /Menü/ })).toBeVisible()
    await expectAccessible(page, `${path} without a profile`)
    await expectNoSidewaysScroll(page, `${path} without a profile`)
  }
  await Promise.all(pages.map(look))
}

test('a hanging customer list does not show the rings forever, and a late answer is shown', async ({ visit }) => {
  const page = await visit({ as: 'demo-kunde', expected })
  const held = Promise.withResolvers<void>()
  await page.route('**/api/backend/customer/**', async route => {
    await held.promise
    await route.continue()
  })
  await page.goto('/customer-portal/tickets-overview')
  await expect(page.getByRole('alert').getByText('Der Server antwortet nicht.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Neu laden' })).toBeVisible()
  held.resolve()
  await expect(firstLink(page)).toBeVisible()
})

test('a page with status 503 explains it, and no toast repeats it', async ({ visit }) => {
  const page = await visit({ as: 'demo-kunde', expected })
  for (const address of [sessionCall, profileCall])
    await page.route(address, failures['a page of a proxy'] ?? (() => {}))
  // Loaded with the first toast, which may be gone before anybody looks.
  const toasters: string[] = []
  page.on('request', request => {
    if (/\/toaster-[\w-]+\.js$/.test(request.url())) toasters.push(request.url())
  })
  await page.goto('/customer-portal/home')
  await expect(page.getByRole('heading', { level: 1, name: 'Service Unavailable' })).toBeVisible()
  await expect(page.getByText('503', { exact: true })).toBeVisible()
  await expect(page.getByText(/503 heißt: .*vorübergehend nicht verfügbar/)).toBeVisible()
  await waitUntilLoaded(page)
  expect(toasters).toEqual([])
  // Later failures are not on the page.
  await page.route('**/api/auth/logout/', failures['a page of a proxy'] ?? (() => {}))
  await page.getByRole('button', { name: 'Abmelden' }).click()
  await expect(page.getByText('Something went wrong.')).toBeVisible()
})

test('a page works without live updates if their code cannot be loaded, and its form loses nothing', async ({
  visit,
}) => {
  const page = await visit({ as: 'demo-kunde', expected })
  const failed = page.waitForEvent('requestfailed', request => /\/realtime-updates-[\w-]+\.js$/.test(request.url()))
  await page.route(/\/realtime-updates-[\w-]+\.js$/, route => route.abort())
  await open(page, '/customer-portal/requests-overview')
  await page.getByRole('button', { name: 'Anfrage stellen' }).click()
  const field = page.getByRole('dialog').getByLabel('Worum geht es?')
  await field.fill('Ohne Netz')
  await failed
  // The failed chunk has had time to affect the page.
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await expect(field).toHaveValue('Ohne Netz')
})
