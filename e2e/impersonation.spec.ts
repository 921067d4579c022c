/** Impersonation from the settings: found by customer or user, and recorded in a list. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { launchBrowser } from './browser.ts'
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

const looks = [
  { width: phoneWidth, scheme: 'dark' },
  { width: deskWidth, scheme: 'light' },
] as const

test.each(looks)(
  'an admin impersonates the customer of a user and finds it in the list afterwards: $width px',
  async look => {
    const { page, open, end } = await visit(browser, portal, { ...look, as: 'demo-admin', expected: [/500/] })
    await open('/admin-portal/settings/as-user')
    const search = page.getByLabel('Kunde oder Benutzer')
    await search.fill('gibtesnicht')
    await page.getByText('Kein Kunde und kein Benutzer passt dazu.').waitFor()
    await expectAccessible(page, 'nobody found')
    await page.route('**/api/jfk-django-core/user/?**', route => route.fulfill({ status: 500, json: {} }))
    await search.fill('demo')
    await page.getByText('Die Suche ist fehlgeschlagen.').waitFor()
    await expectAccessible(page, 'a search that failed')
    await page.unroute('**/api/jfk-django-core/user/?**')
    await search.fill('demo-kunde')
    await page.waitForURL(url => url.searchParams.get('search') === 'demo-kunde')
    const found = page.getByRole('region', { name: 'Gefunden' })
    await found.getByText('demo-kunde').first().waitFor()
    await expectAccessible(page, 'somebody found')
    await expectNoSidewaysScroll(page, 'somebody found')

    await found
      .getByRole('button', { name: /ansehen$/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: /^Das Portal als .+ ansehen$/ })
    const reason = `Rückfrage bei ${look.width}`
    await dialog.getByLabel('Grund').fill(reason)
    await dialog.getByRole('button', { name: 'Ansicht starten' }).click()
    await page.waitForURL('**/customer-portal/home')
    await page.getByRole('button', { name: 'Beenden' }).click()
    await page.getByRole('button', { name: 'Beenden' }).waitFor({ state: 'detached' })

    await open('/admin-portal/settings/as-user')
    const row = page.getByRole('row').filter({ hasText: reason })
    await row.getByText('unter 1\u00a0Minute').waitFor()
    await expectAccessible(page, 'views')
    await expectNoSidewaysScroll(page, 'views')
    await row.getByRole('button', { name: /Ansehen/ }).click()
    await page.getByRole('dialog', { name: /^Das Portal als .+ ansehen$/ }).waitFor()
    await page.keyboard.press('Escape')
    await row.getByRole('link').click()
    await page.waitForURL('**/admin-portal/customer/*')
    await page.getByRole('button', { name: 'Als Kunde ansehen' }).waitFor()
    await end()
  },
)

test('if the impersonation bar cannot be loaded, the page stays and names the customer', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin', expected: [/ERR_FAILED/] })
  await open('/admin-portal/customers-overview')
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByRole('button', { name: 'Als Kunde ansehen' }).click()
  const dialog = page.getByRole('dialog', { name: /^Das Portal als .+ ansehen$/ })
  await dialog.getByLabel('Grund').fill('Leiste ohne Datei')
  const barFile = /\/impersonation-bar-[\w-]+\.js$/
  await page.route(barFile, route => route.abort())
  await dialog.getByRole('button', { name: 'Ansicht starten' }).click()
  await page.waitForURL('**/customer-portal/home')
  const header = page.getByRole('banner')
  await header.getByText(/^Ansicht als ./).waitFor()
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByRole('main').getByText('Fehler', { exact: true }).count()).toBe(0)
  await expectAccessible(page, 'a view without its bar')

  await page.unroute(barFile)
  await header.getByRole('button', { name: 'Neu laden' }).click()
  await page.getByRole('button', { name: 'Beenden' }).click()
  await page.waitForURL('**/admin-portal/customer/*')
  await end()
})
