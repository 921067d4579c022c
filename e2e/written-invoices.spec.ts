/** Invoices that the portal writes: from billed hours to issue, question, password, payment, cancellation and a second billing. */
import { readFileSync } from 'node:fs'
import type { Download, Locator, Page } from 'playwright-core'
import { readPdf, textsOf } from '#server/testing/read-pdf.ts'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { expect, test } from './journey.ts'
import { anyOf } from './list-places.ts'
import { open, phoneWidth } from './visit.ts'

/** Wider than a phone: names of lines break. */
const drive = 'Anfahrtskostenpauschalenberechnungsgrundlagenermittlungsverfahren'

test('work becomes an invoice, which its customer understands, asks about and opens with a password; it is paid, cancelled and billed again', async ({
  admin,
  visit,
}) => {
  await setSeries(admin)
  await open(admin, '/admin-portal/customers-overview?billing=open&search=Gr%C3%B6%C3%9Fl')
  await anyOf(admin.getByRole('row').getByRole('link')).click()
  await admin.waitForURL('**/admin-portal/customer/*')
  const customerUrl = admin.url()
  await admin.getByRole('button', { name: 'Abrechnen mit Auswahl' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Was wird abgerechnet?' })
  await expect(dialog.getByRole('radio', { name: /Das Portal schreibt sie/ })).toBeChecked()
  await dialog.getByRole('combobox', { name: 'Positionen' }).selectOption({ label: 'Eine Position je Ticket' })
  await expectAccessible(admin, 'billing with options')
  await dialog.getByRole('button', { name: 'Entwurf anlegen' }).click()
  await admin.waitForURL('**/admin-portal/invoice/*')

  // The next step is visible at the top of the draft, on a phone, too.
  const deskSize = admin.viewportSize()
  const issue = admin.getByRole('button', { name: 'Ausstellen' })
  await admin.setViewportSize({ width: phoneWidth, height: 844 })
  await expect.poll(() => issue.evaluate(isInView)).toBe(true)
  await expectNoSidewaysScroll(admin, 'a draft on a phone')
  if (deskSize) await admin.setViewportSize(deskSize)
  await expect.poll(() => issue.evaluate(isInView)).toBe(true)

  // Nothing is guessed: the VAT case is named as missing, and chosen for all lines.
  await admin.getByRole('button', { name: 'Ausstellen' }).click()
  const missing = admin.getByRole('alert').filter({ hasText: 'Es fehlt noch:' })
  await expect(missing.getByText(/Bitte wählen Sie den Steuerfall dieser Position\./)).toBeVisible()
  await expectAccessible(admin, 'a draft with missing data')
  await admin.getByRole('button', { name: 'Position hinzufügen' }).click()
  const lines = admin.getByRole('region', { name: 'Positionen' }).getByRole('listitem')
  const added = lines.filter({ has: admin.getByLabel('Einzelpreis (netto)') })
  await added.getByLabel('Bezeichnung').fill(drive)
  await added.getByLabel('Menge').fill('2,5')
  await added.getByLabel('Einheit').selectOption({ label: 'km' })
  await added.getByLabel('Einzelpreis (netto)').fill('10')
  await expect(added.getByText('25,00\u00a0€')).toBeVisible()
  await admin.getByLabel('Umsatzsteuer für alle Positionen').selectOption({ label: '19\u00a0%' })
  await admin.getByRole('button', { name: 'Vorschau' }).click()
  await expect(admin.getByRole('dialog', { name: 'Entwurf.pdf' }).getByText(/^100\u00a0%/)).toBeVisible()
  await admin.keyboard.press('Escape')
  await admin.getByRole('button', { name: 'Ausstellen' }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Endgültig ausstellen' }).click()
  await expect(admin.getByRole('button', { name: 'Als bezahlt vermerken' })).toBeVisible()
  const number = /RE-\d{4}-\d{5}/.exec((await admin.locator('h1').textContent()) ?? '')?.[0] ?? ''
  expect(number).not.toBe('')
  await expectAccessible(admin, 'an issued invoice')
  const invoiceUrl = admin.url()
  const invoiceId = new URL(invoiceUrl).pathname.split('/').at(-1) ?? ''

  // The customer reads it on a phone, asks about an entry, and opens the copy with its password.
  const customer = await visit({ as: 'demo-kunde', width: phoneWidth })
  await open(customer, `/customer-portal/invoice/${invoiceId}`)
  await expect(customer.getByRole('img', { name: 'GiroCode für die Überweisung' })).toBeVisible()
  await expectAccessible(customer, 'an issued invoice on a phone')
  await expectNoSidewaysScroll(customer, 'an issued invoice on a phone')
  const shown = customer.getByRole('region', { name: 'Positionen (netto)' })
  await anyOf(shown.getByRole('button', { name: `Rückfrage stellen zu „${drive}“` })).click()
  const question = customer.getByRole('dialog', { name: 'Rückfrage stellen' })
  await question.getByLabel('Ihre Frage').fill('Wofür war die Anfahrt?')
  await expectAccessible(customer, 'asking a question')
  expect((await question.boundingBox())?.width).toBeLessThan(phoneWidth)
  await question.getByRole('button', { name: 'Rückfrage senden' }).click()
  const asked = customer.getByRole('article', { name: `Zu „${drive}“` })
  await expect(asked.getByText('Wofür war die Anfahrt?')).toBeVisible()
  await customer.getByRole('button', { name: 'Weitere Dokumente und Aktionen' }).click()
  const locked = await savedBy(customer, customer.getByRole('menuitem', { name: 'PDF mit Passwort herunterladen' }))
  const copy = readFileSync(await locked.path())
  const password = customer.getByRole('region', { name: 'Passwort des PDFs' })
  await password.getByRole('button', { name: /^Anzeigen: Passwort von/ }).click()
  const shownPassword = password.getByText(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){3}$/)
  await expect(shownPassword).toBeVisible()
  for (const wrong of [undefined, 'ABCD-EFGH-JKLM-NPQR']) {
    await expect(readPdf(copy, textsOf, wrong)).rejects.toThrow(/password/i)
  }
  const pages = await readPdf(copy, textsOf, (await shownPassword.textContent()) ?? '')
  expect(pages.join('\n')).toContain(number)

  // The owner finds the question on the home and answers it; the customer sees the answer without reloading.
  await open(admin, '/admin-portal/home')
  await admin.getByRole('link', { name: /Wofür war die Anfahrt\?/ }).click()
  await admin.waitForURL('**/admin-portal/invoice/*')
  const answered = admin.getByRole('article', { name: `Zu „${drive}“` })
  await answered.getByRole('button', { name: 'Antworten' }).click()
  await answered.getByLabel('Ihre Antwort').fill('Für den Termin am Montag.')
  await answered.getByRole('button', { name: 'Antwort senden' }).click()
  await expect(answered.getByText('Für den Termin am Montag.')).toBeVisible()
  await expect(asked.getByText('Für den Termin am Montag.')).toBeVisible()

  // Part paid, paid, cancelled: the payments are credit, and the work can be billed again.
  await admin.getByRole('button', { name: 'Zahlung erfassen' }).click()
  const payment = admin.getByRole('dialog', { name: 'Zahlung erfassen' })
  await payment.getByLabel('Betrag').fill('20')
  await payment.getByRole('button', { name: 'Zahlung speichern' }).click()
  await expect(admin.getByText('Noch offen')).toBeVisible()
  await admin.getByRole('button', { name: 'Als bezahlt vermerken' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Als bezahlt vermerken' }).click()
  await expect(admin.getByText('Bezahlt', { exact: true })).toBeVisible()
  await admin.getByRole('button', { name: 'Weitere Dokumente und Aktionen' }).click()
  await admin.getByRole('menuitem', { name: 'Stornieren' }).click()
  const cancellation = admin.getByRole('dialog', { name: `Rechnung ${number} stornieren` })
  await cancellation.getByLabel('Grund').fill('Falscher Zeitraum')
  await expectAccessible(admin, 'a cancellation')
  await cancellation.getByRole('button', { name: 'Endgültig stornieren' }).click()
  await expect(admin.getByText('Diese Rechnung ist storniert.')).toBeVisible()
  await admin.getByRole('link', { name: /^Stornorechnung ST-/ }).click()
  await expect(admin.getByText('Grund: Falscher Zeitraum')).toBeVisible()
  await expectAccessible(admin, 'the document of a cancellation')
  await open(admin, new URL(customerUrl).pathname)
  await admin.getByRole('button', { name: 'Abrechnen', exact: true }).click()
  await admin.waitForURL('**/admin-portal/invoice/*')
  await expect(admin.getByRole('button', { name: 'Ausstellen' })).toBeVisible()
  expect(admin.url()).not.toBe(invoiceUrl)
})

test('a line moves by keyboard, and a removed one comes back', async ({ visit }) => {
  const page = await visit({ as: 'demo-admin', width: phoneWidth })
  await addEmptyDraft(page)
  const lines = page.getByRole('region', { name: 'Positionen' })
  const names = lines.getByLabel('Bezeichnung')
  const valuesOf = () => names.evaluateAll(inputs => inputs.map(input => (input as HTMLInputElement).value))
  for (const name of ['Eins', 'Zwei', 'Drei']) {
    await page.getByRole('button', { name: 'Position hinzufügen' }).click()
    await page.keyboard.type(name)
  }
  await expect.poll(valuesOf).toEqual(['Eins', 'Zwei', 'Drei'])
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(valuesOf).toEqual(['Eins', 'Drei', 'Zwei'])
  await lines.getByRole('button', { name: 'Aktionen für Eins' }).click()
  await page.getByRole('menuitem', { name: 'Position entfernen' }).click()
  await expect.poll(valuesOf).toEqual(['Drei', 'Zwei'])
  await page.getByRole('button', { name: 'Rückgängig machen' }).click()
  await expect.poll(valuesOf).toEqual(['Eins', 'Drei', 'Zwei'])
  await expectNoSidewaysScroll(page, 'the editor on a phone')
  await expectAccessible(page, 'the editor on a phone')
})

test('a reduction by more than the rest is refused with a sentence, and nothing typed is lost', async ({ visit }) => {
  const page = await visit({ as: 'demo-admin', expected: [/status of 422/] })
  await addEmptyDraft(page)
  // Data missing for an issue is listed until something is saved again.
  await page.getByRole('button', { name: 'Ausstellen' }).click()
  const missing = page.getByText('Der Entwurf ist gespeichert. Es fehlt noch:')
  await expect(missing).toBeVisible()
  await page.getByRole('button', { name: 'Position hinzufügen' }).click()
  await page.getByLabel('Bezeichnung').fill('Nachlass')
  await page.getByLabel('Menge').fill('-1')
  await page.getByLabel('Einzelpreis (netto)').fill('5')
  await page.getByLabel('Umsatzsteuer', { exact: true }).selectOption({ label: '19\u00a0%' })
  await page.getByRole('button', { name: 'Entwurf speichern' }).click()
  await expect(page.getByText('Die Summe der Positionen darf nicht negativ sein.')).toBeVisible()
  await expect(missing).toHaveCount(0)
  await expect(page.getByLabel('Bezeichnung')).toHaveValue('Nachlass')
  await expectAccessible(page, 'a draft with a negative sum')
})

/** Lets the portal assign numbers, as proposed. */
async function setSeries(page: Page): Promise<void> {
  await open(page, '/admin-portal/settings/billing')
  const invoices = page.getByRole('form', { name: 'Rechnungen', exact: true })
  await expect(invoices.getByLabel('Aufbau')).toHaveValue('RE-{Jahr}-{Nummer:5}')
  await expect(invoices.getByText(/^Die nächste Nummer ist RE-\d{4}-\d{5}\.$/)).toBeVisible()
  for (const kind of ['Rechnungen', 'Stornorechnungen']) {
    await page.getByRole('button', { name: `Nummern der ${kind} festlegen` }).click()
    await expect(page.getByRole('form', { name: kind, exact: true }).getByText('Noch nicht festgelegt.')).toHaveCount(0)
  }
  await expectAccessible(page, 'the number series')
}

async function savedBy(page: Page, target: Locator): Promise<Download> {
  const waiting = page.waitForEvent('download')
  await target.click()
  return waiting
}

/** Ends in the editor of a draft without work. */
async function addEmptyDraft(page: Page): Promise<void> {
  await open(page, '/admin-portal/invoices-overview')
  await page.getByRole('button', { name: 'Rechnung anlegen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rechnung anlegen' })
  await dialog.getByRole('combobox').fill('Größl')
  await page.getByRole('option').filter({ hasText: 'Größl' }).click()
  await dialog.getByRole('radio', { name: /Das Portal schreibt sie/ }).check()
  await dialog.getByRole('button', { name: 'Entwurf anlegen' }).click()
  await page.waitForURL('**/admin-portal/invoice/*')
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  const middle = document.elementFromPoint(element.getBoundingClientRect().left + 4, (top + bottom) / 2)
  return top >= 0 && bottom <= innerHeight && middle !== null && element.contains(middle)
}
