import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { attach, onDetails, openForm, pdf } from './request-form.ts'
import { type Portal, startPortal } from './started-portal.ts'
import { visit } from './visit.ts'

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

test('a customer sends a request with an attachment, the admin accepts it and adds hours, the customer sees them', async () => {
  const title = `Wallbox am Kelterhaus (${Date.now()})`
  const customer = await visit(browser, portal, { as: 'demo-kunde' })
  const form = await openForm(customer.page)
  await form.getByLabel('Worum geht es?').fill(title)
  await form.getByLabel('Beschreibung').fill('Bitte noch in diesem Jahr.\nDer Plan hängt an.')
  await form.getByLabel('Priorität').selectOption('Hoch')
  await attach(form, pdf('Plan Größl.pdf'))
  await form.getByText('Hochgeladen', { exact: true }).waitFor()
  await form.getByRole('button', { name: 'Anfrage senden' }).click()
  await onDetails(customer.page)
  await customer.page.getByText('Anfrage erfolgreich erstellt').first().waitFor()
  await customer.page.getByRole('heading', { name: title, level: 1 }).waitFor()
  const id = new URL(customer.page.url()).pathname.split('/').at(-1)

  const admin = await visit(browser, portal, { as: 'demo-admin' })
  await admin.open(`/admin-portal/requests-overview?search=${encodeURIComponent(title)}`)
  await admin.page.getByRole('table').getByRole('link', { name: title }).click()
  await admin.page.waitForURL(`**/admin-portal/request/${id}`)
  const download = admin.page.waitForEvent('download')
  await admin.page.getByRole('link', { name: /^Plan Größl.pdf.*herunterladen$/ }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe('Plan Größl.pdf')
  expect(readFileSync(await saved.path(), 'utf8')).toBe('%PDF-1.7\nAngebot')
  await admin.page.getByRole('button', { name: 'Annehmen' }).click()
  const acceptance = admin.page.getByRole('dialog', { name: 'Anfrage annehmen' })
  expect(await acceptance.getByLabel('Name des Tickets').inputValue()).toBe(title)
  expect(await acceptance.getByLabel('Stundensatz').inputValue()).toBe('92,00')
  await acceptance.getByLabel('Nachricht an den Kunden').fill('Wir fangen im Dezember an.')
  await acceptance.getByRole('button', { name: 'Annehmen und Ticket anlegen' }).click()
  await admin.page.waitForURL('**/admin-portal/ticket/*')
  await admin.page.getByText('Bitte noch in diesem Jahr.').waitFor()
  await admin.page.getByRole('button', { name: 'Eintrag hinzufügen' }).first().click()
  const entry = admin.page.getByRole('dialog', { name: 'Eintrag hinzufügen' })
  await entry.getByLabel('Leistung').fill('Leitungsweg geprüft')
  await entry.getByLabel('Abzurechnende Stunden').fill('2,5')
  await entry.getByRole('button', { name: 'Eintrag hinzufügen' }).click()
  await entry.waitFor({ state: 'detached' })
  await admin.end()

  await customer.page.reload()
  await customer.page.getByText('Wir haben diese Anfrage angenommen.').waitFor()
  await customer.page.getByText('Wir fangen im Dezember an.').waitFor()
  expect(await customer.page.getByRole('button', { name: 'Bearbeiten' }).count()).toBe(0)
  await customer.page.getByRole('link', { name: /^Ticket T-\d{4}-\d{4} öffnen$/ }).click()
  await customer.page.waitForURL('**/customer-portal/ticket/*')
  const row = customer.page.getByRole('row').filter({ hasText: 'Leitungsweg geprüft' })
  await row.waitFor()
  expect(((await row.textContent()) ?? '').replaceAll(/\s+/g, ' ')).toContain('2,50 × 92,00 €')
  await customer.page.getByRole('link', { name: /^A-\d{4}-\d{4}$/ }).click()
  await customer.page.waitForURL(`**/customer-portal/request/${id}`)
  await customer.end()
})

test('with the keyboard alone: open the form, write, attach a file, send', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-kunde' })
  await open('/customer-portal/requests-overview')
  await page.getByRole('button', { name: 'Anfrage stellen' }).focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Anfrage stellen' })
  await form.getByLabel('Worum geht es?').waitFor()
  await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement)
  await page.keyboard.type('Nur mit der Tastatur')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Xyz')
  await tabTo(page, 'Priorität')
  await page.keyboard.press('ArrowDown')
  // Before the navigation, because the browser intercepts the file chooser only from now on.
  const chooser = page.waitForEvent('filechooser')
  await tabTo(page, 'Dateien auswählen')
  await page.keyboard.press('Enter')
  await (await chooser).setFiles([pdf('eins.pdf'), pdf('zwei.pdf')])
  await form.getByText('Hochgeladen', { exact: true }).nth(1).waitFor()
  expect(await form.getByRole('status').allTextContents()).toContainEqual(expect.stringContaining('ist hochgeladen.'))
  await tabTo(page, 'eins.pdf entfernen')
  await page.keyboard.press('Enter')
  await form.getByText('eins.pdf', { exact: true }).waitFor({ state: 'detached' })
  // The focused button was removed with its row.
  await tabTo(page, 'Anfrage senden', 0)
  await page.keyboard.press('Enter')
  await onDetails(page)
  await page.getByText('zwei.pdf').first().waitFor()
  expect(await page.getByText('eins.pdf', { exact: true }).count()).toBe(0)
  await page.getByText('Hoch', { exact: true }).waitFor()
  await end()
})

test('a customer changes and deletes an open request, and suggestions appear while typing', async () => {
  const { page, end } = await visit(browser, portal, { as: 'demo-kunde' })
  const form = await openForm(page)
  const priorityTop = async () => (await form.getByLabel('Priorität').boundingBox())?.y
  const before = await priorityTop()
  await form.getByLabel('Worum geht es?').fill('Wie wird die Arbeit abgerechnet?')
  await form.getByRole('heading', { name: 'Vielleicht hilft das schon' }).waitFor()
  // No layout shift: the suggestions are below the form, and a line next to the fields leads there.
  expect(await priorityTop()).toBe(before)
  await form.getByRole('button', { name: 'Ansehen' }).press('Enter')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Vielleicht hilft das schon')
  await attach(form, pdf('alt.pdf'))
  await form.getByText('Hochgeladen', { exact: true }).waitFor()
  await form.getByRole('button', { name: 'Anfrage senden' }).click()
  await onDetails(page)
  await page.getByRole('button', { name: 'Bearbeiten' }).click()
  const edit = page.getByRole('dialog', { name: 'Anfrage bearbeiten' })
  await edit.getByLabel('Worum geht es?').fill('Abrechnung besprechen')
  await edit.getByRole('button', { name: 'alt.pdf entfernen' }).click()
  await edit.getByRole('button', { name: 'Anfrage speichern' }).click()
  await edit.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Abrechnung besprechen', level: 1 }).waitFor()
  await page.getByText('alt.pdf', { exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Löschen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Anfrage löschen' }).click()
  await page.waitForURL('**/customer-portal/requests-overview')
  await page.getByRole('table').getByRole('link').first().waitFor()
  expect(await page.getByText('Abrechnung besprechen').count()).toBe(0)
  await end()
})

test('a finished ticket leads to a request about it, which the admin declines with an answer', async () => {
  const customer = await visit(browser, portal, { as: 'demo-kunde' })
  await customer.open('/customer-portal/tickets-overview?progress=finished')
  await customer.page.getByRole('table').getByRole('link').first().click()
  await customer.page.waitForURL('**/customer-portal/ticket/*')
  const ticket = new URL(customer.page.url()).pathname
  await customer.page.getByRole('link', { name: 'Anfrage stellen' }).click()
  const form = customer.page.getByRole('dialog', { name: 'Anfrage stellen' })
  await form.getByText('Ihre Anfrage betrifft das Ticket').waitFor()
  await form.getByLabel('Worum geht es?').fill('Dazu fehlt noch etwas')
  await form.getByRole('button', { name: 'Anfrage senden' }).click()
  await onDetails(customer.page)
  await customer.page.locator(`a[href="${ticket}"]`).waitFor()
  const id = new URL(customer.page.url()).pathname.split('/').at(-1)

  const admin = await visit(browser, portal, { as: 'demo-admin' })
  await admin.open(`/admin-portal/request/${id}`)
  await admin.page.getByRole('button', { name: 'Ablehnen' }).click()
  const decline = admin.page.getByRole('dialog', { name: 'Anfrage ablehnen' })
  await decline.getByRole('button', { name: 'Anfrage ablehnen' }).click()
  await decline.getByText('Dieses Feld ist ein Pflichtfeld.').first().waitFor()
  await decline.getByLabel('Antwort').fill('Das war nicht Teil des Auftrags.')
  await decline.getByRole('button', { name: 'Anfrage ablehnen' }).click()
  await decline.waitFor({ state: 'detached' })
  await admin.page.getByText('Diese Anfrage ist abgelehnt.').waitFor()

  await customer.page.reload()
  await customer.page.getByText('Das war nicht Teil des Auftrags.').waitFor()
  await customer.end()

  await admin.open('/admin-portal/requests-overview?dialog=new')
  const record = admin.page.getByRole('dialog', { name: 'Anfrage erfassen' })
  await record.getByLabel('Worum geht es?').fill('Am Telefon gesagt')
  await record.getByRole('button', { name: 'Anfrage senden' }).click()
  await record.getByText('Dieses Feld ist ein Pflichtfeld.').first().waitFor()
  await record.getByRole('combobox', { name: 'Kunde' }).fill('morgen')
  await record.getByRole('option', { name: /Café Morgenröte/ }).click()
  await record.getByRole('button', { name: 'Anfrage senden' }).click()
  await admin.page.waitForURL('**/admin-portal/request/*')
  await admin.page.getByRole('link', { name: 'Café Morgenröte' }).waitFor()
  await admin.end()
})

test('during an impersonation an admin sees the names of files and nothing to change', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin' })
  await open('/admin-portal/customers-overview?search=Gr%C3%B6%C3%9Fl')
  await page
    .getByRole('table')
    .getByRole('link', { name: /Weingut/ })
    .click()
  await page.waitForURL('**/admin-portal/customer/*')
  await page.getByRole('button', { name: 'Als Kunde ansehen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ansicht starten' }).click()
  await page.waitForURL('**/customer-portal/home')
  await open('/customer-portal/requests-overview?search=Zweite+Wallbox')
  expect(await page.getByRole('button', { name: 'Anfrage stellen' }).count()).toBe(0)
  await page.getByRole('table').getByRole('link', { name: 'Zweite Wallbox auf dem Hof' }).click()
  await onDetails(page)
  await page.getByText('In der Ansicht als Kunde werden keine Dateien heruntergeladen.').waitFor()
  expect(await page.getByRole('link', { name: /herunterladen/ }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Bearbeiten' }).count()).toBe(0)
  await end()
})

/** Presses Tab until the focused element's name starts with this; `first` 0 accepts the current focus. */
async function tabTo(page: Page, name: string, first = 1): Promise<void> {
  const seen: string[] = []
  for (let i = 0; i < 40; i += 1) {
    if (i >= first) await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      if (!(element instanceof HTMLElement)) return ''
      const field = element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element : undefined
      return (element.getAttribute('aria-label') ?? field?.labels?.[0]?.textContent ?? element.textContent).trim()
    })
    if (focused.startsWith(name)) return
    seen.push(focused)
  }
  throw new Error(`"${name}" cannot be reached by Tab: ${seen.join(' | ')}`)
}
