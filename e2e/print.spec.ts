import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { type Portal, startPortal } from './portal.ts'
import { logIn, visit } from './visit.ts'

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

test('on paper a list has no boxes and menus, and each value still stands below the head of its column', async () => {
  const { page, open, end } = await visit(browser, portal)
  await logIn(page, 'demo-admin')
  await open('/admin-portal/tickets-overview')
  const row = page.getByRole('table').getByRole('row').nth(1)
  await row.getByRole('link').waitFor()
  await page.emulateMedia({ media: 'print' })
  const leftEdges = (cells: readonly Element[]) => cells.map(cell => Math.round(cell.getBoundingClientRect().left))
  const heads = await page.locator('table thead tr > *').evaluateAll(leftEdges)
  expect(await row.locator('> *').evaluateAll(leftEdges)).toEqual(heads)
  expect(await row.getByRole('checkbox').isVisible()).toBe(false)
  expect(await row.getByRole('button').isVisible()).toBe(false)
  await end()
})
