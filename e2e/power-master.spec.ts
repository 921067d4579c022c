/** PowerMaster's project page, with the business's texts or hidden. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './axe.ts'
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

test('an admin writes the texts of PowerMaster’s page, and then hides the page and its links', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin', expected: [/404/] })
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'PowerMaster' })
  const save = async () => {
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.getByRole('button', { name: 'Speichern' }).waitFor({ state: 'detached' })
  }
  await open('/admin-portal/settings/power-master')
  await page.getByLabel('Überschrift', { exact: true }).first().fill('Sonne zuerst.')
  await save()
  await link.click()
  await page.getByRole('heading', { level: 1, name: 'Sonne zuerst.' }).waitFor()

  await open('/admin-portal/settings/power-master')
  await page.getByLabel('Projektseite zeigen').uncheck()
  await save()
  await link.waitFor({ state: 'detached' })
  await expectAccessible(page, 'PowerMaster switched off')
  expect((await page.goto('/power-master'))?.status()).toBe(404)
  await page.getByRole('heading', { level: 1, name: 'Page Not Found' }).waitFor()
  expect(await page.title()).toBe('Page Not Found')
  await expectAccessible(page, 'no page of PowerMaster')
  await open('/')
  expect(await page.locator('a[href="/power-master"]').count()).toBe(0)
  await end()
})
