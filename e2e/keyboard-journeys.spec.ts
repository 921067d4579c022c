/** Complete tasks without a mouse: every control is reached by Tab and used with the standard keys. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { atHeading, focusedName, tabTo } from './keyboard.ts'
import { type Portal, startPortal } from './started-portal.ts'
import { logIn, visit } from './visit.ts'

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

const title = 'Tor öffnet nicht'

test('a customer sends a request with a file and changes it; an admin accepts it, adds an hour, and the focus follows the work', async () => {
  const customer = await visit(browser, portal)
  const { page } = customer
  await logIn(page, 'demo-kunde')
  await atHeading(page)
  await tabTo(page, 'Anfrage stellen')
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Anfrage stellen' })
  await form.waitFor()
  await expect.poll(() => focusedName(page)).toMatch(/^Worum geht es/)
  await page.keyboard.type(title)
  await tabTo(page, 'Priorität')
  await page.keyboard.press('ArrowDown')
  // Before the key press, because the browser intercepts the file chooser only from now on.
  const chosen = page.waitForEvent('filechooser')
  await tabTo(page, 'Dateien auswählen')
  await page.keyboard.press('Enter')
  await (await chosen).setFiles([{ name: 'Tor.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }])
  await form.getByText('Hochgeladen', { exact: true }).waitFor()
  await tabTo(page, 'Anfrage senden')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: title, level: 1 }).waitFor()
  await expect.poll(() => focusedName(page)).toBe(title)

  await tabTo(page, 'Bearbeiten')
  await page.keyboard.press('Enter')
  const edit = page.getByRole('dialog', { name: 'Anfrage bearbeiten' })
  await edit.waitFor()
  await tabTo(page, 'Beschreibung')
  await page.keyboard.type('Seit gestern.')
  await tabTo(page, 'Anfrage speichern')
  await page.keyboard.press('Enter')
  await edit.waitFor({ state: 'detached' })
  await page.getByText('Seit gestern.').waitFor()
  await expect.poll(() => focusedName(page)).toBe('Bearbeiten')
  await customer.end()

  const admin = await visit(browser, portal)
  await logIn(admin.page, 'demo-admin')
  await atHeading(admin.page)
  await find(admin.page, title)
  await tabTo(admin.page, 'Annehmen')
  await admin.page.keyboard.press('Enter')
  const accept = admin.page.getByRole('dialog', { name: 'Anfrage annehmen' })
  await accept.waitFor()
  await tabTo(admin.page, 'Annehmen und Ticket anlegen')
  await admin.page.keyboard.press('Enter')
  await admin.page.waitForURL('**/admin-portal/ticket/*')
  await expect.poll(() => focusedName(admin.page)).toBe(title)
  await tabTo(admin.page, 'Eintrag hinzufügen')
  await admin.page.keyboard.press('Enter')
  const entry = admin.page.getByRole('dialog', { name: 'Eintrag hinzufügen' })
  await entry.waitFor()
  await expect.poll(() => focusedName(admin.page)).toMatch(/^Leistung/)
  await admin.page.keyboard.type('Antrieb geprüft')
  await tabTo(admin.page, 'Abzurechnende Stunden')
  await admin.page.keyboard.press('Control+A')
  await admin.page.keyboard.type('1')
  await admin.page.keyboard.press('Enter')
  await entry.waitFor({ state: 'detached' })
  await admin.page.getByRole('row').filter({ hasText: 'Antrieb geprüft' }).getByText('1,00 ×').waitFor()
  // The empty list's button disappears with the first entry, which receives the focus.
  await expect.poll(() => focusedName(admin.page)).toBe('Antrieb geprüft')
  await admin.end()
})

test('a customer saves their details and moves a link', async () => {
  const { page, open, end } = await visit(browser, portal)
  await logIn(page, 'demo-kunde')
  await atHeading(page)
  await tabTo(page, 'Einstellungen')
  await page.keyboard.press('Enter')
  await atHeading(page)
  await page.getByLabel('Telefon').waitFor()
  await tabTo(page, 'Telefon')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('+49 171 555')
  await page.keyboard.press('Enter')
  await page.getByText('Einstellungen erfolgreich gespeichert').waitFor()
  await open('/customer-portal/home')
  const names = () =>
    page.getByRole('button', { name: /^Aktionen für / }).evaluateAll(all => all.map(one => one.ariaLabel))
  await page
    .getByRole('button', { name: /^Aktionen für / })
    .first()
    .waitFor()
  const [first, second] = await names()
  await tabTo(page, first ?? '')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Nach unten' }).waitFor()
  await page.keyboard.type('Nach u')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await names()).slice(0, 2)).toEqual([second, first])
  await expect.poll(() => focusedName(page)).toBe(first)
  await end()
})

test('an admin finds a message in the list and answers it', async () => {
  const { page, end } = await visit(browser, portal)
  await logIn(page, 'demo-admin')
  await atHeading(page)
  await tabTo(page, 'Nachrichten')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin-portal/messages')
  await atHeading(page)
  await page.getByRole('link', { name: /Häußler/ }).waitFor()
  await tabTo(page, 'Familie Häußler')
  await page.keyboard.press('Enter')
  await page.getByLabel('Ihre Antwort').waitFor()
  await tabTo(page, 'Ihre Antwort')
  await page.keyboard.press('Control+End')
  await page.keyboard.type('gern melden wir uns am Montag.')
  await tabTo(page, 'Antwort senden')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').filter({ hasText: 'ist vorgemerkt' }).waitFor()
  expect(await focusedName(page)).not.toBe('')
  await end()
})

/** Ctrl+K, the search text, Enter. */
async function find(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Suchen' }).waitFor()
  await page.keyboard.press('Control+K')
  await page.getByRole('dialog', { name: 'Im Portal suchen' }).waitFor()
  await page.keyboard.type(text)
  await page
    .getByRole('option', { name: new RegExp(text) })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: text, level: 1 }).waitFor()
  await expect.poll(() => focusedName(page)).toBe(text)
}
