import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { launchBrowser } from './browser.ts'
import { demoPassword } from './secrets.ts'
import { type Portal, startPortal } from './started-portal.ts'
import { logIn, phoneWidth, visit } from './visit.ts'

let browser: Browser
let portal: Portal

beforeAll(async () => {
  browser = await launchBrowser()
  // A passkey belongs to a host name; IP addresses have none.
  const started = await startPortal({ environment: { HOST: '0.0.0.0' } })
  portal = { ...started, origin: started.origin.replace('127.0.0.1', 'localhost') }
})
afterAll(async () => {
  await browser?.close()
  await portal?.stop()
})

/** Chromium's virtual authenticator: it verifies its user without interaction. */
async function addAuthenticator(page: Page): Promise<{ client: CDPSession; authenticatorId: string }> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { client, authenticatorId }
}

test('a passkey is created, named, used for a login and as second factor, and deleted', async () => {
  // Requests still running when the cookies are cleared are refused.
  const { page, open, end } = await visit(browser, portal, { width: phoneWidth, expected: [/401/] })
  const { client, authenticatorId } = await addAuthenticator(page)
  await logIn(page, 'demo-kunde')
  await open('/user-settings')
  const section = page.getByRole('region', { name: 'Zweiter Faktor' })
  await section.getByRole('button', { name: 'Passkey hinzufügen' }).click()
  const form = page.getByRole('form', { name: 'Passkey hinzufügen' })
  await form.getByLabel('Name').fill('Telefon')
  await expectAccessible(page, 'naming a passkey')
  await form.getByRole('button', { name: 'Passkey anlegen' }).click()
  await section.getByRole('list', { name: 'Wiederherstellungscodes' }).waitFor()
  await section.getByRole('button', { name: 'Ich habe die Codes gesichert' }).click()
  const row = section.getByRole('list', { name: 'Ihre Passkeys' }).getByRole('listitem')
  await row.getByText('Noch nicht benutzt').waitFor()
  await expectAccessible(page, 'the passkeys')
  await expectNoSidewaysScroll(page, 'the passkeys')

  await section.getByRole('button', { name: 'Telefon umbenennen' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Mein Telefon')
  await page.getByRole('button', { name: 'Name speichern' }).click()
  await row.getByText('Mein Telefon').waitFor()

  // Without user name and password.
  await page.context().clearCookies()
  await open('/login?next=%2Fcustomer-portal%2Ftickets-overview')
  await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click()
  await page.waitForURL('**/customer-portal/tickets-overview')

  // Instead of a code.
  await page.context().clearCookies()
  await open('/login')
  await page.getByLabel('Benutzername').fill('demo-kunde')
  await page.getByLabel('Passwort', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await page.getByRole('button', { name: 'Mit Passkey bestätigen' }).click()
  await page.waitForURL('**/customer-portal/home')

  await open('/user-settings')
  await section.getByRole('button', { name: 'Mein Telefon löschen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
  await section.getByText('Noch ist kein Passkey hinterlegt.').waitFor()
  await client.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
  await end()
})

test('an unknown passkey is refused with a message, and the password still works', async () => {
  const { page, open, end } = await visit(browser, portal, { expected: [/401/, /409/] })
  const { client, authenticatorId } = await addAuthenticator(page)
  await logIn(page, 'demo-neu')
  await open('/user-settings')
  const section = page.getByRole('region', { name: 'Zweiter Faktor' })
  await section.getByRole('button', { name: 'Passkey hinzufügen' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Schreibtisch')
  await page.getByRole('button', { name: 'Passkey anlegen' }).click()
  await section.getByRole('button', { name: 'Ich habe die Codes gesichert' }).click()
  await section.getByRole('button', { name: 'Schreibtisch löschen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
  await section.getByText('Noch ist kein Passkey hinterlegt.').waitFor()
  expect((await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials).toHaveLength(1)

  await page.context().clearCookies()
  await open('/login')
  await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click()
  await page.getByText('Dieser Passkey wird hier nicht angenommen.').first().waitFor()
  await logIn(page, 'demo-neu')
  await end()
})
