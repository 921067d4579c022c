import { readFileSync } from 'node:fs'
import type { Download, Locator, Page } from 'playwright-core'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { expect, test } from './journey.ts'
import { anyOf, selectRows } from './list-places.ts'
import { fileField } from './request-form.ts'
import { open, phoneWidth } from './visit.ts'

const pdf = Buffer.from(`%PDF-1.7\n${'% Rechnung aus einem anderen Programm\n'.repeat(400)}`)

test('an admin creates an invoice from finished work, the customer finds and downloads it, and it is paid', async ({
  admin,
  visit,
}) => {
  await startDraft(admin, 'Größl')
  const invoiceId = idOf(admin)

  // Nothing is filled in yet: publishing names the missing fields and keeps the draft.
  await admin.getByRole('button', { name: 'Veröffentlichen' }).click()
  await expect(admin.getByText('Zum Veröffentlichen fehlt die Rechnung als PDF.')).toBeVisible()
  await expect(admin.getByText('Zum Veröffentlichen fehlt der Rechnungsbetrag.')).toBeVisible()
  // The first one has the focus, and each name links to its field.
  const focused = () => admin.evaluate(() => document.activeElement?.closest('div:has(> label)')?.textContent)
  const missing = admin.getByRole('alert').filter({ hasText: 'Zum Veröffentlichen fehlt noch:' })
  await expect.poll(focused).toContain('Rechnungsnummer')
  await missing.getByRole('button', { name: 'Rechnungsbetrag' }).click()
  await expect.poll(focused).toMatch(/^(Netto|Rechnungsbetrag)/)

  // The amounts follow the selected entries.
  const table = admin.getByRole('table', { name: 'Einträge zuordnen' })
  await selectRows(table, 2)
  await expectOneBar(admin, table)
  const chosen = await table
    .getByRole('row')
    .filter({ has: admin.locator('input:checked') })
    .allTextContents()
  const ticketNumber = /T-\d{4}-\d{4}/.exec(chosen.join(' '))?.[0] ?? ''
  expect(ticketNumber).not.toBe('')
  await expect(admin.getByText(/netto, genau wie die Rechnung\./)).toBeVisible()
  const net = await admin.getByLabel('Netto', { exact: true }).inputValue()
  await admin.getByLabel('Netto', { exact: true }).fill('1,00')
  await admin.getByRole('button', { name: 'Betrag aus den Einträgen übernehmen' }).click()
  await expect.poll(() => admin.getByLabel('Netto', { exact: true }).inputValue()).toBe(net)

  await admin.getByLabel('Rechnungsnummer').fill('Extern 2026/7')
  await fileField(admin).setInputFiles({
    name: 'Scan 4711.pdf',
    mimeType: 'application/pdf',
    buffer: pdf,
  })
  await expect(admin.getByText('Scan 4711.pdf', { exact: true })).toBeVisible()
  await admin.getByRole('textbox', { name: 'Hinweise' }).fill('Danke für die gute Zusammenarbeit.')
  await admin.getByRole('button', { name: 'Veröffentlichen' }).click()
  const question = admin.getByRole('alertdialog')
  await expect(question.getByText('Das ist endgültig')).toBeVisible()
  await question.getByRole('button', { name: 'Endgültig veröffentlichen' }).click()
  await expect(admin.getByRole('button', { name: 'Als bezahlt vermerken' })).toBeVisible()
  const headline = await admin.locator('h1').textContent()
  expect(headline).toMatch(/^Rechnung Extern 2026\/7 über [\d.]+,\d{2}\s€\sbrutto$/)

  const customer = await visit({ as: 'demo-kunde' })
  await open(customer, '/customer-portal/invoices-overview?search=extern')
  await customer.getByRole('link', { name: 'Extern 2026/7' }).click()
  await customer.waitForURL(`**/customer-portal/invoice/${invoiceId}`)
  await expect.poll(() => customer.locator('h1').textContent()).toBe(headline)
  await expect(customer.getByText('Offen', { exact: true })).toBeVisible()
  await expect(customer.getByText('Danke für die gute Zusammenarbeit.')).toBeVisible()
  const saved = await savedBy(customer, customer.getByRole('link', { name: 'Rechnung herunterladen' }))
  expect(saved.suggestedFilename()).toBe('Rechnung_Extern 2026-7.pdf')
  expect(readFileSync(await saved.path()).equals(pdf)).toBe(true)
  await anyOf(customer.getByRole('row').filter({ hasText: ticketNumber }).getByRole('link')).click()
  await customer.waitForURL('**/customer-portal/ticket/*')
  const invoices = customer.getByRole('region', { name: 'Rechnungen' })
  await expect(invoices.getByRole('listitem').filter({ hasText: 'Extern 2026/7' }).getByText('offen')).toBeVisible()

  await admin.getByRole('button', { name: 'Als bezahlt vermerken' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Als bezahlt vermerken' }).click()
  await expect(admin.getByText('Bezahlt', { exact: true })).toBeVisible()
  await admin.getByRole('button', { name: 'Rückgängig machen' }).click()
  await expect(admin.getByText('Offen', { exact: true })).toBeVisible()
  await admin.getByRole('button', { name: 'Als bezahlt vermerken' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Als bezahlt vermerken' }).click()
  await expect(admin.getByText('Bezahlt', { exact: true })).toBeVisible()

  await customer.reload()
  await expect(invoices.getByRole('listitem').filter({ hasText: 'Extern 2026/7' }).getByText('bezahlt')).toBeVisible()
  await invoices.getByRole('link', { name: 'Extern 2026/7' }).click()
  await customer.waitForURL(`**/customer-portal/invoice/${invoiceId}`)
  await expect(customer.getByText('Bezahlt', { exact: true })).toBeVisible()
})

test('a draft refuses a used number and a picture, keeps its input, and is deleted after a confirmation', async ({
  visit,
}) => {
  const page = await visit({ as: 'demo-admin', expected: [/422/] })
  await startDraft(page, 'Größl')
  const found = await (await page.request.get('/api/backend/invoices/?search=Extern')).json()
  const used = found.results[0].number.toLowerCase()
  await page.getByLabel('Rechnungsnummer').fill(used)
  await page.getByRole('button', { name: 'Entwurf speichern' }).click()
  await expect(page.getByText('Diese Rechnungsnummer gibt es schon.')).toBeVisible()
  await expect(page.getByLabel('Rechnungsnummer')).toHaveValue(used)
  await page.getByRole('link', { name: 'Kunden', exact: true }).click()
  await expect(page.getByRole('alertdialog', { name: 'Seite verlassen, ohne zu speichern?' })).toBeVisible()
  await page.getByRole('button', { name: 'Hier bleiben' }).click()
  await page.getByLabel('Rechnungsnummer').fill('Neu-1')
  const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(64)])
  await fileField(page).setInputFiles({ name: 'Foto.png', mimeType: 'image/png', buffer: png })
  await expect(page.getByText('Foto.png', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Entwurf speichern' }).click()
  await expect(page.getByText('Hier ist nur ein PDF möglich. Diese Datei ist etwas anderes.')).toBeVisible()
  await page.getByRole('button', { name: /Foto\.png/ }).click()
  await page.getByRole('button', { name: 'Entwurf speichern' }).click()
  await expect(page.getByText('Der Entwurf wurde gespeichert.')).toBeVisible()

  await page.getByRole('textbox', { name: 'Hinweise' }).fill('Geht mit dem Entwurf.')
  await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
  await page.getByRole('menuitem', { name: 'Entwurf löschen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Entwurf löschen' }).click()
  await page.waitForURL('**/admin-portal/invoices-overview')
  await expect(page.getByRole('table')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Neu-1' })).toHaveCount(0)
})

test('a long number stays on one line in the list of a phone and of a tablet', async ({ visit }) => {
  for (const width of [375, 768]) {
    const page = await visit({ as: 'demo-admin', width })
    await open(page, '/admin-portal/invoices-overview')
    const number = page.getByText(/^Extern-2026-\d{5}$/)
    await expect(number).toBeVisible()
    const lines = await number.evaluate(element => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    })
    expect(lines, `lines at ${width} px`).toBe(1)
  }
})

/** On a phone the bar of the form is enough at the lower edge: the count of the chosen rows ends their table. */
async function expectOneBar(page: Page, table: Locator): Promise<void> {
  const deskSize = page.viewportSize()
  await page.setViewportSize({ width: phoneWidth, height: 844 })
  await table.evaluate(element => element.scrollIntoView({ block: 'start' }))
  const inView = () =>
    page
      .locator('.stuck-low')
      .evaluateAll(bars =>
        bars.filter(bar => bar.getBoundingClientRect().top < innerHeight).map(bar => bar.textContent),
      )
  await expect.poll(inView).toEqual(['Entwurf speichernVeröffentlichen'])
  await page.getByText('2 ausgewählt').scrollIntoViewIfNeeded()
  await expect(page.getByText('2 ausgewählt')).toBeInViewport()
  await expectNoSidewaysScroll(page, 'chosen entries on a phone')
  if (deskSize) await page.setViewportSize(deskSize)
}

async function startDraft(page: Page, customer: string): Promise<void> {
  await page.goto('/admin-portal/invoices-overview')
  await page.getByRole('button', { name: 'Rechnung anlegen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rechnung anlegen' })
  await dialog.getByRole('combobox').fill(customer)
  await page.getByRole('option').filter({ hasText: customer }).click()
  await dialog.getByRole('radio', { name: /Ich lade ein PDF hoch/ }).check()
  await dialog.getByRole('button', { name: 'Entwurf anlegen' }).click()
  await page.waitForURL('**/admin-portal/invoice/*')
  await expect(page.getByRole('table', { name: 'Einträge zuordnen' }).getByRole('checkbox')).not.toHaveCount(0)
}

function idOf(page: Page): string {
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

async function savedBy(page: Page, link: Locator): Promise<Download> {
  const waiting = page.waitForEvent('download')
  await link.click()
  return waiting
}

test('an invoice is paid in two parts, one of which is entered wrongly and reversed', async ({ admin, visit }) => {
  await open(admin, '/admin-portal/invoices-overview?paid=unpaid&search=Gr%C3%B6%C3%9Fl')
  await anyOf(admin.getByRole('row').getByRole('link', { name: /^RE-/ })).click()
  await admin.waitForURL('**/admin-portal/invoice/*')
  const payments = admin.getByRole('region', { name: 'Zahlungen' })
  const form = admin.getByRole('dialog', { name: 'Zahlung erfassen' })
  await payments.getByRole('button', { name: 'Zahlung erfassen' }).click()
  await form.getByLabel('Betrag').fill('-5')
  await form.getByRole('button', { name: 'Zahlung speichern' }).click()
  await expect(form.getByLabel('Anmerkung')).toBeFocused()
  await form.getByLabel('Betrag').fill('100')
  await form.getByLabel('Betrag').press('Enter')
  await expect(form).toBeHidden()
  await expect(payments.getByRole('row', { name: /Zahlung .* 100,00/ })).toBeVisible()
  await expect(payments.getByRole('row', { name: /offen/ })).toBeVisible()
  await expectAccessible(admin, 'an invoice that is paid in part')

  await payments
    .getByRole('row', { name: /100,00/ })
    .getByRole('button', { name: /Aktionen/ })
    .click()
  await admin.getByRole('menuitem', { name: 'Zurücknehmen' }).click()
  const question = admin.getByRole('dialog', { name: 'Zahlung zurücknehmen?' })
  await question.getByLabel('Grund').fill('Falscher Kunde')
  await question.getByRole('button', { name: 'Zahlung zurücknehmen' }).click()
  await expect(payments.getByRole('row', { name: /Gegenbuchung Falscher Kunde/ })).toBeVisible()

  // The rest is proposed.
  await payments.getByRole('button', { name: 'Zahlung erfassen' }).click()
  await form.getByRole('button', { name: 'Zahlung speichern' }).click()
  await expect(payments.getByRole('row', { name: /vollständig bezahlt/ })).toBeVisible()
  await expect(admin.getByText('Bezahlt', { exact: true })).toBeVisible()

  const customer = await visit({ as: 'demo-kunde', width: phoneWidth })
  await open(customer, `/customer-portal/invoice/${idOf(admin)}`)
  const seen = customer.getByRole('region', { name: 'Zahlungen' })
  await expect(seen.getByRole('row', { name: /Gegenbuchung Falscher Kunde/ })).toBeVisible()
  await expect(seen.getByRole('button')).toHaveCount(0)
  await expectNoSidewaysScroll(customer, 'an invoice with payments')
})

test('the password of an uploaded PDF is stored by an admin and revealed by the customer', async ({ admin, visit }) => {
  await open(admin, '/admin-portal/invoices-overview?paid=paid&search=Gr%C3%B6%C3%9Fl&ordering=issueDate')
  await anyOf(admin.getByRole('row').getByRole('link', { name: /^RE-/ })).click()
  await admin.waitForURL('**/admin-portal/invoice/*')
  const card = admin.getByRole('region', { name: 'Passwort des PDFs' })
  await card.getByRole('button', { name: /^Passwort hinterlegen/ }).click()
  const form = admin.getByRole('dialog', { name: 'Passwort des PDFs hinterlegen' })
  await form.getByRole('button', { name: 'Passwort speichern' }).click()
  await expect(form.getByLabel('Passwort', { exact: true })).toBeFocused()
  await form.getByLabel('Passwort', { exact: true }).fill('Zimtstern-7')
  await form.getByLabel('Passwort', { exact: true }).press('Enter')
  await expect(form).toBeHidden()
  await expect(card.getByText('verborgen')).toBeAttached()
  await expectAccessible(admin, 'an invoice with a password')

  const customer = await visit({ as: 'demo-kunde', width: phoneWidth })
  await open(customer, `/customer-portal/invoice/${idOf(admin)}`)
  const seen = customer.getByRole('region', { name: 'Passwort des PDFs' })
  await seen.getByRole('button', { name: /^Anzeigen/ }).click()
  await expect(seen.getByText('Zimtstern-7')).toBeVisible()
  await expectNoSidewaysScroll(customer, 'a revealed password')
  await expectAccessible(customer, 'a revealed password')
  await customer.keyboard.press('Escape')
  await expect(seen.getByText('Zimtstern-7')).toBeHidden()
})
