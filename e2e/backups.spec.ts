import { readFile } from 'node:fs/promises'
import type { Browser, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './axe.ts'
import { launchBrowser } from './browser.ts'
import { demoPassword } from './secrets.ts'
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

test('an admin starts a backup, watches its progress, and the home shows it as the last verified one', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin', expected: [/403.*download/] })
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

  const download = page.waitForEvent('download')
  await page.route('**/backups/*/download/', refuse, { times: 1 })
  await row.getByRole('button', { name: /Herunterladen/ }).click()
  await page.getByRole('dialog').getByLabel('Ihr Passwort', { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')
  const saved = await (await download).path()
  const name = (await download).suggestedFilename()
  await page.getByText('Der Download hat begonnen.').waitFor()
  expect(name).toMatch(/^portal-.*-by-hand-\w{4}\.backup$/)
  expect((await readFile(saved)).subarray(0, 8).toString('latin1')).not.toContain('SQLite')
  await page.getByText(name).first().waitFor()
  await expectAccessible(page, 'a backup and how it is put back')

  await open('/admin-portal/home')
  await page.getByText(/^Letzte geprüfte Sicherung: \d{2}\.\d{2}\.\d{4},\s\d{2}:\d{2}\s· /).waitFor()
  await open('/admin-portal/settings/audit-log')
  await page.getByRole('row').filter({ hasText: 'Sicherung begonnen' }).first().waitFor()
  await page.getByRole('row').filter({ hasText: 'Sicherung heruntergeladen' }).first().waitFor()
  await end()
})

/** As if the login were older. */
function refuse(route: Route): Promise<void> {
  const code = 'session.reauthentication_required'
  const json = { type: '', title: 'Bitte bestätigen Sie Ihr Passwort.', status: 403, code, requestId: 'x' }
  return route.fulfill({ status: 403, contentType: 'application/problem+json', json })
}
