/** Passwords of credentials: revealed on request for a limited time, to the right users, and everybody sees who revealed them. */
import type { Page } from 'playwright-core'
import { accountTexts } from '#web/texts/accounts.texts.ts'
import { credentialTexts } from '#web/texts/credentials.texts.ts'
import { passwordTexts } from '#web/texts/passwords.texts.ts'
import { userSettingsTexts } from '#web/texts/user-settings.texts.ts'
import { expect, type OpenWindow, test } from './journey.ts'
import { firstItem } from './list-places.ts'
import { demoPassword } from './secrets.ts'
import { logIn, open } from './visit.ts'
import { waitUntilLoaded } from './wait-until-loaded.ts'

/** From the demo. */
const password = 'Kelter-Fass-1896-Riesling'
const staffPassword = 'vT7q-Rm3k-Xz9d-Hb4w'
const words = passwordTexts

async function openService(
  visit: OpenWindow,
  username: 'demo-admin' | 'demo-kunde',
  name = 'Router im Büro',
  expected: RegExp[] = [],
): Promise<Page> {
  const page = await visit({ expected })
  await page.clock.install()
  await logIn(page, username)
  const area = username === 'demo-admin' ? 'admin-portal' : 'customer-portal'
  await open(page, `/${area}/services-overview?search=${encodeURIComponent(name)}`)
  await page.getByRole('table').getByRole('link', { name }).click()
  await page.waitForURL(`**/${area}/service/*`)
  return page
}

const revealButton = (page: Page, label: string) => page.getByRole('button', { name: words.revealOf(label) })
const hideButton = (page: Page, label: string) => page.getByRole('button', { name: words.hideOf(label) })

/** Neither the page nor its storage contains the password. */
async function expectForgotten(page: Page, secret = password): Promise<void> {
  await expect(page.getByText(secret)).not.toBeAttached()
  const kept = await page.evaluate(
    () =>
      document.documentElement.outerHTML +
      JSON.stringify([...Object.entries(sessionStorage), ...Object.entries(localStorage)]),
  )
  expect(kept).not.toContain(secret)
}

/** The server's refusal of a login older than ten minutes; the following requests reach the server. */
async function refuseOnce(page: Page): Promise<void> {
  const code = 'session.reauthentication_required'
  await page.route(
    '**/reveal/',
    route => route.fulfill({ status: 403, json: { type: 'x', title: 'x', status: 403, code, requestId: 'x' } }),
    {
      times: 1,
    },
  )
}

test('a password is revealed after a password check, for half a minute, and then it is gone', async ({ visit }) => {
  const page = await openService(visit, 'demo-kunde', undefined, [/403|422/])
  await refuseOnce(page)
  await revealButton(page, 'Oberfläche').click()
  const question = page.getByRole('dialog', { name: accountTexts.reauthentication.title })
  const own = question.getByLabel('Ihr Passwort', { exact: true })
  await expect(own).toBeVisible()
  // Users can type at once, into the dialog and not into the page behind it.
  await expect.poll(() => own.evaluate(field => field === document.activeElement)).toBe(true)
  await own.fill('falsch')
  await page.keyboard.press('Enter')
  await expect(question.getByText('Das aktuelle Passwort ist nicht richtig.')).toBeVisible()
  await expect(page.getByText(password)).toHaveCount(0)
  await question.getByLabel('Ihr Passwort', { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(question).not.toBeAttached()
  await expect(page.getByText(password)).toBeVisible()
  expect(new URL(page.url()).pathname).toContain('/customer-portal/service/')
  await page.clock.fastForward(25_000)
  await expect(page.getByText(/Wird in [1-5]\sSekunden? ausgeblendet/)).toBeVisible()
  await page.clock.fastForward(6_000)
  await expectForgotten(page)
  await expect(revealButton(page, 'Oberfläche')).toBeVisible()
})

test('closing the password prompt changes nothing', async ({ visit }) => {
  const page = await openService(visit, 'demo-kunde', undefined, [/403/])
  await refuseOnce(page)
  await revealButton(page, 'Oberfläche').click()
  const question = page.getByRole('dialog', { name: accountTexts.reauthentication.title })
  await expect(question.getByLabel('Ihr Passwort', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).not.toBeAttached()
  await expect.poll(() => revealButton(page, 'Oberfläche').getAttribute('aria-busy')).toBeNull()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText(password)).toHaveCount(0)
})

test('one password is revealed at a time, and none while the page is hidden', async ({ visit }) => {
  const page = await openService(visit, 'demo-admin')
  const show = async () => {
    await revealButton(page, 'Oberfläche').click()
    await expect(page.getByText(password)).toBeVisible()
  }
  await show()
  await revealButton(page, 'Fernwartung').click()
  await expect(page.getByText(staffPassword)).toBeVisible()
  await expectForgotten(page)
  await show()
  await expectForgotten(page, staffPassword)
  await page.keyboard.press('Escape')
  await expectForgotten(page)
  await show()
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  await expectForgotten(page)
  await show()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expectForgotten(page)
  await show()
  await hideButton(page, 'Oberfläche').click()
  await expectForgotten(page)
  await show()
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Dienste', exact: true }).click()
  await page.waitForURL('**/services-overview')
  await page.goBack()
  await expect(revealButton(page, 'Oberfläche')).toBeVisible()
  await expectForgotten(page)
})

test('a password is copied without being revealed', async ({ visit }) => {
  const page = await openService(visit, 'demo-kunde')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: words.copyOf('Oberfläche') }).click()
  await expect(page.getByText(words.copied)).toBeVisible()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(password)
  await expectForgotten(page)
})

test('staff credentials do not exist for the customer, and everybody sees who revealed a password', async ({
  visit,
}) => {
  const admin = await openService(visit, 'demo-admin')
  await expect(admin.getByText('Nur intern')).toBeVisible()
  await revealButton(admin, 'Oberfläche').click()
  await expect(admin.getByText(password)).toBeVisible()

  const page = await openService(visit, 'demo-kunde')
  await expect(revealButton(page, 'Oberfläche')).toBeVisible()
  await expect(page.getByText('Fernwartung')).toHaveCount(0)
  await expect(page.getByText(credentialTexts.shared)).toHaveCount(0)
  await page.getByRole('button', { name: credentialTexts.reveals.openOf('Oberfläche') }).click()
  const drawer = page.getByRole('dialog', { name: credentialTexts.reveals.title('Oberfläche') })
  await expect(firstItem(drawer).getByText('Johanna Brandt')).toBeVisible()
  const objects = await drawer.getByText(/^Passwort „Oberfläche“ von „.+“$/).count()
  expect(objects).toBe(await drawer.getByRole('listitem').count())
  await drawer.getByRole('button', { name: 'Nächste Seite' }).click()
  await expect(drawer.getByText(/^11–\d+ von \d+$/)).toBeVisible()
})

test('the list of reveals names the password and links to its service', async ({ customer: page }) => {
  await open(page, '/user-settings')
  const access = page.getByRole('region', { name: userSettingsTexts.access.title })
  const line = firstItem(access, 'hat das Passwort')
  const link = line.getByRole('link')
  const [, label, service] = /^„(.+)“ von „(.+)“$/.exec((await link.textContent()) ?? '') ?? []
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: service ?? '?', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: credentialTexts.reveals.openOf(label ?? '?') })).toBeVisible()
})

test('an admin sets, replaces and removes a password, and decides who sees it', async ({ visit }) => {
  const page = await openService(visit, 'demo-admin', 'Wechselrichter im Kelterhaus')
  await page.getByRole('button', { name: words.setOf('Installateur') }).click()
  const first = page.getByRole('dialog', { name: 'Passwort für „Installateur“ hinterlegen' })
  await first.getByRole('button', { name: 'Passwort speichern' }).click()
  await expect(first.getByText('Passwort erforderlich!')).toBeVisible()
  await first.getByRole('button', { name: 'Sicheres Passwort erzeugen' }).click()
  const made = await first.getByLabel('Passwort', { exact: true }).inputValue()
  expect(made).toMatch(/^(\w{5}-){3}\w{5}$/)
  await first.getByRole('button', { name: 'Passwort speichern' }).click()
  await expect(first).not.toBeAttached()
  await revealButton(page, 'Installateur').click()
  await expect(page.getByText(made)).toBeVisible()

  const choose = async (action: string) => {
    await page.getByRole('button', { name: 'Aktionen für Installateur' }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await choose('Passwort ersetzen')
  const second = page.getByRole('dialog', { name: 'Passwort von „Installateur“ ersetzen' })
  await second.getByLabel('Passwort', { exact: true }).fill('  mit Rand  ')
  await expect(page.getByText(made)).toHaveCount(0)
  await second.getByRole('button', { name: 'Passwort speichern' }).click()
  await expect(second).not.toBeAttached()
  await expectForgotten(page, made)
  await revealButton(page, 'Installateur').click()
  await expect.poll(() => page.locator('code').textContent()).toBe('  mit Rand  ')

  await choose('Bearbeiten')
  const form = page.getByRole('dialog', { name: 'Zugang bearbeiten' })
  await form.getByLabel('Für den Kunden sichtbar').uncheck()
  await form.getByRole('button', { name: 'Zugang speichern' }).click()
  await expect(page.getByText('Nur intern')).toBeVisible()
  const customer = await openService(visit, 'demo-kunde', 'Wechselrichter im Kelterhaus')
  await waitUntilLoaded(customer)
  await expect(customer.getByText('Installateur')).toHaveCount(0)

  await choose('Passwort entfernen')
  const question = page.getByRole('alertdialog', { name: 'Passwort von „Installateur“ entfernen?' })
  await question.getByRole('button', { name: 'Passwort entfernen' }).click()
  await expect(page.getByText(words.none)).toBeVisible()
})

test('a password with a lost key is shown as unreadable, and everything else works', async ({ visit }) => {
  const page = await openService(visit, 'demo-kunde', undefined, [/409/])
  const problem = { type: 'x', title: 'x', status: 409, code: 'secret.unreadable', requestId: 'x' }
  await page.route('**/reveal/', route => route.fulfill({ status: 409, json: problem }))
  await revealButton(page, 'Oberfläche').click()
  await expect(page.getByText(words.unreadable, { exact: true })).toBeVisible()
  await expect(page.getByText(words.unreadableCustomer)).toBeVisible()
  await expect(page.getByRole('button', { name: /Benutzername von „Oberfläche“ kopieren/ })).toBeVisible()
})

test('an admin sees no password during an impersonation', async ({ guest: page }) => {
  await logIn(page, 'demo-admin')
  await open(page, '/admin-portal/customers-overview?search=Weingut')
  await page
    .getByRole('table')
    .getByRole('link', { name: /Weingut/ })
    .click()
  await page.waitForURL('**/admin-portal/customer/*')
  const customerPage = page.url()
  await page.getByRole('button', { name: 'Als Kunde ansehen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ansicht starten' }).click()
  await page.waitForURL('**/customer-portal/home')
  await open(page, '/customer-portal/services-overview?search=Router')
  await page.getByRole('table').getByRole('link', { name: 'Router im Büro' }).click()
  await expect(page.getByText(words.notInView)).toBeVisible()
  await expect(revealButton(page, 'Oberfläche')).toHaveCount(0)
  await expect(page.getByText('Fernwartung')).toHaveCount(0)

  await page.getByRole('button', { name: 'Beenden' }).click()
  await page.waitForURL(customerPage)
  await expect(page.getByRole('button', { name: 'Als Kunde ansehen' })).toBeVisible()
})

test('a customer requests a new password with one click, and the business reaches the service from there', async ({
  visit,
  portal,
}) => {
  const page = await openService(visit, 'demo-kunde')
  const servicePath = new URL(page.url()).pathname
  await page.getByRole('button', { name: credentialTexts.askFor.openOf('Oberfläche') }).click()
  const question = page.getByRole('alertdialog', { name: credentialTexts.askFor.question('Oberfläche') })
  await expect(question.getByText('Neues Passwort für „Oberfläche“ (Router im Büro)')).toBeVisible()
  await question.getByRole('button', { name: credentialTexts.askFor.confirm }).click()
  await page.getByRole('button', { name: credentialTexts.askFor.toRequest }).click()
  await page.waitForURL('**/customer-portal/request/*')
  await expect(
    page.getByRole('heading', { level: 1, name: 'Neues Passwort für „Oberfläche“ (Router im Büro)' }),
  ).toBeVisible()
  const link = portal.origin + servicePath
  await expect(page.getByRole('link', { name: link })).toHaveAttribute('href', link)
  const requestId = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  await page.goto(servicePath)
  await page.getByRole('button', { name: credentialTexts.askFor.openOf('Oberfläche') }).click()
  await expect(question.getByText(credentialTexts.askFor.askedBefore)).toBeVisible()
  await question.getByRole('link', { name: /^A-\d{4}-\d{4}$/ }).click()
  await page.waitForURL(`**/customer-portal/request/${requestId}`)

  const admin = await visit()
  await logIn(admin, 'demo-admin')
  await open(admin, `/admin-portal/request/${requestId}`)
  await admin.getByRole('link', { name: link }).click()
  await admin.waitForURL(`**${servicePath.replace('customer-portal', 'admin-portal')}`)
  await expect(admin.getByRole('heading', { level: 1, name: 'Router im Büro' })).toBeVisible()
})
