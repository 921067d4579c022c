import { expect, test } from './journey.ts'
import { demoPassword } from './secrets.ts'
import { logIn, open, phoneWidth } from './visit.ts'

test('a customer has to log in, mistypes, and reaches the requested page', async ({ visit }) => {
  const page = await visit({ expected: [/401/] })
  await open(page, '/customer-portal/tickets-overview?progress=finished')
  expect(new URL(page.url()).pathname).toBe('/accounts/login')
  expect(new URL(page.url()).searchParams.get('next')).toBe('/customer-portal/tickets-overview?progress=finished')

  const username = page.getByLabel('Benutzername')
  const password = page.getByLabel('Passwort', { exact: true })
  const submit = page.getByRole('button', { name: 'Anmelden', exact: true })
  await submit.click()
  await expect(page.getByText('Benutzername erforderlich!')).toBeVisible()
  await expect(page.getByText('Passwort erforderlich!')).toBeVisible()
  await username.fill('ab')
  await password.fill('kurz')
  await submit.click()
  await expect(page.getByText('Benutzername muss mindestens 3 Zeichen lang sein.')).toBeVisible()
  await expect(page.getByText('Passwort muss mindestens 6 Zeichen lang sein.')).toBeVisible()

  await username.fill('demo-kunde')
  await password.fill('falsches-passwort')
  await submit.click()
  await expect(page.getByText('Login Fehler')).toBeVisible()
  const failed = page.getByText('Login Fehlgeschlagen! Bitte überprüfen Sie ihre Eingaben.')
  await expect(failed).toBeVisible()
  // Shown once, and typing replaces the wrong password.
  await expect(failed).toHaveCount(1)
  await expect.poll(() => password.evaluate(field => field === document.activeElement)).toBe(true)
  await expect(username).toHaveValue('demo-kunde')

  await password.fill(demoPassword)
  await submit.click()
  await page.waitForURL('**/customer-portal/tickets-overview?progress=finished')
  await expect(page.getByRole('heading', { level: 1, name: 'Tickets' })).toBeVisible()
})

test('the e-mail address works like the user name', async ({ visit }) => {
  const page = await visit({ width: phoneWidth })
  await open(page, '/login')
  await page.getByLabel('Benutzername oder E-Mail', { exact: true }).fill(' Annelie.Groessl@Weingut-Groessl.example ')
  await page.getByLabel('Passwort', { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/customer-portal/home')
})

test.for(['//evil.example', '/\\evil.example', 'https://evil.example/', 'javascript:alert(1)'])(
  'a login with next=%s stays on this site',
  async (next, { guest: page, portal }) => {
    await open(page, `/login?next=${encodeURIComponent(next)}`)
    await page.getByLabel('Benutzername').fill('demo-kunde')
    await page.getByLabel('Passwort', { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await page.waitForURL(`${portal.origin}/customer-portal/home`)
  },
)

test('a customer on an admin page sees the error page, not a blank one', async ({ customer: page }) => {
  await open(page, '/admin-portal/home')
  await expect.poll(() => page.getByText('403').count()).toBeGreaterThan(0)
})

test('logging out ends the session in the browser and on the server', async ({ visit }) => {
  const page = await visit({ expected: [/401/] })
  await logIn(page, 'demo-kunde')
  const cookies = await page.context().cookies()
  await page.getByRole('button', { name: 'Abmelden' }).click()
  await expect(page.getByRole('link', { name: 'Anmelden' })).toBeVisible()
  await page.context().addCookies(cookies)
  await open(page, '/customer-portal/home')
  expect(new URL(page.url()).pathname).toBe('/accounts/login')
})

test('a list that opens during a logout is not requested, and the homepage appears', async ({ visit }) => {
  const page = await visit({ as: 'demo-kunde', isUntold: true })
  await open(page, '/customer-portal/home')
  const [ended, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/api/auth/logout/', async route => {
    const response = await route.fetch()
    ended.resolve()
    await answered.promise
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Abmelden' }).click()
  // The session has ended, and the page does not know it yet.
  await ended.promise
  await page.getByRole('navigation').getByRole('link', { name: 'Tickets', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Tickets', level: 1 })).toBeVisible()
  answered.resolve()
  await page.waitForURL(url => url.pathname === '/')
})

test('a list that is on its way during a logout is cancelled, not refused', async ({ visit }) => {
  const page = await visit({ as: 'demo-kunde', isUntold: true })
  await open(page, '/customer-portal/home')
  const asked = Promise.withResolvers<void>()
  const ended = page.waitForResponse('**/api/auth/logout/')
  await page.route('**/api/backend/tickets/?**', async route => {
    asked.resolve()
    await ended
    // Fails for a cancelled call.
    await route.continue().catch(() => {})
  })
  await page.getByRole('navigation').getByRole('link', { name: 'Tickets', exact: true }).click()
  await asked.promise
  const cancelled = page.waitForEvent('requestfailed', request => request.url().includes('/api/backend/tickets/'))
  await page.getByRole('button', { name: 'Abmelden' }).click()
  expect((await cancelled).failure()?.errorText).toBe('net::ERR_ABORTED')
  await page.waitForURL(url => url.pathname === '/')
})
