/** The settings of the business: one address per section, saved separately, and a live preview of the homepage. */
import type { Page } from 'playwright-core'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { expect, test } from './journey.ts'
import { atHeading, focusedName, tabTo } from './keyboard.ts'
import { deskWidth, open, phoneWidth } from './visit.ts'
import { waitUntilLoaded } from './wait-until-loaded.ts'

const save = (page: Page) => page.getByRole('button', { name: 'Speichern', exact: true })
const toast = (page: Page, words: string) => page.getByRole('dialog').filter({ hasText: words })
const sections = (page: Page) => page.getByRole('navigation', { name: 'Bereiche des Betriebs' })

test('a section is reachable by keyboard, has breadcrumbs, survives a reload, and Back leads to the list', async ({
  admin: page,
}) => {
  await open(page, '/admin-portal/settings')
  await expect(page).toHaveTitle('Admin - Settings')
  await page.getByRole('link', { name: /^Abrechnung/ }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin-portal/settings/billing')
  await expect.poll(() => focusedName(page)).toBe('Abrechnung')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Abrechnung', level: 1 })).toBeVisible()
  await expect(page).toHaveTitle('Admin - Settings')
  await expect(page.getByRole('navigation', { name: 'Sie sind hier' })).toHaveText(
    /Admin\s*\/\s*Betrieb\s*\/\s*Abrechnung/,
  )
  await expect(sections(page).locator('[aria-current=page]')).toHaveText('Abrechnung')
  await tabTo(page, 'Protokoll')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin-portal/settings/audit-log')
  await atHeading(page)
  await page.goBack()
  await page.goBack()
  await page.waitForURL('**/admin-portal/settings')
})

test.for([768, 1024, deskWidth])('all sections of the settings are visible, %i px wide', async (width, { visit }) => {
  const page = await visit({ as: 'demo-admin', width })
  await open(page, '/admin-portal/settings/backups')
  await expect(sections(page).getByRole('link', { name: 'Sicherungen' })).toBeVisible()
  await expect.poll(() => sections(page).evaluate(nav => nav.scrollWidth - nav.clientWidth)).toBeLessThanOrEqual(0)
})

test('the business’s settings link to the account settings', async ({ visit }) => {
  const page = await visit({ as: 'demo-admin', width: phoneWidth })
  await open(page, '/admin-portal/settings')
  await page.getByRole('main').getByRole('link', { name: 'eigenen Einstellungen' }).click()
  await page.waitForURL('**/user-settings')
  const contents = page.getByRole('navigation', { name: 'Abschnitte der Einstellungen' })
  const links = contents.getByRole('link')
  await expect(links).not.toHaveCount(0)
  await expect.poll(async () => (await links.count()) - (await page.locator('main section[id]').count())).toBe(0)
  await expect(links).toHaveText(await page.locator('main section[id] h2:first-child').allInnerTexts())
  await tabTo(page, 'Angemeldete Geräte')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/user-settings#geraete')
  await expect.poll(() => page.locator('#geraete').evaluate(isInView)).toBe(true)
  for (const link of await links.all()) expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
})

function isInView(element: Element): boolean {
  const { top } = element.getBoundingClientRect()
  return top >= 0 && top < innerHeight
}

test('links to the old single address lead to their section', async ({ admin: page }) => {
  await open(page, '/admin-portal/settings?section=outbox&state=failed')
  await page.waitForURL('**/admin-portal/settings/outbox?state=failed')
  await expect(page.getByRole('heading', { name: 'Postausgang', level: 1 })).toBeVisible()
})

test('a section requests only its own data', async ({ admin: page }) => {
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  await open(page, '/admin-portal/settings/company')
  await waitUntilLoaded(page)
  expect(asked).toContain('/api/backend/admin/business-profile/')
  expect(asked.filter(path => /outbox|audit|backups|newsletter|user\//.test(path))).toEqual([])
})

test('on a phone every section is reachable from the row of sections', async ({ visit }) => {
  const page = await visit({ as: 'demo-admin', width: phoneWidth })
  await open(page, '/admin-portal/settings/company')
  await sections(page).getByRole('link', { name: 'Sicherungen' }).click()
  await expect(page.getByRole('heading', { name: 'Sicherungen', level: 1 })).toBeVisible()
  const row = await sections(page).boundingBox()
  const link = await sections(page).getByRole('link', { name: 'Sicherungen' }).boundingBox()
  expect(link && row && link.x >= row.x && link.x + link.width <= row.x + row.width).toBe(true)
})

test('the save bar appears with the first change; unsaved changes are confirmed, discarded, kept across a reload, saved', async ({
  admin: page,
}) => {
  await open(page, '/admin-portal/settings/company')
  const phone = page.getByLabel('Telefon')
  const before = await phone.inputValue()
  await expect(save(page)).toHaveCount(0)
  await phone.fill('+49 30 5550001')
  await expect(save(page)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Nicht gespeicherte Änderungen' })).toBeVisible()
  await expectAccessible(page, 'a section with unsaved changes')

  await sections(page).getByRole('link', { name: 'Rechtstexte' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Hier bleiben' }).click()
  await expect(phone).toHaveValue('+49 30 5550001')

  await page.getByRole('button', { name: 'Änderungen verwerfen' }).click()
  await expect(phone).toHaveValue(before)
  await expect(save(page)).toHaveCount(0)
  await expect.poll(() => focusedName(page)).toBe('Unternehmen')

  await phone.fill('+49 30 5550002')
  page.once('dialog', dialog => void dialog.accept())
  await page.reload()
  await expect(save(page)).toBeVisible()
  await expect(phone).toHaveValue('+49 30 5550002')
  const sent = page.waitForRequest(request => request.method() === 'PATCH')
  await save(page).click()
  expect(Object.keys((await sent).postDataJSON())).not.toContain('iban')
  await expect(toast(page, 'Die Änderungen wurden gespeichert.')).toBeVisible()
  await expect(save(page)).toHaveCount(0)
  await sections(page).getByRole('link', { name: 'Rechtstexte' }).click()
  await expect(page.getByRole('heading', { name: 'Rechtstexte', level: 1 })).toBeVisible()
})

test('two admins in different sections do not conflict, two in the same one are asked', async ({ visit }) => {
  const options = { as: 'demo-admin', expected: [/412/], isUntold: true }
  const [one, other] = [await visit(options), await visit(options)]
  await open(one, '/admin-portal/settings/billing')
  await one.getByLabel('Bank', { exact: true }).fill('Bank am Berg')
  await open(other, '/admin-portal/settings/company')
  await other.getByLabel('Inhaber').fill('Johanna B.')
  await save(other).click()
  await expect(toast(other, 'Die Änderungen wurden gespeichert.')).toBeVisible()
  await save(one).click()
  await expect(toast(one, 'Die Änderungen wurden gespeichert.')).toBeVisible()

  await other.getByLabel('Inhaber').fill('Johanna Br.')
  await open(one, '/admin-portal/settings/company')
  await one.getByLabel('Inhaber').fill('Johanna Bra.')
  await save(one).click()
  await expect(toast(one, 'Die Änderungen wurden gespeichert.')).toBeVisible()
  await save(other).click()
  await expect(other.getByRole('alertdialog').or(other.getByRole('dialog')).getByText('Johanna Bra.')).toBeVisible()
})

test('the homepage’s preview shows unsaved input and is read-only', async ({ admin: page }) => {
  await open(page, '/admin-portal/settings/homepage')
  const preview = page.getByRole('region', { name: 'Vorschau der Startseite' })
  await page.getByLabel('Überschrift', { exact: true }).fill('Sonne, gut gerechnet')
  await expect(preview.getByText('Sonne, gut gerechnet')).toBeVisible()
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
  await expect(preview.getByText('Technik, die mitrechnet.')).toBeVisible()
})

test('on a phone the preview is below the form, on request', async ({ visit }) => {
  const page = await visit({ as: 'demo-admin', width: phoneWidth })
  await open(page, '/admin-portal/settings/homepage')
  const preview = page.getByRole('region', { name: 'Vorschau der Startseite' })
  await expect(preview).toBeHidden()
  await page.getByRole('button', { name: 'Vorschau zeigen' }).click()
  await expect(preview.getByText('Technik, die mitrechnet.')).toBeVisible()
  expect((await preview.boundingBox())?.width).toBeLessThanOrEqual(phoneWidth)
  await expectNoSidewaysScroll(page, 'the homepage with its preview')
  await expectAccessible(page, 'the homepage with its preview')
  await page.getByRole('button', { name: 'Vorschau ausblenden' }).click()
  await expect(preview).toBeHidden()
})
