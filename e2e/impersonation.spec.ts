/** Impersonation from the settings: found by customer or user, and recorded in a list. */
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { expect, test } from './journey.ts'
import { firstLink } from './list-places.ts'
import { deskWidth, open, phoneWidth } from './visit.ts'

const looks = [
  { width: phoneWidth, scheme: 'dark' },
  { width: deskWidth, scheme: 'light' },
] as const

test.for(looks)(
  'an admin impersonates the customer of a user and finds it in the list afterwards: $width px',
  async (look, { visit }) => {
    const page = await visit({ ...look, as: 'demo-admin', expected: [/500/] })
    await open(page, '/admin-portal/settings/as-user')
    const search = page.getByLabel('Kunde oder Benutzer')
    await search.fill('gibtesnicht')
    await expect(page.getByText('Kein Kunde und kein Benutzer passt dazu.')).toBeVisible()
    await expectAccessible(page, 'nobody found')
    await page.route('**/api/jfk-django-core/user/?**', route => route.fulfill({ status: 500, json: {} }))
    await search.fill('demo')
    await expect(page.getByText('Die Suche ist fehlgeschlagen.')).toBeVisible()
    await expectAccessible(page, 'a search that failed')
    await page.unroute('**/api/jfk-django-core/user/?**')
    await search.fill('demo-kunde')
    await page.waitForURL(url => url.searchParams.get('search') === 'demo-kunde')
    const found = page.getByRole('region', { name: 'Gefunden' })
    await expect(found.getByText('demo-kunde')).toBeVisible()
    await expectAccessible(page, 'somebody found')
    await expectNoSidewaysScroll(page, 'somebody found')

    await found.getByRole('button', { name: /ansehen$/ }).click()
    const dialog = page.getByRole('dialog', { name: /^Das Portal als .+ ansehen$/ })
    const reason = `Rückfrage bei ${look.width}`
    await dialog.getByLabel('Grund').fill(reason)
    await dialog.getByRole('button', { name: 'Ansicht starten' }).click()
    await page.waitForURL('**/customer-portal/home')
    await page.getByRole('button', { name: 'Beenden' }).click()
    await expect(page.getByRole('button', { name: 'Beenden' })).not.toBeAttached()

    await open(page, '/admin-portal/settings/as-user')
    const row = page.getByRole('row').filter({ hasText: reason })
    await expect(row.getByText('unter 1\u00a0Minute')).toBeVisible()
    await expectAccessible(page, 'views')
    await expectNoSidewaysScroll(page, 'views')
    await row.getByRole('button', { name: /Ansehen/ }).click()
    await expect(page.getByRole('dialog', { name: /^Das Portal als .+ ansehen$/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await row.getByRole('link').click()
    await page.waitForURL('**/admin-portal/customer/*')
    await expect(page.getByRole('button', { name: 'Als Kunde ansehen' })).toBeVisible()
  },
)

test('if the impersonation bar cannot be loaded, the page stays and names the customer', async ({ visit }) => {
  const page = await visit({ as: 'demo-admin', expected: [/ERR_FAILED/] })
  await open(page, '/admin-portal/customers-overview')
  await firstLink(page).click()
  await page.getByRole('button', { name: 'Als Kunde ansehen' }).click()
  const dialog = page.getByRole('dialog', { name: /^Das Portal als .+ ansehen$/ })
  await dialog.getByLabel('Grund').fill('Leiste ohne Datei')
  const barFile = /\/impersonation-bar-[\w-]+\.js$/
  await page.route(barFile, route => route.abort())
  await dialog.getByRole('button', { name: 'Ansicht starten' }).click()
  await page.waitForURL('**/customer-portal/home')
  const header = page.getByRole('banner')
  await expect(header.getByText(/^Ansicht als ./)).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('main').getByText('Fehler', { exact: true })).toHaveCount(0)
  await expectAccessible(page, 'a view without its bar')

  await page.unroute(barFile)
  await header.getByRole('button', { name: 'Neu laden' }).click()
  await page.getByRole('button', { name: 'Beenden' }).click()
  await page.waitForURL('**/admin-portal/customer/*')
})
