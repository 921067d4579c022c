/** 401 and 403 from proxies or the server, and CSRF tokens that are refused again. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './axe.ts'
import { launchBrowser } from './browser.ts'
import { demoPassword } from './secrets.ts'
import { settled } from './settled.ts'
import { type Portal, startPortal } from './started-portal.ts'
import { type Visit, visit } from './visit.ts'

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

const start = (as?: string): Promise<Visit> =>
  visit(browser, portal, { expected: [/40[13]|Failed to load/], ...(as ? { as } : {}) })

const replies = {
  'no body': { body: '' },
  'a page': { contentType: 'text/html', body: '<!doctype html><title>Access denied</title><h1>Access denied</h1>' },
  'foreign JSON': { json: { detail: 'Authentication credentials were not provided.' } },
  'half a document': { contentType: 'application/problem+json', body: '{"code":' },
}

/** The page the login leads back to. */
async function nextAfterLogin(page: Page): Promise<string | null> {
  await page.waitForURL(url => url.pathname === '/accounts/login')
  await page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor()
  return new URL(page.url()).searchParams.get('next')
}

test.each([401, 403])('a %i leads to the login and back, regardless of its body', async status => {
  for (const [what, reply] of Object.entries(replies)) {
    const { page, open, end } = await start('demo-kunde')
    await open('/customer-portal/home')
    await page.route('**/api/backend/tickets/**', route => route.fulfill({ status, ...reply }))
    const path = '/customer-portal/tickets-overview?progress=finished'
    await page.goto(path)
    expect(await nextAfterLogin(page), what).toBe(path)
    await end()
  }
})

test.each([401, 403])(
  'a proxy that answers everything with %i shows one error on the login page, after a click',
  async status => {
    const { page, open, end } = await start('demo-kunde')
    await open('/customer-portal/home')
    await page.route('**/api/**', route => route.fulfill({ status, ...replies['a page'] }))
    await page.goto('/customer-portal/tickets-overview')
    await page.goto('/login')
    const send = page.getByRole('button', { name: 'Anmelden', exact: true })
    await send.waitFor()
    await settled(page)
    const said = page.locator('.toast, [role="alert"]')
    expect(await said.allTextContents()).toEqual([])
    await page.getByLabel('Benutzername').fill('demo-kunde')
    await page.getByLabel('Passwort', { exact: true }).fill('ein-langes-Passwort')
    await send.click()
    await page.getByText('Something went wrong.').waitFor()
    expect(await said.count()).toBe(1)
    await end()
  },
)

test('a login without an account shows one error, with another try', async () => {
  const { page, open, end } = await start()
  await open('/login')
  await page.route('**/api/auth/session/', route => route.fulfill({ status: 403, ...replies['a page'] }))
  await page.getByLabel('Benutzername').fill('demo-kunde')
  await page.getByLabel('Passwort', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  const said = page.getByText('Sie sind angemeldet, aber Ihr Konto ließ sich gerade nicht laden.')
  await said.waitFor()
  await settled(page)
  expect(await said.count()).toBe(1)
  expect(await page.locator('.toast').count()).toBe(0)
  await page.unroute('**/api/auth/session/')
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await page.waitForURL('**/customer-portal/home')
  await end()
})

test('a refused write leads to the login, and the input is restored afterwards', async () => {
  const { page, open, end } = await start()
  await open('/contact')
  const text = page.getByLabel('Nachricht', { exact: true })
  await page.getByLabel('E-Mail').fill('anna@groessl.example')
  await text.fill('Dieser Text darf nicht verloren gehen.')
  await page.route('**/api/backend/messageForm/', route => route.fulfill({ status: 403, ...replies['a page'] }))
  await page.getByRole('button', { name: /senden/i }).click()
  expect(await nextAfterLogin(page)).toBe('/contact')
  await page.goBack()
  expect(await text.inputValue()).toBe('Dieser Text darf nicht verloren gehen.')
  await end()
})

test('a CSRF token refused once is renewed silently, and one refused again shows an error', async () => {
  const { page, open, end } = await start()
  let sent = 0
  let refuses = 1
  await page.route('**/api/backend/messageForm/', async route => {
    sent += 1
    const headers = route.request().headers()
    if (sent <= refuses) headers['x-csrftoken'] = 'stale'
    await route.continue({ headers })
  })
  const send = async () => {
    await open('/contact')
    await page.getByLabel('E-Mail').fill('anna@groessl.example')
    await page.getByLabel('Nachricht', { exact: true }).fill('Bitte rufen Sie mich zurück.')
    await page.getByRole('button', { name: /senden/i }).click()
  }
  await send()
  await page.getByText('Nachricht Gesendet').first().waitFor()
  expect(sent).toBe(2)

  sent = 0
  refuses = Number.POSITIVE_INFINITY
  await send()
  const toast = page.locator('.toast', { hasText: 'Die Sicherheitsprüfung ist zweimal fehlgeschlagen.' })
  await toast.getByRole('button', { name: 'Neu laden' }).waitFor()
  expect(sent).toBe(2)
  expect(new URL(page.url()).pathname).toBe('/contact')
  await expectAccessible(page, 'CSRF refused twice')

  refuses = 0
  await toast.getByRole('button', { name: 'Neu laden' }).click()
  await settled(page)
  expect(await page.getByLabel('Nachricht', { exact: true }).inputValue()).toBe('Bitte rufen Sie mich zurück.')
  await end()
})
