/** Services from both sides: the admin's management, the customer's view, and the mail about an outage. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { freePort } from '#server/testing/free-port.ts'
import { serviceTexts } from '#web/texts/services.texts.ts'
import { expect, mailTest } from './journey.ts'
import type { Portal } from './started-portal.ts'
import { open } from './visit.ts'

let site: Server
let port: number

beforeAll(async () => {
  port = await freePort()
  await listen()
})
afterAll(() => void site?.close())

const test = mailTest.extend('portalOptions', { scope: 'file' }, async ({ mailbox }) => ({
  environment: { SMTP_URL: mailbox.url, OUTGOING_ALLOW: `127.0.0.1:${port}` },
}))

/** The website that the portal checks. */
async function listen(): Promise<void> {
  site = createServer((_, response) => response.end('Vinothek')).listen(port, '127.0.0.1')
  await once(site, 'listening')
}

function goDown(): Promise<void> {
  site.closeAllConnections()
  return new Promise(resolve => site.close(() => resolve()))
}

async function chooseCustomer(page: Page, name: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: 'Kunde' }).fill(name)
  await page.getByRole('option', { name: new RegExp(name) }).click()
}

/** Two failures within a minute are ignored: this one started earlier. */
function moveFailureBack(portal: Portal, id: string): void {
  const database = new DatabaseSync(join(portal.dataDir, 'portal.sqlite'), { timeout: 5_000 })
  const { changes } = database
    .prepare('UPDATE website_service SET failing_since = ? WHERE service_id = ? AND failing_since IS NOT NULL')
    .run(new Date(Date.now() - 61_000).toISOString(), id)
  database.close()
  expect(changes).toBe(1)
}

/** The state next to the page's heading. */
const stateOnPage = (page: Page, word: string) => page.locator('h1 ~ *').getByText(word, { exact: true })

test.for([
  ['demo-admin', '/admin-portal/services-overview'],
  ['demo-kunde', '/customer-portal/services-overview'],
] as const)(
  'services that are down come first for %s by default, and their figure links to them',
  async ([as, path], { visit }) => {
    const page = await visit({ as })
    await open(page, path)
    const rows = page.getByRole('table', { name: 'Dienste' }).locator('tbody').getByRole('row')
    /** For each row from the first one. */
    const areDown = async () =>
      (await rows.allTextContents()).map(text => /Nicht erreichbar|Meldet sich nicht/.test(text))
    await expect(rows.getByRole('link')).not.toHaveCount(0)
    const down = await areDown()
    expect(down[0]).toBe(true)
    expect(down).toContain(false)
    expect(down).toEqual(down.toSorted((one, other) => Number(other) - Number(one)))

    await page.getByRole('columnheader', { name: serviceTexts.columns.name }).getByRole('button').click()
    await page.waitForURL(url => url.searchParams.get('ordering') === '-name')
    const names = async () => (await rows.getByRole('link').allTextContents()).map(name => name.trim())
    const byName = (one: string, other: string) => other.localeCompare(one, 'de')
    await expect.poll(async () => (await names()).join() === (await names()).toSorted(byName).join()).toBe(true)

    await open(page, path)
    await page.getByRole('link', { name: /nicht erreichbar$/ }).click()
    await page.waitForURL(
      url => url.searchParams.get('state') === 'problem' && url.searchParams.get('type') === 'website_service',
    )
    await expect.poll(async () => (await areDown())[0]).toBe(true)
  },
)

test('a website goes down: the admin checks it, the customer sees it and gets a mail, and another one when it is back', async ({
  admin,
  visit,
  mailbox,
  portal,
}) => {
  await open(admin, '/admin-portal/services-overview')
  await admin.getByRole('button', { name: 'Dienst anlegen' }).click()
  const form = admin.getByRole('dialog', { name: 'Dienst anlegen' })
  await form.getByRole('button', { name: 'Dienst anlegen' }).click()
  await expect(form.getByText('Bitte geben Sie mindestens eine Adresse ein.')).toBeVisible()
  await form.getByLabel('Name').fill('Vinothek im Test')
  await form.getByLabel('Adresse 1').fill(`http://127.0.0.1:${port}/`)
  await chooseCustomer(admin, 'Größl')
  await form.getByRole('button', { name: 'Dienst anlegen' }).click()
  await admin.waitForURL('**/admin-portal/service/*')
  const id = new URL(admin.url()).pathname.split('/').at(-1) ?? ''
  const check = async (outcome: RegExp) => {
    await admin.getByRole('button', { name: 'Jetzt prüfen' }).click()
    const toast = admin.getByRole('dialog').filter({ hasText: outcome })
    // It would still be there for the next check.
    await toast.getByRole('button', { name: 'Close' }).click()
    await expect(toast).toHaveCount(0)
  }
  await check(/Die Website ist erreichbar/)
  await expect(stateOnPage(admin, 'Erreichbar')).toBeVisible()

  await goDown()
  await check(/Unter der Adresse antwortet niemand/)
  await expect(admin.getByText('Die letzte Prüfung ist fehlgeschlagen')).toBeVisible()
  moveFailureBack(portal, id)
  await check(/Unter der Adresse antwortet niemand/)
  await expect(stateOnPage(admin, 'Nicht erreichbar')).toBeVisible()

  const customer = await visit({ as: 'demo-kunde' })
  await open(customer, '/customer-portal/services-overview?search=Vinothek+im+Test')
  const row = customer.getByRole('row').filter({ hasText: 'Vinothek im Test' })
  await expect(row.getByText('Nicht erreichbar')).toBeVisible()
  await row.getByRole('link').click()
  await customer.waitForURL(`**/customer-portal/service/${id}`)
  await expect(customer.getByText(/Nicht erreichbar seit/)).toBeVisible()
  await expect(customer.getByRole('button', { name: 'Jetzt prüfen' })).toHaveCount(0)

  const mailTo = (subject: string) =>
    mailbox.mails.find(mail => mail.subject === subject && mail.recipients.some(address => address.includes('groessl')))
  await expect.poll(() => mailTo('Website nicht erreichbar: Vinothek im Test')).toBeDefined()
  expect(mailTo('Website nicht erreichbar: Vinothek im Test')?.text).toContain(`/customer-portal/service/${id}`)

  await listen()
  await check(/Die Website ist erreichbar/)
  await customer.reload()
  await expect(stateOnPage(customer, 'Erreichbar')).toBeVisible()
  await expect(
    customer.getByRole('table', { name: 'Ausfälle' }).getByText('Unter der Adresse antwortet niemand.'),
  ).toBeVisible()
  await expect.poll(() => mailTo('Website wieder erreichbar: Vinothek im Test')).toBeDefined()
})

test('an application reports to its address, which is shown once', async ({ admin: page }) => {
  await open(page, '/admin-portal/services-overview')
  await page.getByRole('button', { name: 'Dienst anlegen' }).click()
  const form = page.getByRole('dialog', { name: 'Dienst anlegen' })
  await form.getByLabel('Name').fill('Sicherung im Test')
  await form.getByText('Anwendung', { exact: true }).click()
  await expect(form.getByLabel('Name')).toHaveValue('Sicherung im Test')
  await form.getByLabel('Meldeabstand').fill('15')
  await chooseCustomer(page, 'Größl')
  await form.getByRole('button', { name: 'Dienst anlegen' }).click()
  await page.waitForURL('**/admin-portal/service/*')
  await expect(page.getByText('Noch kein Lebenszeichen')).toBeVisible()

  await page.getByRole('button', { name: 'Adresse erzeugen' }).click()
  const address = await page.getByText(/^http:\/\/127\.0\.0\.1:\d+\/api\/heartbeat\/[\w-]+\/$/).textContent()
  await expect(page.getByText(/^curl -fsS -X POST/)).toBeVisible()
  const sent = await fetch(address ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ version: '4.2.0' }),
  })
  expect(sent.status).toBe(204)
  await page.reload()
  await expect(stateOnPage(page, 'Meldet sich')).toBeVisible()
  await expect(page.getByText('4.2.0')).toBeVisible()
  await expect(page.getByText('Eine Adresse ist vergeben.', { exact: false })).toBeVisible()
  await expect(page.getByText(address ?? '')).toHaveCount(0)

  await page.getByRole('button', { name: 'Adresse abschalten' }).click()
  const question = page.getByRole('alertdialog', { name: /„Sicherung im Test“ abschalten/ })
  await question.getByRole('button', { name: 'Adresse abschalten' }).click()
  await expect(page.getByRole('button', { name: 'Adresse erzeugen', exact: true })).toBeVisible()
  expect((await fetch(address ?? '', { method: 'POST' })).status).toBe(404)
})

test('the admin groups services, the customer sees the group, and every loss is confirmed', async ({
  admin: page,
  visit,
}) => {
  await open(page, '/admin-portal/services-overview?view=groups')
  await page.getByRole('button', { name: 'Dienstgruppe anlegen' }).click()
  const form = page.getByRole('dialog', { name: 'Dienstgruppe anlegen' })
  await chooseCustomer(page, 'Größl')
  await form.getByLabel('Name').fill('Kelterhaus im Test')
  for (const name of ['Router im Büro', 'Lagerliste']) {
    await form.getByRole('combobox', { name: 'Dienst hinzufügen' }).fill(name)
    await page.getByRole('option', { name: new RegExp(name) }).click()
    await expect(form.getByRole('button', { name: `${name} herausnehmen` })).toBeVisible()
  }
  await form.getByRole('button', { name: 'Dienstgruppe anlegen' }).click()
  await expect(form).not.toBeAttached()
  await expect(page.getByRole('row').filter({ hasText: 'Kelterhaus im Test' }).getByText('2 Dienste')).toBeVisible()

  const customer = await visit({ as: 'demo-kunde' })
  await open(customer, '/customer-portal/services-overview?view=groups')
  const group = customer.getByRole('region', { name: 'Kelterhaus im Test' })
  await expect(group.getByRole('link', { name: /Lagerliste/ })).toBeVisible()
  await expect(group.getByRole('link')).toHaveCount(2)

  await page.getByRole('button', { name: 'Aktionen für Kelterhaus im Test' }).click()
  await page.getByRole('menuitem', { name: 'Löschen' }).click()
  const question = page.getByRole('alertdialog', { name: 'Dienstgruppe „Kelterhaus im Test“ löschen?' })
  await question.getByRole('button', { name: 'Dienstgruppe löschen' }).click()
  await expect(question).not.toBeAttached()
  await customer.reload()
  await expect(
    customer.getByRole('region', { name: 'Ohne Dienstgruppe' }).getByRole('link', { name: /Lagerliste/ }),
  ).toBeVisible()
})

test('search and filters are in the address, and the keyboard alone leads to a service and its figures', async ({
  customer: page,
}) => {
  await open(page, '/customer-portal/services-overview')
  await page.getByLabel('Art').selectOption({ label: 'Website' })
  await page.waitForURL(/type=website_service/)
  await page.getByLabel('Stand').selectOption({ label: 'Gestört' })
  await page.waitForURL(/state=problem/)
  await page.reload()
  const link = page.getByRole('table').getByRole('link', { name: 'Tischreservierung' })
  await expect(link).toBeVisible()
  await link.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/customer-portal/service/*')
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
  const table = page.getByText('Als Tabelle zeigen')
  await expect(table).toBeVisible()
  await table.evaluate(summary => summary.closest('summary')?.focus())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('table', { name: 'Die Tage im Einzelnen' }).getByRole('row')).toHaveCount(91)
})
