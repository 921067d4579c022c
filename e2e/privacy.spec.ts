import { readFileSync } from 'node:fs'
import { configure, TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { launchBrowser } from './browser.ts'
import { type Portal, startPortal } from './portal.ts'
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

test('a customer has the own data packed, sees it becoming ready, and takes it along', async () => {
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
] as const)('an admin has the data of a customer packed, who reads that (%i px, %s)', async (width, scheme) => {
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
