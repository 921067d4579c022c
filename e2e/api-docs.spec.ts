/** The API's documentation: public, light and dark, wide and narrow, without scripts. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { launchBrowser } from './browser.ts'
import { type Portal, startPortal } from './started-portal.ts'
import { phoneWidth, visit } from './visit.ts'

let browser: Browser
let portal: Portal

beforeAll(async () => {
  browser = await launchBrowser()
  portal = await startPortal({ isDemo: false })
})
afterAll(async () => {
  await browser?.close()
  await portal?.stop()
})

test('the pages of the API are accessible, and fit a phone', async () => {
  const window = await visit(browser, portal, { width: phoneWidth })
  for (const [path, heading] of [
    ['/api/docs/', 'Schnittstelle (API)'],
    ['/api/docs/errors/', 'Fehlercodes'],
  ] as const) {
    await window.open(path)
    expect(await window.page.locator('h1').textContent()).toBe(heading)
    await expectNoSidewaysScroll(window.page, path)
    await expectAccessible(window.page, path)
  }
  await window.end()
})

test('a call links to its schemas', async () => {
  const window = await visit(browser, portal)
  await window.open('/api/docs/')
  const link = window.page.locator('#tickets_get').locator('..').getByRole('link', { name: 'Ticket' }).first()
  await link.click()
  const target = new URL(window.page.url()).hash
  expect(await window.page.locator(target).textContent()).toMatch(/^Ticket/)
  await window.end()
})
