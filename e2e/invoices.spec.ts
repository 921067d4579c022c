import { readFileSync } from 'node:fs'
import type { Browser, Download, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
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

const pdf = Buffer.from(`%PDF-1.7\n${'% Rechnung aus einem anderen Programm\n'.repeat(400)}`)

test('an admin creates an invoice from finished work, the customer finds and downloads it, and it is paid', async () => {
  const admin = await visit(browser, portal, { as: 'demo-admin' })
  await startDraft(admin.page, 'Größl')
  const invoiceId = idOf(admin.page)

  // Nothing is filled in yet: publishing names the missing fields and keeps the draft.
  await admin.page.getByRole('button', { name: 'Veröffentlichen' }).click()
  await admin.page.getByText('Zum Veröffentlichen fehlt die Rechnung als PDF.').first().waitFor()
  await admin.page.getByText('Zum Veröffentlichen fehlt der Rechnungsbetrag.').first().waitFor()
  // The first one has the focus, and each name links to its field.
  const focused = () => admin.page.evaluate(() => document.activeElement?.closest('div:has(> label)')?.textContent)
  const missing = admin.page.getByRole('alert').filter({ hasText: 'Zum Veröffentlichen fehlt noch:' })
  await expect.poll(focused).toContain('Rechnungsnummer')
  await missing.getByRole('button', { name: 'Rechnungsbetrag' }).click()
  await expect.poll(focused).toMatch(/^(Netto|Rechnungsbetrag)/)

  // The amounts follow the selected entries.
  const table = admin.page.getByRole('table', { name: 'Einträge zuordnen' })
  await table.getByRole('checkbox').nth(1).check()
  await table.getByRole('checkbox').nth(2).check()
  const chosen = await table
    .getByRole('row')
    .filter({ has: admin.page.locator('input:checked') })
    .allTextContents()
  const ticketNumber = /T-\d{4}-\d{4}/.exec(chosen.join(' '))?.[0] ?? ''
  expect(ticketNumber).not.toBe('')
  await admin.page.getByText(/netto, genau wie die Rechnung\./).waitFor()
  const net = await admin.page.getByLabel('Netto', { exact: true }).inputValue()
  await admin.page.getByLabel('Netto', { exact: true }).fill('1,00')
  await admin.page.getByRole('button', { name: 'Betrag aus den Einträgen übernehmen' }).click()
  await expect.poll(() => admin.page.getByLabel('Netto', { exact: true }).inputValue()).toBe(net)

  await admin.page.getByLabel('Rechnungsnummer').fill('Extern 2026/7')
  await admin.page.locator('input[type=file]').first().setInputFiles({
    name: 'Scan 4711.pdf',
    mimeType: 'application/pdf',
    buffer: pdf,
  })
  await admin.page.getByText('Scan 4711.pdf').first().waitFor()
  await admin.page.getByRole('textbox', { name: 'Hinweise' }).fill('Danke für die gute Zusammenarbeit.')
  await admin.page.getByRole('button', { name: 'Veröffentlichen' }).click()
  const question = admin.page.getByRole('alertdialog')
  await question.getByText('Das ist endgültig').waitFor()
  await question.getByRole('button', { name: 'Endgültig veröffentlichen' }).click()
  await admin.page.getByRole('button', { name: 'Als bezahlt vermerken' }).waitFor()
  const headline = await admin.page.locator('h1').textContent()
  expect(headline).toMatch(/^Rechnung Extern 2026\/7 über [\d.]+,\d{2}\s€\sbrutto$/)

  const customer = await visit(browser, portal, { as: 'demo-kunde' })
  await customer.open('/customer-portal/invoices-overview?search=extern')
  await customer.page.getByRole('link', { name: 'Extern 2026/7' }).click()
  await customer.page.waitForURL(`**/customer-portal/invoice/${invoiceId}`)
  await expect.poll(() => customer.page.locator('h1').textContent()).toBe(headline)
  await customer.page.getByText('Offen', { exact: true }).waitFor()
  await customer.page.getByText('Danke für die gute Zusammenarbeit.').waitFor()
  const saved = await savedBy(customer.page, customer.page.getByRole('link', { name: 'Rechnung herunterladen' }))
  expect(saved.suggestedFilename()).toBe('Rechnung_Extern 2026-7.pdf')
  expect(readFileSync(await saved.path()).equals(pdf)).toBe(true)
  await customer.page
    .getByRole('link', { name: new RegExp(ticketNumber) })
    .or(customer.page.getByRole('row').filter({ hasText: ticketNumber }).getByRole('link'))
    .first()
    .click()
  await customer.page.waitForURL('**/customer-portal/ticket/*')
  const invoices = customer.page.getByRole('region', { name: 'Rechnungen' })
  await invoices.getByRole('listitem').filter({ hasText: 'Extern 2026/7' }).getByText('offen').waitFor()

  await admin.page.getByRole('button', { name: 'Als bezahlt vermerken' }).click()
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Als bezahlt vermerken' }).click()
  await admin.page.getByText('Bezahlt', { exact: true }).waitFor()
  await admin.page.getByRole('button', { name: 'Rückgängig machen' }).click()
  await admin.page.getByText('Offen', { exact: true }).waitFor()
  await admin.page.getByRole('button', { name: 'Als bezahlt vermerken' }).click()
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Als bezahlt vermerken' }).click()
  await admin.page.getByText('Bezahlt', { exact: true }).waitFor()
  await admin.end()

  await customer.page.reload()
  await invoices.getByRole('listitem').filter({ hasText: 'Extern 2026/7' }).getByText('bezahlt').waitFor()
  await invoices.getByRole('link', { name: 'Extern 2026/7' }).click()
  await customer.page.waitForURL(`**/customer-portal/invoice/${invoiceId}`)
  await customer.page.getByText('Bezahlt', { exact: true }).waitFor()
  await customer.end()
})

test('a draft refuses a used number and a picture, keeps its input, and is deleted after a confirmation', async () => {
  const { page, end } = await visit(browser, portal, { as: 'demo-admin', expected: [/422/] })
  await startDraft(page, 'Größl')
  await page.getByLabel('Rechnungsnummer').fill('re-2026-00001')
  await page.getByRole('button', { name: 'Entwurf speichern' }).click()
  await page.getByText('Diese Rechnungsnummer gibt es schon.').first().waitFor()
  expect(await page.getByLabel('Rechnungsnummer').inputValue()).toBe('re-2026-00001')
  await page.getByRole('link', { name: 'Kunden', exact: true }).click()
  await page.getByRole('alertdialog', { name: 'Seite verlassen, ohne zu speichern?' }).waitFor()
  await page.getByRole('button', { name: 'Hier bleiben' }).click()
  await page.getByLabel('Rechnungsnummer').fill('Neu-1')
  const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(64)])
  await page.locator('input[type=file]').first().setInputFiles({ name: 'Foto.png', mimeType: 'image/png', buffer: png })
  await page.getByText('Foto.png').first().waitFor()
  await page.getByRole('button', { name: 'Entwurf speichern' }).click()
  await page.getByText('Hier ist nur ein PDF möglich. Diese Datei ist etwas anderes.').first().waitFor()
  await page
    .getByRole('button', { name: /Foto\.png/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Entwurf speichern' }).click()
  await page.getByText('Der Entwurf wurde gespeichert.').first().waitFor()

  await page.getByRole('textbox', { name: 'Hinweise' }).fill('Geht mit dem Entwurf.')
  await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
  await page.getByRole('menuitem', { name: 'Entwurf löschen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Entwurf löschen' }).click()
  await page.waitForURL('**/admin-portal/invoices-overview')
  await page.getByRole('table').waitFor()
  expect(await page.getByRole('link', { name: 'Neu-1' }).count()).toBe(0)
  await end()
})

async function startDraft(page: Page, customer: string): Promise<void> {
  await page.goto('/admin-portal/invoices-overview')
  await page.getByRole('button', { name: 'Rechnung anlegen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rechnung anlegen' })
  await dialog.getByRole('combobox').fill(customer)
  await page.getByRole('option').filter({ hasText: customer }).first().click()
  await dialog.getByRole('button', { name: 'Entwurf anlegen' }).click()
  await page.waitForURL('**/admin-portal/invoice/*')
  await page.getByRole('table', { name: 'Einträge zuordnen' }).getByRole('checkbox').first().waitFor()
}

function idOf(page: Page): string {
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

async function savedBy(page: Page, link: Locator): Promise<Download> {
  const waiting = page.waitForEvent('download')
  await link.click()
  return waiting
}
