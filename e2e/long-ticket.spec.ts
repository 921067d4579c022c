import type { Browser, Page } from 'playwright-core'
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

const entriesCount = 230

test('a ticket with more than 200 entries shows the first ones at once and loads the rest, even after a failure', async () => {
  const { page, open, end } = await visit(browser, portal, {
    as: 'demo-admin',
    expected: [/ERR_FAILED|Failed to load/],
  })
  await open('/admin-portal/tickets-overview')
  const id = await page.evaluate(makeLongTicket, entriesCount)
  await page.route('**/api/backend/ticket-entries/?*', route => route.abort())
  await open(`/admin-portal/ticket/${id}`)
  await page.getByText('Die weiteren Einträge konnten nicht geladen werden.').waitFor()
  expect(await rowsCount(page)).toBe(200)
  await page.getByText(`${entriesCount} Einträge`, { exact: true }).waitFor()
  await page.unroute('**/api/backend/ticket-entries/?*')
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await page.getByText(`Schritt ${entriesCount}`, { exact: true }).waitFor()
  expect(await rowsCount(page)).toBe(entriesCount)
  expect(await page.getByText('Die weiteren Einträge konnten nicht geladen werden.').count()).toBe(0)
  // The total of all entries.
  await page.getByRole('table').locator('tfoot').getByText('230').first().waitFor()
  await end()
})

function rowsCount(page: Page): Promise<number> {
  return page.getByRole('table').locator('tbody tr').count()
}

/** Runs in the page, with the current session. */
async function makeLongTicket(count: number): Promise<string> {
  const csrf = /csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? ''
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', 'x-csrftoken': csrf }
    const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()).id as string
  }
  const customers = await (await fetch('/api/backend/customer/?page_size=1')).json()
  const ticketId = await post('/api/backend/tickets/', { name: 'Viele Schritte', customerId: customers.results[0].id })
  for (let at = 1; at <= count; at += 1) {
    await post('/api/backend/ticket-entries/', { ticketId, name: `Schritt ${at}`, quantity: 1 })
  }
  return ticketId
}
