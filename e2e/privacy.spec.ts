import { readFileSync } from 'node:fs'
import { configure, TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { launchBrowser } from './browser.ts'
import { type Portal, startPortal } from './started-portal.ts'
import { deskWidth, phoneWidth, visit } from './visit.ts'

configure({ useWebWorkers: false })

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

async function unzip(file: string): Promise<Map<string, string>> {
  const reader = new ZipReader(new Uint8ArrayReader(readFileSync(file)))
  const files = new Map<string, string>()
  for (const entry of await reader.getEntries()) {
    if (!entry.directory) files.set(entry.filename, await entry.getData(new TextWriter()))
  }
  return files
}

test('a customer requests an export, sees it finish, and downloads it', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-kunde' })
  await open('/user-settings')
  const section = page.getByRole('region', { name: 'Datenexport' })
  await section.getByText('Sie haben noch keinen Export angefordert.').waitFor()
  await section.getByRole('button', { name: 'Meine Daten exportieren' }).click()
  await section.getByText('Bereit', { exact: true }).waitFor()
  await expectAccessible(page, 'an export that is ready')
  const download = page.waitForEvent('download')
  await section.getByRole('button', { name: /^ZIP-Datei herunterladen/ }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toMatch(/^Daten_K-\d+_\d{4}-\d\d-\d\d\.zip$/)
  const files = await unzip(await saved.path())
  expect(JSON.parse(files.get('tickets.json') ?? '[]').length).toBeGreaterThan(5)
  expect([...files.keys()].some(path => path.startsWith('dateien/') && path.endsWith('.pdf'))).toBe(true)
  expect(files.get('LIESMICH.txt')).toContain('IHRE DATEN IM KUNDENPORTAL')
  await end()
})

test.each([
  [phoneWidth, 'dark'],
  [deskWidth, 'light'],
] as const)('an admin requests an export, and the customer sees that (%i px, %s)', async (width, scheme) => {
  const admin = await visit(browser, portal, { as: 'demo-admin', width, scheme })
  const answer = await admin.page.request.get('/api/backend/customer/?kind=business')
  const { results } = await answer.json()
  const { id } = results[0]
  await admin.open(`/admin-portal/customer/${id}?section=privacy`)
  await admin.page.getByRole('button', { name: 'Daten exportieren' }).click()
  await admin.page.getByText('Bereit', { exact: true }).first().waitFor()
  await expectAccessible(admin.page, 'the exports of a customer')
  await expectNoSidewaysScroll(admin.page, 'the exports of a customer')
  await admin.end()
})

test('a customer requests account deletion, and an admin withdraws it', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-neu', expected: [/422/] })
  await open('/user-settings')
  const section = page.getByRole('region', { name: 'Kundenkonto löschen' })
  await section.getByRole('button', { name: 'Kundenkonto löschen' }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByLabel(/Kundennummer K-\d+ ein/)
  const number = /K-\d+/.exec((await dialog.textContent()) ?? '')?.[0] ?? ''
  await field.fill('ja')
  await field.press('Enter')
  await dialog.getByText('Bitte geben Sie die angezeigte Kundennummer ein.').first().waitFor()
  expect(await field.inputValue()).toBe('ja')
  await expectAccessible(page, 'the question before a deletion')
  await field.fill(number)
  await field.press('Enter')
  await section.getByText(/^Dieses Kundenkonto wird am .* gelöscht$/).waitFor()
  await dialog.waitFor({ state: 'detached' })
  // The button to withdraw it replaces the one to request it, and has the focus.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Löschung widerrufen')
  await expectAccessible(page, 'a deletion that waits')

  await open('/customer-portal/home')
  await page.getByText(/^Dieses Kundenkonto wird am .* gelöscht$/).waitFor()
  await expectAccessible(page, 'the home of an account that is to be deleted')
  await page.getByRole('link', { name: 'Ansehen oder widerrufen' }).click()
  await section.getByRole('button', { name: 'Löschung widerrufen' }).waitFor()

  const admin = await visit(browser, portal, { as: 'demo-admin', width: phoneWidth })
  const { customerId } = (await (await page.request.get('/api/auth/session/')).json()).user
  await admin.open(`/admin-portal/customer/${customerId}`)
  await admin.page.getByText('Der Kunde hat die Löschung').waitFor()
  await expectAccessible(admin.page, 'a customer whose account is to be deleted')
  await admin.page.getByRole('link', { name: 'Ansehen oder widerrufen' }).click()
  await admin.page.getByRole('button', { name: 'Löschung widerrufen' }).waitFor()
  await expectAccessible(admin.page, 'a deletion that waits, as the staff sees it')
  await expectNoSidewaysScroll(admin.page, 'a deletion that waits')
  await admin.page.getByRole('button', { name: 'Löschung widerrufen' }).click()
  await admin.page.getByRole('alertdialog').getByRole('button', { name: 'Löschung widerrufen' }).click()
  await admin.page.getByRole('button', { name: 'Kundenkonto löschen' }).waitFor()
  await admin.end()

  await page.reload()
  await section.getByRole('button', { name: 'Kundenkonto löschen' }).waitFor()
  await page.getByText(/hat die Löschung Ihres Kundenkontos widerrufen/).waitFor()
  await end()
})
