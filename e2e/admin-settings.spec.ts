/** The settings of the business: one address per section, saved separately, and a live preview of the homepage. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { launchBrowser } from './browser.ts'
import { atHeading, focusedName, tabTo } from './keyboard.ts'
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

const save = (page: Page) => page.getByRole('button', { name: 'Speichern', exact: true })
const toast = (page: Page, words: string) => page.getByRole('dialog').filter({ hasText: words })
const sections = (page: Page) => page.getByRole('navigation', { name: 'Bereiche des Betriebs' })

test('a section is reachable by keyboard, has breadcrumbs, survives a reload, and Back leads to the list', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin' })
  await open('/admin-portal/settings')
  expect(await page.title()).toBe('Admin - Settings')
  await page.getByRole('link', { name: /^Abrechnung/ }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin-portal/settings/billing')
  await expect.poll(() => focusedName(page)).toBe('Abrechnung')
  await page.reload()
  await page.getByRole('heading', { name: 'Abrechnung', level: 1 }).waitFor()
  expect(await page.title()).toBe('Admin - Settings')
  expect(await page.getByRole('navigation', { name: 'Sie sind hier' }).textContent()).toMatch(
    /Admin\s*\/\s*Betrieb\s*\/\s*Abrechnung/,
  )
  expect(await sections(page).locator('[aria-current=page]').textContent()).toBe('Abrechnung')
  await tabTo(page, 'Protokoll')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin-portal/settings/audit-log')
  await atHeading(page)
  await page.goBack()
  await page.goBack()
  await page.waitForURL('**/admin-portal/settings')
  await end()
})

test.each([768, 1024, deskWidth])('all sections of the settings are visible, %i px wide', async width => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin', width })
  await open('/admin-portal/settings/backups')
  await sections(page).getByRole('link', { name: 'Sicherungen' }).waitFor()
  expect(await sections(page).evaluate(nav => nav.scrollWidth - nav.clientWidth)).toBeLessThanOrEqual(0)
  await end()
})

test('the business’s settings link to the account settings', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin', width: phoneWidth })
  await open('/admin-portal/settings')
  await page.getByRole('main').getByRole('link', { name: 'eigenen Einstellungen' }).click()
  await page.waitForURL('**/user-settings')
  const contents = page.getByRole('navigation', { name: 'Abschnitte der Einstellungen' })
  const links = contents.getByRole('link')
  await links.first().waitFor()
  await expect.poll(async () => (await links.count()) - (await page.locator('main section[id]').count())).toBe(0)
  expect(await links.allInnerTexts()).toEqual(await page.locator('main section[id] h2:first-child').allInnerTexts())
  await tabTo(page, 'Angemeldete Geräte')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/user-settings#geraete')
  await expect.poll(() => page.locator('#geraete').evaluate(isInView)).toBe(true)
  for (const link of await links.all()) expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await end()
})

function isInView(element: Element): boolean {
  const { top } = element.getBoundingClientRect()
  return top >= 0 && top < innerHeight
}

test('links to the old single address lead to their section', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin' })
  await open('/admin-portal/settings?section=outbox&state=failed')
  await page.waitForURL('**/admin-portal/settings/outbox?state=failed')
  await page.getByRole('heading', { name: 'Postausgang', level: 1 }).waitFor()
  await end()
})

test('a section requests only its own data', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin' })
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  await open('/admin-portal/settings/company')
  await settled(page)
  expect(asked).toContain('/api/backend/admin/business-profile/')
  expect(asked.filter(path => /outbox|audit|backups|newsletter|user\//.test(path))).toEqual([])
  await end()
})

test('on a phone every section is reachable from the row of sections', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin', width: phoneWidth })
  await open('/admin-portal/settings/company')
  await sections(page).getByRole('link', { name: 'Sicherungen' }).click()
  await page.getByRole('heading', { name: 'Sicherungen', level: 1 }).waitFor()
  const row = await sections(page).boundingBox()
  const link = await sections(page).getByRole('link', { name: 'Sicherungen' }).boundingBox()
  expect(link && row && link.x >= row.x && link.x + link.width <= row.x + row.width).toBe(true)
  await end()
})

test('the save bar appears with the first change; unsaved changes are confirmed, discarded, kept across a reload, saved', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin' })
  await open('/admin-portal/settings/company')
  const phone = page.getByLabel('Telefon')
  const before = await phone.inputValue()
  expect(await save(page).count()).toBe(0)
  await phone.fill('+49 30 5550001')
  await save(page).waitFor()
  await page.getByRole('status').filter({ hasText: 'Nicht gespeicherte Änderungen' }).waitFor()
  await expectAccessible(page, 'a section with unsaved changes')

  await sections(page).getByRole('link', { name: 'Rechtstexte' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Hier bleiben' }).click()
  expect(await phone.inputValue()).toBe('+49 30 5550001')

  await page.getByRole('button', { name: 'Änderungen verwerfen' }).click()
  expect(await phone.inputValue()).toBe(before)
  expect(await save(page).count()).toBe(0)
  await expect.poll(() => focusedName(page)).toBe('Unternehmen')

  await phone.fill('+49 30 5550002')
  page.once('dialog', dialog => void dialog.accept())
  await page.reload()
  await save(page).waitFor()
  expect(await phone.inputValue()).toBe('+49 30 5550002')
  const sent = page.waitForRequest(request => request.method() === 'PATCH')
  await save(page).click()
  expect(Object.keys((await sent).postDataJSON())).not.toContain('iban')
  await toast(page, 'Die Änderungen wurden gespeichert.').waitFor()
  expect(await save(page).count()).toBe(0)
  await sections(page).getByRole('link', { name: 'Rechtstexte' }).click()
  await page.getByRole('heading', { name: 'Rechtstexte', level: 1 }).waitFor()
  await end()
})

test('two admins in different sections do not conflict, two in the same one are asked', async () => {
  const options = { as: 'demo-admin', expected: [/412/], isUntold: true }
  const [one, other] = [await visit(browser, portal, options), await visit(browser, portal, options)]
  await one.open('/admin-portal/settings/billing')
  await one.page.getByLabel('Bank', { exact: true }).fill('Bank am Berg')
  await other.open('/admin-portal/settings/company')
  await other.page.getByLabel('Inhaber').fill('Johanna B.')
  await save(other.page).click()
  await toast(other.page, 'Die Änderungen wurden gespeichert.').waitFor()
  await save(one.page).click()
  await toast(one.page, 'Die Änderungen wurden gespeichert.').waitFor()

  await other.page.getByLabel('Inhaber').fill('Johanna Br.')
  await one.open('/admin-portal/settings/company')
  await one.page.getByLabel('Inhaber').fill('Johanna Bra.')
  await save(one.page).click()
  await toast(one.page, 'Die Änderungen wurden gespeichert.').waitFor()
  await save(other.page).click()
  await other.page.getByRole('alertdialog').or(other.page.getByRole('dialog')).getByText('Johanna Bra.').waitFor()
  await one.end()
  await other.end()
})

test('the homepage’s preview shows unsaved input and is read-only', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin' })
  await open('/admin-portal/settings/homepage')
  const preview = page.getByRole('region', { name: 'Vorschau der Startseite' })
  await page.getByLabel('Überschrift', { exact: true }).fill('Sonne, gut gerechnet')
  await preview.getByText('Sonne, gut gerechnet').waitFor()
  await page.getByRole('button', { name: 'Fakt 1 entfernen' }).click()
  await expect.poll(() => preview.getByText('Herstellerunabhängig').count()).toBe(0)
  const isReached = await preview.evaluate(region => {
    const link = region.querySelector('a')
    link?.focus()
    return link === null || document.activeElement === link
  })
  expect(isReached).toBe(false)
  const [formBox, previewBox] = [
    await page.getByLabel('Einleitung', { exact: true }).boundingBox(),
    await preview.boundingBox(),
  ]
  expect(formBox && previewBox && formBox.x + formBox.width <= previewBox.x).toBe(true)
  await expectAccessible(page, 'the homepage being written')
  await page.getByRole('button', { name: 'Änderungen verwerfen' }).click()
  await preview.getByText('Technik, die mitrechnet.').waitFor()
  await end()
})

test('on a phone the preview is below the form, on request', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin', width: phoneWidth })
  await open('/admin-portal/settings/homepage')
  const preview = page.getByRole('region', { name: 'Vorschau der Startseite' })
  expect(await preview.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Vorschau zeigen' }).click()
  await preview.getByText('Technik, die mitrechnet.').waitFor()
  expect((await preview.boundingBox())?.width).toBeLessThanOrEqual(phoneWidth)
  await expectNoSidewaysScroll(page, 'the homepage with its preview')
  await expectAccessible(page, 'the homepage with its preview')
  await page.getByRole('button', { name: 'Vorschau ausblenden' }).click()
  expect(await preview.isVisible()).toBe(false)
  await end()
})
