/** The rows of the admin's home: subject, urgency, and links to the complete lists. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { settled } from './settled.ts'
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

test.each([deskWidth, phoneWidth])('every card links to its list, %i px wide', async width => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin', width })
  await open('/admin-portal/home')
  await settled(page)
  for (const [name, link] of [
    ['Auffällig', 'Alle Dienste'],
    ['Offene Anfragen', 'Alle offenen Anfragen'],
    ['Abzurechnen', 'Nicht abgerechnete Tickets'],
    ['Offene Rechnungen', 'Alle offenen Rechnungen'],
  ] as const) {
    await page.getByRole('region', { name }).getByRole('link', { name: link }).waitFor()
  }
  await page.getByRole('region', { name: 'Abzurechnen' }).getByText('Gezählt sind nur fertige Einträge.').waitFor()
  await end()
})

test('failures have a mark, and every time in that card is relative', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin' })
  await open('/admin-portal/home')
  const rows = page.getByRole('region', { name: 'Auffällig' }).getByRole('listitem')
  await rows.first().waitFor()
  for (const row of await rows.all()) {
    const text = (await row.textContent()) ?? ''
    expect(text).not.toMatch(/\d{2}\.\d{2}\.\d{4}/)
    const isDown = /Nicht erreichbar|Meldet sich nicht/.test(text)
    expect([text, await row.locator('.tabler-icon-alert-circle').count()]).toEqual([text, isDown ? 1 : 0])
  }
  await end()
})

test('customers’ names are complete in every table of the home', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin' })
  await open('/admin-portal/home')
  await page.getByRole('table').last().getByRole('link').first().waitFor()
  const cut = await page
    .locator('td span')
    .evaluateAll(spans =>
      spans
        .filter(span => span.scrollHeight > span.clientHeight + 1 && span.clientHeight > 0)
        .map(span => span.textContent),
    )
  expect(cut).toEqual([])
  await end()
})
