/** Passwords of credentials: revealed on request for a limited time, to the right users, and everybody sees who revealed them. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountTexts } from '#web/texts/accounts.texts.ts'
import { credentialTexts } from '#web/texts/credentials.texts.ts'
import { userSettingsTexts } from '#web/texts/user-settings.texts.ts'
import { launchBrowser } from './browser.ts'
import { demoPassword } from './secrets.ts'
import { settled } from './settled.ts'
import { type Portal, startPortal } from './started-portal.ts'
import { logIn, type Visit, visit } from './visit.ts'

/** From the demo. */
const password = 'Kelter-Fass-1896-Riesling'
const staffPassword = 'vT7q-Rm3k-Xz9d-Hb4w'
const words = credentialTexts.password

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

async function openService(
  username: 'demo-admin' | 'demo-kunde',
  name = 'Router im Büro',
  expected: RegExp[] = [],
): Promise<Visit> {
  const window = await visit(browser, portal, { expected })
  await window.page.clock.install()
  await logIn(window.page, username)
  const area = username === 'demo-admin' ? 'admin-portal' : 'customer-portal'
  await window.open(`/${area}/services-overview?search=${encodeURIComponent(name)}`)
  await window.page.getByRole('table').getByRole('link', { name }).click()
  await window.page.waitForURL(`**/${area}/service/*`)
  return window
}

const revealButton = (page: Page, label: string) => page.getByRole('button', { name: words.revealOf(label) })
const hideButton = (page: Page, label: string) => page.getByRole('button', { name: words.hideOf(label) })

/** Neither the page nor its storage contains the password. */
async function expectForgotten(page: Page, secret = password): Promise<void> {
  await page.getByText(secret).waitFor({ state: 'detached' })
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

test('a password is revealed after a password check, for half a minute, and then it is gone', async () => {
  const { page, end } = await openService('demo-kunde', undefined, [/403|422/])
  await refuseOnce(page)
  await revealButton(page, 'Oberfläche').click()
  const question = page.getByRole('dialog', { name: accountTexts.reauthentication.title })
  const own = question.getByLabel('Ihr Passwort', { exact: true })
  await own.waitFor()
  // Users can type at once, into the dialog and not into the page behind it.
  await expect.poll(() => own.evaluate(field => field === document.activeElement)).toBe(true)
  await own.fill('falsch')
  await page.keyboard.press('Enter')
  await question.getByText('Das aktuelle Passwort ist nicht richtig.').first().waitFor()
  expect(await page.getByText(password).count()).toBe(0)
  await question.getByLabel('Ihr Passwort', { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')
  await question.waitFor({ state: 'detached' })
  await page.getByText(password).waitFor()
  expect(new URL(page.url()).pathname).toContain('/customer-portal/service/')
  await page.clock.fastForward(25_000)
  await page.getByText(/Wird in [1-5]\sSekunden? ausgeblendet/).waitFor()
  await page.clock.fastForward(6_000)
  await expectForgotten(page)
  await revealButton(page, 'Oberfläche').waitFor()
  await end()
})

test('closing the password prompt changes nothing', async () => {
  const { page, end } = await openService('demo-kunde', undefined, [/403/])
  await refuseOnce(page)
  await revealButton(page, 'Oberfläche').click()
  const question = page.getByRole('dialog', { name: accountTexts.reauthentication.title })
  await question.getByLabel('Ihr Passwort', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await expect.poll(() => revealButton(page, 'Oberfläche').getAttribute('aria-busy')).toBeNull()
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await page.getByText(password).count()).toBe(0)
  await end()
})

test('one password is revealed at a time, and none while the page is hidden', async () => {
  const { page, end } = await openService('demo-admin')
  const show = async () => {
    await revealButton(page, 'Oberfläche').click()
    await page.getByText(password).waitFor()
  }
  await show()
  await revealButton(page, 'Fernwartung').click()
  await page.getByText(staffPassword).waitFor()
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
  await page.getByRole('link', { name: 'Dienste', exact: true }).first().click()
  await page.waitForURL('**/services-overview')
  await page.goBack()
  await revealButton(page, 'Oberfläche').waitFor()
  await expectForgotten(page)
  await end()
})

test('a password is copied without being revealed', async () => {
  const { page, context, end } = await openService('demo-kunde')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: words.copyOf('Oberfläche') }).click()
  await page.getByText(words.copied).first().waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(password)
  await expectForgotten(page)
  await end()
})

test('staff credentials do not exist for the customer, and everybody sees who revealed a password', async () => {
  const admin = await openService('demo-admin')
  await admin.page.getByText('Nur intern').waitFor()
  await revealButton(admin.page, 'Oberfläche').click()
  await admin.page.getByText(password).waitFor()
  await admin.end()

  const { page, end } = await openService('demo-kunde')
  await revealButton(page, 'Oberfläche').waitFor()
  expect(await page.getByText('Fernwartung').count()).toBe(0)
  expect(await page.getByText(credentialTexts.shared).count()).toBe(0)
  await page.getByRole('button', { name: credentialTexts.reveals.openOf('Oberfläche') }).click()
  const drawer = page.getByRole('dialog', { name: credentialTexts.reveals.title('Oberfläche') })
  await drawer.getByRole('listitem').first().getByText('Johanna Brandt').waitFor()
  const objects = await drawer.getByText(/^Passwort „Oberfläche“ von „.+“$/).count()
  expect(objects).toBe(await drawer.getByRole('listitem').count())
  await drawer.getByRole('button', { name: 'Nächste Seite' }).click()
  await drawer.getByText(/^11–\d+ von \d+$/).waitFor()
  await end()
})

test('the list of reveals names the password and links to its service', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-kunde' })
  await open('/user-settings')
  const access = page.getByRole('region', { name: userSettingsTexts.access.title })
  const line = access.getByRole('listitem').filter({ hasText: 'hat das Passwort' }).first()
  const link = line.getByRole('link')
  const [, label, service] = /^„(.+)“ von „(.+)“$/.exec((await link.textContent()) ?? '') ?? []
  await link.click()
  await page.getByRole('heading', { level: 1, name: service ?? '?', exact: true }).waitFor()
  await page.getByRole('button', { name: credentialTexts.reveals.openOf(label ?? '?') }).waitFor()
  await end()
})

test('an admin sets, replaces and removes a password, and decides who sees it', async () => {
  const { page, end } = await openService('demo-admin', 'Wechselrichter im Kelterhaus')
  await page.getByRole('button', { name: words.setOf('Installateur') }).click()
  const first = page.getByRole('dialog', { name: 'Passwort für „Installateur“ hinterlegen' })
  await first.getByRole('button', { name: 'Passwort speichern' }).click()
  await first.getByText('Passwort erforderlich!').first().waitFor()
  await first.getByRole('button', { name: 'Sicheres Passwort erzeugen' }).click()
  const made = await first.getByLabel('Passwort', { exact: true }).inputValue()
  expect(made).toMatch(/^(\w{5}-){3}\w{5}$/)
  await first.getByRole('button', { name: 'Passwort speichern' }).click()
  await first.waitFor({ state: 'detached' })
  await revealButton(page, 'Installateur').click()
  await page.getByText(made).waitFor()

  const choose = async (action: string) => {
    await page.getByRole('button', { name: 'Aktionen für Installateur' }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await choose('Passwort ersetzen')
  const second = page.getByRole('dialog', { name: 'Passwort von „Installateur“ ersetzen' })
  await second.getByLabel('Passwort', { exact: true }).fill('  mit Rand  ')
  expect(await page.getByText(made).count()).toBe(0)
  await second.getByRole('button', { name: 'Passwort speichern' }).click()
  await second.waitFor({ state: 'detached' })
  await expectForgotten(page, made)
  await revealButton(page, 'Installateur').click()
  expect(await page.locator('code').textContent()).toBe('  mit Rand  ')

  await choose('Bearbeiten')
  const form = page.getByRole('dialog', { name: 'Zugang bearbeiten' })
  await form.getByLabel('Für den Kunden sichtbar').uncheck()
  await form.getByRole('button', { name: 'Zugang speichern' }).click()
  await page.getByText('Nur intern').waitFor()
  const customer = await openService('demo-kunde', 'Wechselrichter im Kelterhaus')
  await settled(customer.page)
  expect(await customer.page.getByText('Installateur').count()).toBe(0)
  await customer.end()

  await choose('Passwort entfernen')
  const question = page.getByRole('alertdialog', { name: 'Passwort von „Installateur“ entfernen?' })
  await question.getByRole('button', { name: 'Passwort entfernen' }).click()
  await page.getByText(words.none).waitFor()
  await end()
})

test('a password with a lost key is shown as unreadable, and everything else works', async () => {
  const { page, end } = await openService('demo-kunde', undefined, [/409/])
  const problem = { type: 'x', title: 'x', status: 409, code: 'secret.unreadable', requestId: 'x' }
  await page.route('**/reveal/', route => route.fulfill({ status: 409, json: problem }))
  await revealButton(page, 'Oberfläche').click()
  await page.getByText(words.unreadable, { exact: true }).waitFor()
  await page.getByText(words.unreadableCustomer).waitFor()
  await page.getByRole('button', { name: /Benutzername von „Oberfläche“ kopieren/ }).waitFor()
  await end()
})

test('an admin sees no password during an impersonation', async () => {
  const { page, open, end } = await visit(browser, portal)
  await logIn(page, 'demo-admin')
  await open('/admin-portal/customers-overview?search=Weingut')
  await page
    .getByRole('table')
    .getByRole('link', { name: /Weingut/ })
    .first()
    .click()
  await page.waitForURL('**/admin-portal/customer/*')
  const customerPage = page.url()
  await page.getByRole('button', { name: 'Als Kunde ansehen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ansicht starten' }).click()
  await page.waitForURL('**/customer-portal/home')
  await open('/customer-portal/services-overview?search=Router')
  await page.getByRole('table').getByRole('link', { name: 'Router im Büro' }).click()
  await page.getByText(words.notInView).waitFor()
  expect(await revealButton(page, 'Oberfläche').count()).toBe(0)
  expect(await page.getByText('Fernwartung').count()).toBe(0)

  await page.getByRole('button', { name: 'Beenden' }).click()
  await page.waitForURL(customerPage)
  await page.getByRole('button', { name: 'Als Kunde ansehen' }).waitFor()
  await end()
})

test('a customer requests a new password with one click, and the business reaches the service from there', async () => {
  const { page, end } = await openService('demo-kunde')
  const servicePath = new URL(page.url()).pathname
  await page.getByRole('button', { name: credentialTexts.askFor.openOf('Oberfläche') }).click()
  const question = page.getByRole('alertdialog', { name: credentialTexts.askFor.question('Oberfläche') })
  await question.getByText('Neues Passwort für „Oberfläche“ (Router im Büro)').waitFor()
  await question.getByRole('button', { name: credentialTexts.askFor.confirm }).click()
  await page.getByRole('button', { name: credentialTexts.askFor.toRequest }).click()
  await page.waitForURL('**/customer-portal/request/*')
  await page.getByRole('heading', { level: 1, name: 'Neues Passwort für „Oberfläche“ (Router im Büro)' }).waitFor()
  const link = portal.origin + servicePath
  expect(await page.getByRole('link', { name: link }).getAttribute('href')).toBe(link)
  const requestId = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  await page.goto(servicePath)
  await page.getByRole('button', { name: credentialTexts.askFor.openOf('Oberfläche') }).click()
  await question.getByText(credentialTexts.askFor.askedBefore).waitFor()
  await question.getByRole('link', { name: /^A-\d{4}-\d{4}$/ }).click()
  await page.waitForURL(`**/customer-portal/request/${requestId}`)
  await end()

  const admin = await visit(browser, portal)
  await logIn(admin.page, 'demo-admin')
  await admin.open(`/admin-portal/request/${requestId}`)
  await admin.page.getByRole('link', { name: link }).click()
  await admin.page.waitForURL(`**${servicePath.replace('customer-portal', 'admin-portal')}`)
  await admin.page.getByRole('heading', { level: 1, name: 'Router im Büro' }).waitFor()
  await admin.end()
})
