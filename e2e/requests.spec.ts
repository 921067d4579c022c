import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { requestTexts } from '#web/texts/requests.texts.ts'
import { expect, test } from './journey.ts'
import { firstLink } from './list-places.ts'
import { attach, attached, onDetails, openForm, pdf } from './request-form.ts'
import { open } from './visit.ts'

test('a customer sends a request with an attachment, the admin accepts it and adds hours, the customer sees them', async ({
  customer,
  visit,
}) => {
  const title = `Wallbox am Kelterhaus (${Date.now()})`
  const form = await openForm(customer)
  await form.getByLabel('Worum geht es?').fill(title)
  await form.getByLabel('Beschreibung').fill('Bitte noch in diesem Jahr.\nDer Plan hängt an.')
  await form.getByLabel('Priorität').selectOption('Hoch')
  await attach(form, pdf('Plan Größl.pdf'))
  await expect(form.getByText('Hochgeladen', { exact: true })).toBeVisible()
  await form.getByRole('button', { name: 'Anfrage senden' }).click()
  await onDetails(customer)
  await expect(customer.getByText('Anfrage erfolgreich erstellt')).toBeVisible()
  await expect(customer.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  const id = new URL(customer.url()).pathname.split('/').at(-1)

  const admin = await visit({ as: 'demo-admin' })
  await open(admin, `/admin-portal/requests-overview?search=${encodeURIComponent(title)}`)
  await admin.getByRole('table').getByRole('link', { name: title }).click()
  await admin.waitForURL(`**/admin-portal/request/${id}`)
  const download = admin.waitForEvent('download')
  await admin.getByRole('link', { name: /^Plan Größl.pdf.*herunterladen$/ }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe('Plan Größl.pdf')
  expect(readFileSync(await saved.path(), 'utf8')).toBe('%PDF-1.7\nAngebot')
  await admin.getByRole('button', { name: 'Annehmen' }).click()
  const acceptance = admin.getByRole('dialog', { name: 'Anfrage annehmen' })
  await expect(acceptance.getByLabel('Name des Tickets')).toHaveValue(title)
  await expect(acceptance.getByLabel('Stundensatz')).toHaveValue('92,00')
  await acceptance.getByLabel('Nachricht an den Kunden').fill('Wir fangen im Dezember an.')
  await acceptance.getByRole('button', { name: 'Annehmen und Ticket anlegen' }).click()
  await admin.waitForURL('**/admin-portal/ticket/*')
  await expect(admin.getByText('Bitte noch in diesem Jahr.')).toBeVisible()
  await admin.getByRole('button', { name: 'Eintrag hinzufügen' }).click()
  const entry = admin.getByRole('dialog', { name: 'Eintrag hinzufügen' })
  await entry.getByLabel('Leistung').fill('Leitungsweg geprüft')
  await entry.getByLabel('Abzurechnende Stunden').fill('2,5')
  await entry.getByRole('button', { name: 'Eintrag hinzufügen' }).click()
  await expect(entry).not.toBeAttached()

  await customer.reload()
  await expect(customer.getByText('Wir haben diese Anfrage angenommen.')).toBeVisible()
  await expect(customer.getByText('Wir fangen im Dezember an.')).toBeVisible()
  await expect(customer.getByRole('button', { name: 'Bearbeiten' })).toHaveCount(0)
  await customer.getByRole('link', { name: /^Ticket T-\d{4}-\d{4} öffnen$/ }).click()
  await customer.waitForURL('**/customer-portal/ticket/*')
  const row = customer.getByRole('row').filter({ hasText: 'Leitungsweg geprüft' })
  await expect(row).toBeVisible()
  expect(((await row.textContent()) ?? '').replaceAll(/\s+/g, ' ')).toContain('2,50 × 92,00 €')
  await customer.getByRole('link', { name: /^A-\d{4}-\d{4}$/ }).click()
  await customer.waitForURL(`**/customer-portal/request/${id}`)
})

test('the number of urgent open requests leads to just these', async ({ admin: page }) => {
  await open(page, '/admin-portal/requests-overview')
  const figures = page.getByRole('region', { name: requestTexts.summary.label })
  const urgent = figures.getByRole('link', { name: /mit hoher Priorität/ })
  const count = Number(/\d+/.exec((await urgent.textContent()) ?? '')?.[0])
  expect(count).toBeGreaterThan(0)
  await urgent.click()
  await page.waitForURL(/state=open&priority=high|priority=high&state=open/)
  await expect(page.locator('main tbody tr')).toHaveCount(count)
})

test('with the keyboard alone: open the form, write, attach a file, send', async ({ customer: page }) => {
  await open(page, '/customer-portal/requests-overview')
  await page.getByRole('button', { name: 'Anfrage stellen' }).focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Anfrage stellen' })
  await expect(form.getByLabel('Worum geht es?')).toBeVisible()
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
  await expect(form.getByText('Hochgeladen', { exact: true })).toHaveCount(2)
  await expect
    .poll(() => form.getByRole('status').allTextContents())
    .toContainEqual(expect.stringContaining('ist hochgeladen.'))
  await tabTo(page, 'eins.pdf entfernen')
  await page.keyboard.press('Enter')
  await expect(form.getByText('eins.pdf', { exact: true })).not.toBeAttached()
  // The focused button was removed with its row.
  await tabTo(page, 'Anfrage senden', 0)
  await page.keyboard.press('Enter')
  await onDetails(page)
  await expect(attached(page, 'zwei.pdf')).toBeVisible()
  await expect(page.getByText('eins.pdf', { exact: true })).toHaveCount(0)
  await expect(page.getByText('Hoch', { exact: true })).toBeVisible()
})

test('a customer changes and deletes an open request, and suggestions appear while typing', async ({
  customer: page,
}) => {
  const form = await openForm(page)
  const priorityTop = async () => (await form.getByLabel('Priorität').boundingBox())?.y
  const before = await priorityTop()
  await form.getByLabel('Worum geht es?').fill('Wie wird die Arbeit abgerechnet?')
  await expect(form.getByRole('heading', { name: 'Vielleicht hilft das schon' })).toBeVisible()
  // No layout shift: the suggestions are below the form, and a line next to the fields leads there.
  await expect.poll(() => priorityTop()).toBe(before)
  await form.getByRole('button', { name: 'Ansehen' }).press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Vielleicht hilft das schon')
  await attach(form, pdf('alt.pdf'))
  await expect(form.getByText('Hochgeladen', { exact: true })).toBeVisible()
  await form.getByRole('button', { name: 'Anfrage senden' }).click()
  await onDetails(page)
  await page.getByRole('button', { name: 'Bearbeiten' }).click()
  const edit = page.getByRole('dialog', { name: 'Anfrage bearbeiten' })
  await edit.getByLabel('Worum geht es?').fill('Abrechnung besprechen')
  await edit.getByRole('button', { name: 'alt.pdf entfernen' }).click()
  await edit.getByRole('button', { name: 'Anfrage speichern' }).click()
  await expect(edit).not.toBeAttached()
  await expect(page.getByRole('heading', { name: 'Abrechnung besprechen', level: 1 })).toBeVisible()
  await expect(page.getByText('alt.pdf', { exact: true })).not.toBeAttached()
  await page.getByRole('button', { name: 'Löschen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Anfrage löschen' }).click()
  await page.waitForURL('**/customer-portal/requests-overview')
  await expect(firstLink(page)).toBeVisible()
  await expect(page.getByText('Abrechnung besprechen')).toHaveCount(0)
})

test('a finished ticket leads to a request about it, which the admin declines with an answer', async ({
  customer,
  visit,
}) => {
  await open(customer, '/customer-portal/tickets-overview?progress=finished')
  await firstLink(customer).click()
  await customer.waitForURL('**/customer-portal/ticket/*')
  const ticket = new URL(customer.url()).pathname
  await customer.getByRole('link', { name: 'Anfrage stellen' }).click()
  const form = customer.getByRole('dialog', { name: 'Anfrage stellen' })
  await expect(form.getByText('Ihre Anfrage betrifft das Ticket')).toBeVisible()
  await form.getByLabel('Worum geht es?').fill('Dazu fehlt noch etwas')
  await form.getByRole('button', { name: 'Anfrage senden' }).click()
  await onDetails(customer)
  await expect(customer.locator(`a[href="${ticket}"]`)).toBeVisible()
  const id = new URL(customer.url()).pathname.split('/').at(-1)

  const admin = await visit({ as: 'demo-admin' })
  await open(admin, `/admin-portal/request/${id}`)
  await admin.getByRole('button', { name: 'Ablehnen' }).click()
  const decline = admin.getByRole('dialog', { name: 'Anfrage ablehnen' })
  await decline.getByRole('button', { name: 'Anfrage ablehnen' }).click()
  await expect(decline.getByText('Dieses Feld ist ein Pflichtfeld.')).toBeVisible()
  await decline.getByLabel('Antwort').fill('Das war nicht Teil des Auftrags.')
  await decline.getByRole('button', { name: 'Anfrage ablehnen' }).click()
  await expect(decline).not.toBeAttached()
  await expect(admin.getByText('Diese Anfrage ist abgelehnt.')).toBeVisible()

  await customer.reload()
  await expect(customer.getByText('Das war nicht Teil des Auftrags.')).toBeVisible()

  await open(admin, '/admin-portal/requests-overview?dialog=new')
  const record = admin.getByRole('dialog', { name: 'Anfrage erfassen' })
  await record.getByLabel('Worum geht es?').fill('Am Telefon gesagt')
  await record.getByRole('button', { name: 'Anfrage senden' }).click()
  await expect(record.getByText('Dieses Feld ist ein Pflichtfeld.')).toBeVisible()
  await record.getByRole('combobox', { name: 'Kunde' }).fill('morgen')
  await record.getByRole('option', { name: /Café Morgenröte/ }).click()
  await record.getByRole('button', { name: 'Anfrage senden' }).click()
  await admin.waitForURL('**/admin-portal/request/*')
  await expect(admin.getByRole('link', { name: 'Café Morgenröte' })).toBeVisible()
})

test('during an impersonation an admin sees the names of files and nothing to change', async ({ admin: page }) => {
  await open(page, '/admin-portal/customers-overview?search=Gr%C3%B6%C3%9Fl')
  await page
    .getByRole('table')
    .getByRole('link', { name: /Weingut/ })
    .click()
  await page.waitForURL('**/admin-portal/customer/*')
  await page.getByRole('button', { name: 'Als Kunde ansehen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ansicht starten' }).click()
  await page.waitForURL('**/customer-portal/home')
  await open(page, '/customer-portal/requests-overview?search=Zweite+Wallbox')
  await expect(page.getByRole('button', { name: 'Anfrage stellen' })).toHaveCount(0)
  await page.getByRole('table').getByRole('link', { name: 'Zweite Wallbox auf dem Hof' }).click()
  await onDetails(page)
  await expect(page.getByText('In der Ansicht als Kunde werden keine Dateien heruntergeladen.')).toBeVisible()
  await expect(page.getByRole('link', { name: /herunterladen/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Bearbeiten' })).toHaveCount(0)
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
