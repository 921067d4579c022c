import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { type Portal, startPortal } from './portal.ts'
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

test('an admin makes a backup, watches how far it is, and finds it on the home as the last proven one', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin' })
  await open('/admin-portal/home')
  await page.getByText(/^Letzte geprüfte Sicherung: noch keine/).waitFor()
  await page.getByRole('link', { name: 'Alle Sicherungen' }).click()
  await page.getByText(/^Bisher gibt es keine Sicherung/).waitFor()

  await page.getByRole('button', { name: 'Jetzt sichern' }).click()
  await page.getByText('Die Sicherung hat begonnen.').waitFor()
  await page.getByText('Die Sicherung ist geprüft.').waitFor()
  const row = page.getByRole('row').filter({ hasText: 'Von Hand' })
  await row.getByText('Geprüft', { exact: true }).waitFor()
  expect(await row.textContent()).toMatch(/\d\s(KB|MB)/)
  expect(await page.getByRole('progressbar').count()).toBe(0)

  await open('/admin-portal/home')
  await page.getByText(/^Letzte geprüfte Sicherung: \d{2}\.\d{2}\.\d{4}, \d{2}:\d{2}\s· /).waitFor()
  await open('/admin-portal/settings/audit-log')
  await page.getByRole('row').filter({ hasText: 'Sicherung begonnen' }).first().waitFor()
  await end()
})
