/** PowerMaster's project page, with the business's texts or hidden. */
import { expectAccessible } from './axe.ts'
import { expect, test } from './journey.ts'
import { open } from './visit.ts'

test('an admin writes the texts of PowerMaster’s page, and then hides the page and its links', async ({ visit }) => {
  const page = await visit({ as: 'demo-admin', expected: [/404/] })
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'PowerMaster' })
  const save = async () => {
    await page.getByRole('button', { name: 'Speichern' }).click()
    await expect(page.getByRole('button', { name: 'Speichern' })).not.toBeAttached()
  }
  await open(page, '/admin-portal/settings/power-master')
  await page
    .getByRole('region', { name: 'Erster Eindruck' })
    .getByLabel('Überschrift', { exact: true })
    .fill('Sonne zuerst.')
  await save()
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sonne zuerst.' })).toBeVisible()

  await open(page, '/admin-portal/settings/power-master')
  await page.getByLabel('Projektseite zeigen').uncheck()
  await save()
  await expect(link).not.toBeAttached()
  await expectAccessible(page, 'PowerMaster switched off')
  expect((await page.goto('/power-master'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
  await expect(page).toHaveTitle('Page Not Found')
  // As for any unknown address: a visitor has no customer account.
  await expect(page.getByText(/^Diese Seite gibt es nicht\./)).toBeVisible()
  await expectAccessible(page, 'no page of PowerMaster')
  await open(page, '/')
  await expect(page.locator('a[href="/power-master"]')).toHaveCount(0)
})
