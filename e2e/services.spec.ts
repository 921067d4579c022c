/** Services from both sides: the admin's management, the customer's view, and the mail about an outage. */
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmtpSink, type SmtpSink } from '#server/testing/smtp-sink.ts'
import { serviceTexts } from '#web/texts/services.texts.ts'
import { launchBrowser } from './browser.ts'
import { type Portal, startPortal } from './started-portal.ts'
import { visit } from './visit.ts'

let browser: Browser
let portal: Portal
let sink: SmtpSink
let site: Server
let port: number

beforeAll(async () => {
  port = await listen(0)
  sink = await openSmtpSink()
  browser = await launchBrowser()
  portal = await startPortal({ environment: { SMTP_URL: sink.url, OUTGOING_ALLOW: `127.0.0.1:${port}` } })
})
afterAll(async () => {
  await browser?.close()
  await portal?.stop()
  await sink?.close()
  site?.close()
})

/** The website that the portal checks. */
function listen(onPort: number): Promise<number> {
  site = createServer((_, response) => response.end('Vinothek'))
  return new Promise(resolve => {
    site.listen(onPort, '127.0.0.1', () => {
      const address = site.address()
      resolve(address !== null && typeof address === 'object' ? address.port : 0)
    })
  })
}

function goDown(): Promise<void> {
  site.closeAllConnections()
  return new Promise(resolve => site.close(() => resolve()))
}

async function chooseCustomer(page: Page, name: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: 'Kunde' }).fill(name)
  await page
    .getByRole('option', { name: new RegExp(name) })
    .first()
    .click()
}

/** Two failures within a minute are ignored: this one started earlier. */
function moveFailureBack(id: string): void {
  const database = new DatabaseSync(join(portal.dataDir, 'portal.sqlite'), { timeout: 5_000 })
  const { changes } = database
    .prepare('UPDATE website_service SET failing_since = ? WHERE service_id = ? AND failing_since IS NOT NULL')
    .run(new Date(Date.now() - 61_000).toISOString(), id)
  database.close()
  expect(changes).toBe(1)
}

/** The state next to the page's heading. */
const stateOnPage = (page: Page, word: string) => page.locator('h1 ~ *, main').getByText(word, { exact: true }).first()

test.each([
  ['demo-admin', '/admin-portal/services-overview'],
  ['demo-kunde', '/customer-portal/services-overview'],
] as const)('services that are down come first for %s by default, and their figure links to them', async (as, path) => {
  const { page, open, end } = await visit(browser, portal, { as })
  await open(path)
  const rows = page.getByRole('table', { name: 'Dienste' }).getByRole('row')
  const isDown = async (index: number) =>
    /Nicht erreichbar|Meldet sich nicht/.test((await rows.nth(index).textContent()) ?? '')
  await rows.getByRole('link').first().waitFor()
  const shown = (await rows.count()) - 1
  const down: boolean[] = []
  for (let index = 1; index <= shown; index += 1) down.push(await isDown(index))
  expect(down[0]).toBe(true)
  expect(down).toContain(false)
  expect(down).toEqual(down.toSorted((one, other) => Number(other) - Number(one)))

  await page.getByRole('columnheader', { name: serviceTexts.columns.name }).getByRole('button').click()
  await page.waitForURL(url => url.searchParams.get('ordering') === '-name')
  const names = async () => (await rows.getByRole('link').allTextContents()).map(name => name.trim())
  const byName = (one: string, other: string) => other.localeCompare(one, 'de')
  await expect.poll(async () => (await names()).join() === (await names()).toSorted(byName).join()).toBe(true)

  await open(path)
  await page.getByRole('link', { name: /nicht erreichbar$/ }).click()
  await page.waitForURL(
    url => url.searchParams.get('state') === 'problem' && url.searchParams.get('type') === 'website_service',
  )
  await expect.poll(async () => (await rows.count()) > 1 && (await isDown(1))).toBe(true)
  await end()
})

test('a website goes down: the admin checks it, the customer sees it and gets a mail, and another one when it is back', async () => {
  const admin = await visit(browser, portal, { as: 'demo-admin' })
  await admin.open('/admin-portal/services-overview')
  await admin.page.getByRole('button', { name: 'Dienst anlegen' }).click()
  const form = admin.page.getByRole('dialog', { name: 'Dienst anlegen' })
  await form.getByRole('button', { name: 'Dienst anlegen' }).click()
  await form.getByText('Bitte geben Sie mindestens eine Adresse ein.').first().waitFor()
  await form.getByLabel('Name').fill('Vinothek im Test')
  await form.getByLabel('Adresse 1').fill(`http://127.0.0.1:${port}/`)
  await chooseCustomer(admin.page, 'Größl')
  await form.getByRole('button', { name: 'Dienst anlegen' }).click()
  await admin.page.waitForURL('**/admin-portal/service/*')
  const id = new URL(admin.page.url()).pathname.split('/').at(-1) ?? ''
  const check = async (outcome: RegExp) => {
    await admin.page.getByRole('button', { name: 'Jetzt prüfen' }).click()
    await admin.page.getByRole('dialog').getByText(outcome).first().waitFor()
  }
  await check(/Die Website ist erreichbar/)
  await stateOnPage(admin.page, 'Erreichbar').waitFor()

  await goDown()
  await check(/Unter der Adresse antwortet niemand/)
  await admin.page.getByText('Die letzte Prüfung ist fehlgeschlagen').waitFor()
  moveFailureBack(id)
  await check(/Unter der Adresse antwortet niemand/)
  await stateOnPage(admin.page, 'Nicht erreichbar').waitFor()

  const customer = await visit(browser, portal, { as: 'demo-kunde' })
  await customer.open('/customer-portal/services-overview?search=Vinothek+im+Test')
  const row = customer.page.getByRole('row').filter({ hasText: 'Vinothek im Test' })
  await row.getByText('Nicht erreichbar').waitFor()
  await row.getByRole('link').click()
  await customer.page.waitForURL(`**/customer-portal/service/${id}`)
  await customer.page
    .getByText(/Nicht erreichbar seit/)
    .first()
    .waitFor()
  expect(await customer.page.getByRole('button', { name: 'Jetzt prüfen' }).count()).toBe(0)

  const mailTo = (subject: string) =>
    sink.mails.find(mail => mail.subject === subject && mail.recipients.some(address => address.includes('groessl')))
  await expect.poll(() => mailTo('Website nicht erreichbar: Vinothek im Test')).toBeDefined()
  expect(mailTo('Website nicht erreichbar: Vinothek im Test')?.text).toContain(`/customer-portal/service/${id}`)

  await listen(port)
  await check(/Die Website ist erreichbar/)
  await customer.page.reload()
  await stateOnPage(customer.page, 'Erreichbar').waitFor()
  await customer.page
    .getByRole('table', { name: 'Ausfälle' })
    .getByText('Unter der Adresse antwortet niemand.')
    .waitFor()
  await expect.poll(() => mailTo('Website wieder erreichbar: Vinothek im Test')).toBeDefined()
  await customer.end()
  await admin.end()
})

test('an application reports to its address, which is shown once', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin' })
  await open('/admin-portal/services-overview')
  await page.getByRole('button', { name: 'Dienst anlegen' }).click()
  const form = page.getByRole('dialog', { name: 'Dienst anlegen' })
  await form.getByLabel('Name').fill('Sicherung im Test')
  await form.getByText('Anwendung', { exact: true }).click()
  expect(await form.getByLabel('Name').inputValue()).toBe('Sicherung im Test')
  await form.getByLabel('Meldeabstand').fill('15')
  await chooseCustomer(page, 'Größl')
  await form.getByRole('button', { name: 'Dienst anlegen' }).click()
  await page.waitForURL('**/admin-portal/service/*')
  await page.getByText('Noch kein Lebenszeichen').waitFor()

  await page.getByRole('button', { name: 'Adresse erzeugen' }).click()
  const address = await page.getByText(/^http:\/\/127\.0\.0\.1:\d+\/api\/heartbeat\/[\w-]+\/$/).textContent()
  await page.getByText(/^curl -fsS -X POST/).waitFor()
  const sent = await fetch(address ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ version: '4.2.0' }),
  })
  expect(sent.status).toBe(204)
  await page.reload()
  await stateOnPage(page, 'Meldet sich').waitFor()
  await page.getByText('4.2.0').waitFor()
  await page.getByText('Eine Adresse ist vergeben.', { exact: false }).waitFor()
  expect(await page.getByText(address ?? '').count()).toBe(0)

  await page.getByRole('button', { name: 'Adresse abschalten' }).click()
  const question = page.getByRole('alertdialog', { name: /„Sicherung im Test“ abschalten/ })
  await question.getByRole('button', { name: 'Adresse abschalten' }).click()
  await page.getByRole('button', { name: 'Adresse erzeugen', exact: true }).waitFor()
  expect((await fetch(address ?? '', { method: 'POST' })).status).toBe(404)
  await end()
})

test('the admin groups services, the customer sees the group, and every loss is confirmed', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin' })
  await open('/admin-portal/services-overview?view=groups')
  await page.getByRole('button', { name: 'Dienstgruppe anlegen' }).click()
  const form = page.getByRole('dialog', { name: 'Dienstgruppe anlegen' })
  await chooseCustomer(page, 'Größl')
  await form.getByLabel('Name').fill('Kelterhaus im Test')
  for (const name of ['Router im Büro', 'Lagerliste']) {
    await form.getByRole('combobox', { name: 'Dienst hinzufügen' }).fill(name)
    await page.getByRole('option', { name: new RegExp(name) }).click()
    await form.getByRole('button', { name: `${name} herausnehmen` }).waitFor()
  }
  await form.getByRole('button', { name: 'Dienstgruppe anlegen' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('row').filter({ hasText: 'Kelterhaus im Test' }).getByText('2 Dienste').waitFor()

  const customer = await visit(browser, portal, { as: 'demo-kunde' })
  await customer.open('/customer-portal/services-overview?view=groups')
  const group = customer.page.getByRole('region', { name: 'Kelterhaus im Test' })
  await group.getByRole('link', { name: /Lagerliste/ }).waitFor()
  expect(await group.getByRole('link').count()).toBe(2)

  await page.getByRole('button', { name: 'Aktionen für Kelterhaus im Test' }).click()
  await page.getByRole('menuitem', { name: 'Löschen' }).click()
  const question = page.getByRole('alertdialog', { name: 'Dienstgruppe „Kelterhaus im Test“ löschen?' })
  await question.getByRole('button', { name: 'Dienstgruppe löschen' }).click()
  await question.waitFor({ state: 'detached' })
  await customer.page.reload()
  await customer.page
    .getByRole('region', { name: 'Ohne Dienstgruppe' })
    .getByRole('link', { name: /Lagerliste/ })
    .waitFor()
  await customer.end()
  await end()
})

test('search and filters are in the address, and the keyboard alone leads to a service and its figures', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-kunde' })
  await open('/customer-portal/services-overview')
  await page.getByLabel('Art').selectOption({ label: 'Website' })
  await page.waitForURL(/type=website_service/)
  await page.getByLabel('Stand').selectOption({ label: 'Gestört' })
  await page.waitForURL(/state=problem/)
  await page.reload()
  const link = page.getByRole('table').getByRole('link', { name: 'Tischreservierung' })
  await link.waitFor()
  await link.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/customer-portal/service/*')
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
  const table = page.getByText('Als Tabelle zeigen')
  await table.waitFor()
  await table.evaluate(summary => summary.closest('summary')?.focus())
  await page.keyboard.press('Enter')
  await page.getByRole('table', { name: 'Die Tage im Einzelnen' }).getByRole('row').nth(89).waitFor()
  await end()
})
