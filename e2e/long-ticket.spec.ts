import type { Page } from 'playwright-core'
import { expect, test } from './journey.ts'
import { open, pressRetry } from './visit.ts'

const entriesCount = 230

test('a ticket with more than 200 entries shows the first ones at once and loads the rest, even after a failure', async ({
  visit,
}) => {
  const page = await visit({
    as: 'demo-admin',
    expected: [/ERR_FAILED|Failed to load/],
  })
  await open(page, '/admin-portal/tickets-overview')
  const id = await page.evaluate(makeLongTicket, entriesCount)
  await page.route('**/api/backend/ticket-entries/?*', route => route.abort())
  await open(page, `/admin-portal/ticket/${id}`)
  await expect(page.getByText('Die weiteren Einträge konnten nicht geladen werden.')).toBeVisible()
  await expect.poll(() => rowsCount(page)).toBe(200)
  await expect(page.getByText(`${entriesCount} Einträge`, { exact: true })).toBeVisible()
  await pressRetry(page, '**/api/backend/ticket-entries/?*')
  await expect(page.getByText(`Schritt ${entriesCount}`, { exact: true })).toBeVisible()
  await expect.poll(() => rowsCount(page)).toBe(entriesCount)
  await expect(page.getByText('Die weiteren Einträge konnten nicht geladen werden.')).toHaveCount(0)
  // The total of all entries.
  await expect(page.getByRole('table').locator('tfoot').getByText('230')).toBeVisible()
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
