/** Hours become an invoice: from the home, a customer, a ticket and selected tickets, in few steps. */
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { focusedName, tabTo } from './keyboard.ts'
import { type Portal, startPortal } from './started-portal.ts'
import { deskWidth, phoneWidth, visit } from './visit.ts'

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

const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n% Rechnung\n') })
const draftUrl = '**/admin-portal/invoice/*'

test.each([deskWidth, phoneWidth])(
  'it takes four clicks from the home to a published invoice, %i px wide',
  async width => {
    const { page, open, end } = await visit(browser, portal, { as: 'demo-admin', width })
    let clicks = 0
    const click = async (target: Locator) => {
      await target.click()
      clicks += 1
    }
    await open('/admin-portal/home')
    const waiting = page.getByRole('region', { name: 'Abzurechnen' })
    await click(waiting.getByRole('listitem').first().getByRole('link'))
    await page.waitForURL('**/admin-portal/customer/*')
    const notice = await page.getByText(/fertige[r]?\sEinträge? seit dem .*\snetto \(.*\sbrutto\)\.$/).textContent()
    await click(page.getByRole('button', { name: 'Abrechnen', exact: true }))
    await page.waitForURL(draftUrl)

    // It contains all pending work, with amounts and dates filled in.
    const table = page.getByRole('table', { name: 'Einträge zuordnen' })
    await expect.poll(() => table.locator('tbody input:checked').count()).toBe(Number.parseInt(notice ?? '', 10))
    expect(await table.locator('tbody input:not(:checked)').count()).toBe(0)
    await page.getByText(/netto, genau wie die Rechnung\./).waitFor()
    for (const name of ['Rechnungsdatum', 'Fällig am', 'Leistung von', 'Leistung bis']) {
      expect(await page.getByLabel(name).first().inputValue(), name).not.toBe('')
    }
    await page.getByLabel('Rechnungsnummer').fill(`Schnell-${width}`)
    await page.locator('input[type=file]').first().setInputFiles(pdf('Rechnung.pdf'))
    await page.getByText('Hochgeladen', { exact: true }).waitFor()
    await click(page.getByRole('button', { name: 'Veröffentlichen' }))
    await click(page.getByRole('alertdialog').getByRole('button', { name: 'Endgültig veröffentlichen' }))
    await page.getByRole('button', { name: 'Als bezahlt vermerken' }).waitFor()
    expect(clicks).toBe(4)
    await end()
  },
)

test('a ticket bills its finished work, and then no longer offers it', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin' })
  const [ticket] = await openTickets(page, 1)
  await open(`/admin-portal/ticket/${ticket?.id}`)
  await page.getByRole('button', { name: 'Abrechnen', exact: true }).click()
  await page.waitForURL(draftUrl)
  const table = page.getByRole('table', { name: 'Einträge zuordnen' })
  await table.locator('tbody input:checked').first().waitFor()
  const chosen = await table
    .getByRole('row')
    .filter({ has: page.locator('tbody input:checked') })
    .allTextContents()
  expect(chosen.every(text => text.includes(ticket?.number ?? ''))).toBe(true)
  await open(`/admin-portal/ticket/${ticket?.id}`)
  await page.getByRole('link', { name: 'Rechnungsentwurf' }).first().waitFor()
  expect(await page.getByRole('button', { name: 'Abrechnen', exact: true }).count()).toBe(0)
  await end()
})

test('selected tickets of two customers become one draft each after a confirmation; a second time nothing is left', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin' })
  const tickets = await openTickets(page, 2)
  const choose = async () => {
    for (const ticket of tickets) await page.getByRole('checkbox', { name: new RegExp(ticket.number) }).check()
  }
  await open('/admin-portal/tickets-overview?billing=open&page_size=100')
  await choose()
  await page.getByText('2 ausgewählt').waitFor()
  await page.getByRole('button', { name: 'Abrechnen', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: /Für 2\sKunden abrechnen\?/ })
  for (const { customer } of tickets) await question.getByText(customer.name).waitFor()
  await question.getByRole('button', { name: 'Entwürfe anlegen' }).click()
  await page.waitForURL('**/admin-portal/invoices-overview?state=draft')
  await page.getByText(/2\sEntwürfe sind angelegt\./).waitFor()

  await open('/admin-portal/tickets-overview?billing=open&page_size=100')
  await choose()
  await page.getByText('Nichts davon ist abzurechnen.').waitFor()
  expect(await page.getByRole('button', { name: 'Abrechnen', exact: true }).count()).toBe(0)
  await end()
})

test('for a ticket with only free work the answer explains why there is no draft', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin', expected: [/409/] })
  const [{ customer } = { customer: { id: '' } }] = await openTickets(page, 1)
  const token = (await page.context().cookies()).find(({ name }) => name === 'csrftoken')?.value ?? ''
  const create = async (path: string, data: object) => {
    const headers = { 'X-CSRFToken': decodeURIComponent(token) }
    return (await page.request.post(`/api/backend/${path}/`, { data, headers })).json()
  }
  const ticket = await create('tickets', { name: 'Rat am Telefon', customerId: customer.id })
  await create('ticket-entries', { ticketId: ticket.id, name: 'Kulanz', progress: 'finished', quantity: 0 })
  await open(`/admin-portal/ticket/${ticket.id}`)
  await page.getByRole('button', { name: 'Abrechnen', exact: true }).click()
  await page.getByText(/weder Stunden noch einen Betrag/).waitFor()
  await end()
})

test('work is billed with the keyboard alone', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin' })
  await open('/admin-portal/home')
  const row = page.getByRole('region', { name: 'Abzurechnen' }).getByRole('listitem').first()
  const customer = (await row.locator('.wrap-anywhere').textContent()) ?? ''
  while (!(await row.getByRole('link').evaluate(link => link === document.activeElement))) await tabTo(page, customer)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin-portal/customer/*')
  await page.getByRole('button', { name: 'Abrechnen', exact: true }).waitFor()
  await atHeading(page)
  await tabTo(page, 'Abrechnen')
  await page.keyboard.press('Enter')
  await page.waitForURL(draftUrl)
  await atHeading(page)
  await tabTo(page, 'Rechnungsnummer')
  await page.keyboard.type('Tastatur-1')
  const chosen = page.waitForEvent('filechooser')
  await tabTo(page, 'Datei auswählen')
  await page.keyboard.press('Enter')
  await (await chosen).setFiles([pdf('Tastatur.pdf')])
  await page.getByText('Hochgeladen', { exact: true }).waitFor()
  await tabTo(page, 'Veröffentlichen', 400)
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').waitFor()
  await expect.poll(() => focusedName(page)).toBe('Abbrechen')
  await tabTo(page, 'Endgültig veröffentlichen')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Als bezahlt vermerken' }).waitFor()
  await end()
})

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
