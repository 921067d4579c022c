import type { CDPSession, Page } from 'playwright-core'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { expect, test as numberTest } from './journey.ts'
import { demoPassword } from './secrets.ts'
import { logIn, loseCookies, open, phoneWidth } from './visit.ts'

// A passkey belongs to a host name; IP addresses have none.
const test = numberTest.extend(
  'portalOptions',
  { scope: 'file' },
  { hostname: 'localhost', environment: { HOST: '0.0.0.0' } },
)

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

test('a passkey is created, named, used for a login and as second factor, and deleted', async ({ visit }) => {
  // Requests still running when the cookies are cleared are refused.
  const page = await visit({ width: phoneWidth, expected: [/401/] })
  const { client, authenticatorId } = await addAuthenticator(page)
  await logIn(page, 'demo-kunde')
  await open(page, '/user-settings')
  const section = page.getByRole('region', { name: 'Zweiter Faktor' })
  await section.getByRole('button', { name: 'Passkey hinzufügen' }).click()
  const form = page.getByRole('form', { name: 'Passkey hinzufügen' })
  await form.getByLabel('Name').fill('Telefon')
  await expectAccessible(page, 'naming a passkey')
  await form.getByRole('button', { name: 'Passkey anlegen' }).click()
  await expect(section.getByRole('list', { name: 'Wiederherstellungscodes' })).toBeVisible()
  await section.getByRole('button', { name: 'Ich habe die Codes gesichert' }).click()
  const row = section.getByRole('list', { name: 'Ihre Passkeys' }).getByRole('listitem')
  await expect(row.getByText('Noch nicht benutzt')).toBeVisible()
  await expectAccessible(page, 'the passkeys')
  await expectNoSidewaysScroll(page, 'the passkeys')

  await section.getByRole('button', { name: 'Telefon umbenennen' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Mein Telefon')
  await page.getByRole('button', { name: 'Name speichern' }).click()
  await expect(row.getByText('Mein Telefon')).toBeVisible()

  // Without user name and password.
  await loseCookies(page)
  await open(page, '/login?next=%2Fcustomer-portal%2Ftickets-overview')
  await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click()
  await page.waitForURL('**/customer-portal/tickets-overview')

  // Instead of a code.
  await loseCookies(page)
  await open(page, '/login')
  await page.getByLabel('Benutzername').fill('demo-kunde')
  await page.getByLabel('Passwort', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await page.getByRole('button', { name: 'Mit Passkey bestätigen' }).click()
  await page.waitForURL('**/customer-portal/home')

  await open(page, '/user-settings')
  await section.getByRole('button', { name: 'Mein Telefon löschen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
  await expect(section.getByText('Noch ist kein Passkey hinterlegt.')).toBeVisible()
  await client.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
})

test('an unknown passkey is refused with a message, and the password still works', async ({ visit }) => {
  const page = await visit({ expected: [/401/, /409/] })
  const { client, authenticatorId } = await addAuthenticator(page)
  await logIn(page, 'demo-neu')
  await open(page, '/user-settings')
  const section = page.getByRole('region', { name: 'Zweiter Faktor' })
  await section.getByRole('button', { name: 'Passkey hinzufügen' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Schreibtisch')
  await page.getByRole('button', { name: 'Passkey anlegen' }).click()
  await section.getByRole('button', { name: 'Ich habe die Codes gesichert' }).click()
  await section.getByRole('button', { name: 'Schreibtisch löschen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
  await expect(section.getByText('Noch ist kein Passkey hinterlegt.')).toBeVisible()
  expect((await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials).toHaveLength(1)

  await loseCookies(page)
  await open(page, '/login')
  await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click()
  await expect(page.getByText('Dieser Passkey wird hier nicht angenommen.')).toBeVisible()
  await logIn(page, 'demo-neu')
})
