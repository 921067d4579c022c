import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { demoPassword } from './secrets.ts'
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

test('a customer has to log in, mistypes, and reaches the requested page', async () => {
  const { page, open, end } = await visit(browser, portal, { expected: [/401/] })
  await open('/customer-portal/tickets-overview?progress=finished')
  expect(new URL(page.url()).pathname).toBe('/accounts/login')
  expect(new URL(page.url()).searchParams.get('next')).toBe('/customer-portal/tickets-overview?progress=finished')

  const username = page.getByLabel('Benutzername')
  const password = page.getByLabel('Passwort', { exact: true })
  const submit = page.getByRole('button', { name: 'Anmelden', exact: true })
  await submit.click()
  await page.getByText('Benutzername erforderlich!').first().waitFor()
  await page.getByText('Passwort erforderlich!').first().waitFor()
  await username.fill('ab')
  await password.fill('kurz')
  await submit.click()
  await page.getByText('Benutzername muss mindestens 3 Zeichen lang sein.').first().waitFor()
  await page.getByText('Passwort muss mindestens 6 Zeichen lang sein.').first().waitFor()

  await username.fill('demo-kunde')
  await password.fill('falsches-passwort')
  await submit.click()
  await page.getByText('Login Fehler').first().waitFor()
  const failed = page.getByText('Login Fehlgeschlagen! Bitte überprüfen Sie ihre Eingaben.')
  await failed.first().waitFor()
  // Shown once, and typing replaces the wrong password.
  expect(await failed.count()).toBe(1)
  expect(await password.evaluate(field => field === document.activeElement)).toBe(true)
  expect(await username.inputValue()).toBe('demo-kunde')

  await password.fill(demoPassword)
  await submit.click()
  await page.waitForURL('**/customer-portal/tickets-overview?progress=finished')
  await page.getByRole('heading', { level: 1, name: 'Tickets' }).waitFor()
  await end()
})

test('the e-mail address works like the user name', async () => {
  const { page, open, end } = await visit(browser, portal, { width: phoneWidth })
  await open('/login')
  await page.getByLabel('Benutzername oder E-Mail', { exact: true }).fill(' Annelie.Groessl@Weingut-Groessl.example ')
  await page.getByLabel('Passwort', { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/customer-portal/home')
  await end()
})

test.each(['//evil.example', '/\\evil.example', 'https://evil.example/', 'javascript:alert(1)'])(
  'a login with next=%s stays on this site',
  async next => {
    const { page, open, end } = await visit(browser, portal)
    await open(`/login?next=${encodeURIComponent(next)}`)
    await page.getByLabel('Benutzername').fill('demo-kunde')
    await page.getByLabel('Passwort', { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await page.waitForURL(`${portal.origin}/customer-portal/home`)
    await end()
  },
)

test('a customer on an admin page sees the error page, not a blank one', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-kunde' })
  await open('/admin-portal/home')
  expect(await page.getByText('403').count()).toBeGreaterThan(0)
  await end()
})

test('logging out ends the session in the browser and on the server', async () => {
  const { page, open, context, end } = await visit(browser, portal, { expected: [/401/] })
  await logIn(page, 'demo-kunde')
  const cookies = await context.cookies()
  await page.getByRole('button', { name: 'Abmelden' }).click()
  await page.getByRole('link', { name: 'Anmelden' }).first().waitFor()
  await context.addCookies(cookies)
  await open('/customer-portal/home')
  expect(new URL(page.url()).pathname).toBe('/accounts/login')
  await end()
})
