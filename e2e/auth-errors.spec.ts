/** 401 and 403 from proxies or the server, and CSRF tokens that are refused again. */
import type { Page } from 'playwright-core'
import { expectAccessible } from './axe.ts'
import { expect, test } from './journey.ts'
import { demoPassword } from './secrets.ts'
import { open, pressRetry } from './visit.ts'
import { waitUntilLoaded } from './wait-until-loaded.ts'

const expected = [/40[13]|Failed to load/]

const replies = {
  'no body': { body: '' },
  'a page': { contentType: 'text/html', body: '<!doctype html><title>Access denied</title><h1>Access denied</h1>' },
  'foreign JSON': { json: { detail: 'Authentication credentials were not provided.' } },
  'half a document': { contentType: 'application/problem+json', body: '{"code":' },
}

/** The page the login leads back to. */
async function nextAfterLogin(page: Page): Promise<string | null> {
  await page.waitForURL(url => url.pathname === '/accounts/login')
  await expect(page.getByRole('button', { name: 'Anmelden', exact: true })).toBeVisible()
  return new URL(page.url()).searchParams.get('next')
}

test.for([401, 403])('a %i leads to the login and back, regardless of its body', async (status, { visit }) => {
  for (const [what, reply] of Object.entries(replies)) {
    const page = await visit({ as: 'demo-kunde', expected })
    await open(page, '/customer-portal/home')
    await page.route('**/api/backend/tickets/**', route => route.fulfill({ status, ...reply }))
    const path = '/customer-portal/tickets-overview?progress=finished'
    await page.goto(path)
    expect(await nextAfterLogin(page), what).toBe(path)
  }
})

test.for(['business-profile', 'device-services'])(
  'a refusal of %s at the start leads to the login',
  async (refused, { visit }) => {
    const page = await visit({ as: 'demo-kunde', expected })
    await page.route(`**/api/backend/${refused}/**`, route => route.fulfill({ status: 403, ...replies['a page'] }))
    await page.goto('/customer-portal/tickets-overview')
    expect(await nextAfterLogin(page)).toBe('/customer-portal/tickets-overview')
  },
)

test.for([401, 403])(
  'a proxy that answers everything with %i shows one error on the login page, after a click',
  async (status, { visit }) => {
    const page = await visit({ as: 'demo-kunde', expected })
    await open(page, '/customer-portal/home')
    await page.route('**/api/**', route => route.fulfill({ status, ...replies['a page'] }))
    await page.goto('/customer-portal/tickets-overview')
    await page.goto('/login')
    const send = page.getByRole('button', { name: 'Anmelden', exact: true })
    await expect(send).toBeVisible()
    await waitUntilLoaded(page)
    const said = page.locator('.toast, [role="alert"]')
    await expect.poll(() => said.allTextContents()).toEqual([])
    await page.getByLabel('Benutzername').fill('demo-kunde')
    await page.getByLabel('Passwort', { exact: true }).fill('ein-langes-Passwort')
    await send.click()
    await expect(page.getByText('Something went wrong.')).toBeVisible()
    await expect(said).toHaveCount(1)
  },
)

test('a login without an account shows one error, with another try', async ({ visit }) => {
  const page = await visit({ expected })
  await open(page, '/login')
  await page.route('**/api/auth/session/', route => route.fulfill({ status: 403, ...replies['a page'] }))
  await page.getByLabel('Benutzername').fill('demo-kunde')
  await page.getByLabel('Passwort', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  const said = page.getByText('Sie sind angemeldet, aber Ihr Konto ließ sich gerade nicht laden.')
  await expect(said).toBeVisible()
  await waitUntilLoaded(page)
  await expect(said).toHaveCount(1)
  await expect(page.locator('.toast')).toHaveCount(0)
  await pressRetry(page, '**/api/auth/session/')
  await page.waitForURL('**/customer-portal/home')
})

test('a refused write leads to the login, and the input is restored afterwards', async ({ visit }) => {
  const page = await visit({ expected })
  await open(page, '/contact')
  const text = page.getByLabel('Nachricht', { exact: true })
  await page.getByLabel('E-Mail').fill('anna@groessl.example')
  await text.fill('Dieser Text darf nicht verloren gehen.')
  await page.route('**/api/backend/messageForm/', route => route.fulfill({ status: 403, ...replies['a page'] }))
  await page.getByRole('button', { name: /senden/i }).click()
  expect(await nextAfterLogin(page)).toBe('/contact')
  await page.goBack()
  await expect(text).toHaveValue('Dieser Text darf nicht verloren gehen.')
})

test('a CSRF token refused once is renewed silently, and one refused again shows an error', async ({ visit }) => {
  const page = await visit({ expected })
  let sent = 0
  let refuses = 1
  await page.route('**/api/backend/messageForm/', async route => {
    sent += 1
    const headers = route.request().headers()
    if (sent <= refuses) headers['x-csrftoken'] = 'stale'
    await route.continue({ headers })
  })
  const send = async () => {
    await open(page, '/contact')
    await page.getByLabel('E-Mail').fill('anna@groessl.example')
    await page.getByLabel('Nachricht', { exact: true }).fill('Bitte rufen Sie mich zurück.')
    await page.getByRole('button', { name: /senden/i }).click()
  }
  await send()
  await expect(page.getByText('Nachricht Gesendet')).toBeVisible()
  expect(sent).toBe(2)

  sent = 0
  refuses = Number.POSITIVE_INFINITY
  await send()
  const toast = page.locator('.toast', { hasText: 'Die Sicherheitsprüfung ist zweimal fehlgeschlagen.' })
  await expect(toast.getByRole('button', { name: 'Neu laden' })).toBeVisible()
  expect(sent).toBe(2)
  expect(new URL(page.url()).pathname).toBe('/contact')
  await expectAccessible(page, 'CSRF refused twice')

  refuses = 0
  await toast.getByRole('button', { name: 'Neu laden' }).click()
  await waitUntilLoaded(page)
  await expect(page.getByLabel('Nachricht', { exact: true })).toHaveValue('Bitte rufen Sie mich zurück.')
})
