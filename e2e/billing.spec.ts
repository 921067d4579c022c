/** Hours become an invoice: from the home, a customer, a ticket and selected tickets, in few steps. */
import type { Locator, Page } from 'playwright-core'
import { expectAccessible } from './axe.ts'
import { expect, test } from './journey.ts'
import { focusedName, tabTo } from './keyboard.ts'
import { firstItem } from './list-places.ts'
import { fileField } from './request-form.ts'
import { deskWidth, open, phoneWidth } from './visit.ts'

const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n% Rechnung\n') })
const draftUrl = '**/admin-portal/invoice/*'

test.for([deskWidth, phoneWidth])(
  'it takes four clicks and a VAT case from the home to an issued invoice, %i px wide',
  async (width, { visit }) => {
    const page = await visit({ as: 'demo-admin', width })
    let clicks = 0
    const click = async (target: Locator) => {
      await target.click()
      clicks += 1
    }
    await open(page, '/admin-portal/home')
    const waiting = page.getByRole('region', { name: 'Abzurechnen' })
    await click(firstItem(waiting).getByRole('link'))
    await page.waitForURL('**/admin-portal/customer/*')
    const notice = await page.getByText(/fertige[r]?\sEinträge? seit dem .*\snetto \(.*\sbrutto\)\.$/).textContent()
    await click(page.getByRole('button', { name: 'Abrechnen', exact: true }))
    await page.waitForURL(draftUrl)

    // It contains all pending work, with amounts and dates filled in.
    const count = Number.parseInt(notice ?? '', 10)
    const work = page.getByRole('region', { name: 'Arbeit' })
    await expect(work.getByText(new RegExp(`^${count}\\sEinträge?, zusammen`))).toBeVisible()
    for (const name of ['Rechnungsdatum', 'Fällig am', 'Leistung von', 'Leistung bis']) {
      await expect(page.getByLabel(name), name).not.toHaveValue('')
    }
    await page.getByLabel('Umsatzsteuer für alle Positionen').selectOption({ label: '19\u00a0%' })
    await click(page.getByRole('button', { name: 'Ausstellen' }))
    await click(page.getByRole('alertdialog').getByRole('button', { name: 'Endgültig ausstellen' }))
    await expect(page.getByRole('button', { name: 'Als bezahlt vermerken' })).toBeVisible()
    expect(clicks).toBe(4)
  },
)

test('a draft for an uploaded PDF contains all pending work, with amounts and dates filled in', async ({
  admin: page,
}) => {
  await open(page, '/admin-portal/home')
  await firstItem(page.getByRole('region', { name: 'Abzurechnen' }))
    .getByRole('link')
    .click()
  await page.waitForURL('**/admin-portal/customer/*')
  const notice = await page.getByText(/fertige[r]?\sEinträge? seit dem .*\snetto \(.*\sbrutto\)\.$/).textContent()
  await billForUpload(page)
  const table = page.getByRole('table', { name: 'Einträge zuordnen' })
  await expect.poll(() => table.locator('tbody input:checked').count()).toBe(Number.parseInt(notice ?? '', 10))
  await expect(table.locator('tbody input:not(:checked)')).toHaveCount(0)
  await expect(page.getByText(/netto, genau wie die Rechnung\./)).toBeVisible()
  for (const name of ['Rechnungsdatum', 'Fällig am', 'Leistung von', 'Leistung bis']) {
    await expect(page.getByLabel(name), name).not.toHaveValue('')
  }
  await page.getByLabel('Rechnungsnummer').fill('Schnell-1')
  await fileField(page).setInputFiles(pdf('Rechnung.pdf'))
  await expect(page.getByText('Hochgeladen', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Veröffentlichen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Endgültig veröffentlichen' }).click()
  await expect(page.getByRole('button', { name: 'Als bezahlt vermerken' })).toBeVisible()
})

test('single entries are chosen in the dialog, by hand, and nothing else is billed', async ({ visit }) => {
  const page = await visit({ as: 'demo-admin', width: phoneWidth })
  const waiting = await (await page.request.get('/api/backend/billable-work/?page_size=100')).json()
  const several = waiting.results.filter(({ entriesCount }: { entriesCount: number }) => entriesCount > 1)
  const { customer, entriesCount } = several.at(-1)
  await open(page, `/admin-portal/customer/${customer.id}`)
  await page.getByRole('button', { name: 'Abrechnen mit Auswahl' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'Einzelne Einträge wählen' }).check()
  const list = dialog.getByRole('group', { name: 'Einträge' })
  await expect(list.getByRole('listitem').getByRole('checkbox')).toHaveCount(entriesCount)
  await dialog.getByRole('button', { name: 'Entwurf anlegen' }).click()
  await expect(list.getByText('Bitte wählen Sie mindestens einen Eintrag.')).toBeVisible()
  await list.getByRole('checkbox', { name: 'Alle in dieser Liste' }).check()
  await expect(dialog.getByText(new RegExp(`^Gewählt: ${entriesCount}\\sEinträge, `))).toBeVisible()
  await expectAccessible(page, 'choosing single entries on a phone')
  await list.getByRole('checkbox', { name: 'Alle in dieser Liste' }).uncheck()
  await expect(dialog.getByText('Noch ist kein Eintrag gewählt.')).toBeVisible()
  await firstItem(list).getByRole('checkbox').check()
  await expect(dialog.getByText(/^Gewählt: ein\sEintrag, /)).toBeVisible()
  await dialog.getByRole('button', { name: 'Entwurf anlegen' }).click()
  await page.waitForURL(draftUrl)
  await expect(page.getByRole('region', { name: 'Arbeit' }).getByText(/^1\sEintrag, zusammen/)).toBeVisible()
  const left = await (await page.request.get(`/api/backend/billable-work/?customer=${customer.id}`)).json()
  expect(left.results[0]?.entriesCount).toBe(entriesCount - 1)
})

test('a ticket bills its finished work, and then no longer offers it', async ({ admin: page }) => {
  const [ticket] = await openTickets(page, 1)
  await open(page, `/admin-portal/ticket/${ticket?.id}`)
  await billForUpload(page)
  const table = page.getByRole('table', { name: 'Einträge zuordnen' })
  await expect(table.locator('tbody input:checked')).not.toHaveCount(0)
  const chosen = await table
    .getByRole('row')
    .filter({ has: page.locator('tbody input:checked') })
    .allTextContents()
  expect(chosen.every(text => text.includes(ticket?.number ?? ''))).toBe(true)
  await open(page, `/admin-portal/ticket/${ticket?.id}`)
  await expect(page.getByRole('link', { name: 'Rechnungsentwurf' })).not.toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Abrechnen', exact: true })).toHaveCount(0)
})

test('selected tickets of two customers become one draft each after a confirmation; a second time nothing is left', async ({
  admin: page,
}) => {
  const tickets = await openTickets(page, 2)
  const choose = async () => {
    for (const ticket of tickets) await page.getByRole('checkbox', { name: new RegExp(ticket.number) }).check()
  }
  await open(page, '/admin-portal/tickets-overview?billing=open&page_size=100')
  await choose()
  await expect(page.getByText('2 ausgewählt')).toBeVisible()
  await page.getByRole('button', { name: 'Abrechnen', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: /Für 2\sKunden abrechnen\?/ })
  for (const { customer } of tickets) await expect(question.getByText(customer.name)).toBeVisible()
  await question.getByRole('button', { name: 'Entwürfe anlegen' }).click()
  await page.waitForURL('**/admin-portal/invoices-overview?state=draft')
  await expect(page.getByText(/2\sEntwürfe sind angelegt\./)).toBeVisible()

  await open(page, '/admin-portal/tickets-overview?billing=open&page_size=100')
  await choose()
  await expect(page.getByText('Nichts davon ist abzurechnen.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Abrechnen', exact: true })).toHaveCount(0)
})

test('for a ticket with only free work the answer explains why there is no draft', async ({ visit }) => {
  const page = await visit({ as: 'demo-admin', expected: [/409/] })
  const [{ customer } = { customer: { id: '' } }] = await openTickets(page, 1)
  const token = (await page.context().cookies()).find(({ name }) => name === 'csrftoken')?.value ?? ''
  const create = async (path: string, data: object) => {
    const headers = { 'X-CSRFToken': decodeURIComponent(token) }
    return (await page.request.post(`/api/backend/${path}/`, { data, headers })).json()
  }
  const ticket = await create('tickets', { name: 'Rat am Telefon', customerId: customer.id })
  await create('ticket-entries', { ticketId: ticket.id, name: 'Kulanz', progress: 'finished', quantity: 0 })
  await open(page, `/admin-portal/ticket/${ticket.id}`)
  await page.getByRole('button', { name: 'Abrechnen', exact: true }).click()
  await expect(page.getByText(/weder Stunden noch einen Betrag/)).toBeVisible()
})

test('work is billed with the keyboard alone', async ({ admin: page }) => {
  await open(page, '/admin-portal/home')
  const row = firstItem(page.getByRole('region', { name: 'Abzurechnen' }))
  const customer = (await row.locator('.wrap-anywhere').textContent()) ?? ''
  while (!(await row.getByRole('link').evaluate(link => link === document.activeElement))) await tabTo(page, customer)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin-portal/customer/*')
  await expect(page.getByRole('button', { name: 'Abrechnen', exact: true })).toBeVisible()
  await atHeading(page)
  await tabTo(page, 'Abrechnen mit Auswahl')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('radio', { name: /Das Portal schreibt sie/ })).toBeChecked()
  await tabTo(page, 'Das Portal schreibt sie')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('dialog').getByRole('radio', { name: /Ich lade ein PDF hoch/ })).toBeChecked()
  await tabTo(page, 'Entwurf anlegen')
  await page.keyboard.press('Enter')
  await page.waitForURL(draftUrl)
  await atHeading(page)
  await tabTo(page, 'Rechnungsnummer')
  await page.keyboard.type('Tastatur-1')
  const chosen = page.waitForEvent('filechooser')
  await tabTo(page, 'Datei auswählen')
  await page.keyboard.press('Enter')
  await (await chosen).setFiles([pdf('Tastatur.pdf')])
  await expect(page.getByText('Hochgeladen', { exact: true })).toBeVisible()
  await tabTo(page, 'Veröffentlichen', 400)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expect.poll(() => focusedName(page)).toBe('Abbrechen')
  await tabTo(page, 'Endgültig veröffentlichen')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Als bezahlt vermerken' })).toBeVisible()
})

/** A draft for a PDF of another program; the portal would write it otherwise. */
async function billForUpload(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Abrechnen mit Auswahl' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /Ich lade ein PDF hoch/ }).check()
  await dialog.getByRole('button', { name: 'Entwurf anlegen' }).click()
  await page.waitForURL(draftUrl)
}

type OpenTicket = { id: string; number: string; customer: { id: string; name: string } }

/** Tickets of different customers with billable work. */
async function openTickets(page: Page, count: number): Promise<OpenTicket[]> {
  const waiting = await (await page.request.get('/api/backend/billable-work/?page_size=100')).json()
  const found: OpenTicket[] = []
  for (const { customer } of waiting.results.toReversed().slice(0, count)) {
    const entries = await (await page.request.get(`/api/backend/customer/${customer.id}/billable-entries/`)).json()
    found.push({ ...entries.results[0].ticket, customer })
  }
  expect(found).toHaveLength(count)
  return found
}

function atHeading(page: Page): Promise<unknown> {
  return page.waitForFunction(() => document.activeElement?.tagName === 'H1')
}
