import { expect, test } from '#e2e/journey.ts'
import { open } from '#e2e/visit.ts'
import { check, describeStates } from './states.ts'

describeStates('the settings', look => {
  test('loading, failed, with errors, waiting for links', async ({ visit }) => {
    const page = await visit({ ...look, as: 'demo-kunde' })
    const url = '**/api/backend/user-settings/'
    const held = Promise.withResolvers<void>()
    await page.route(url, async route => {
      await held.promise
      await route.abort()
    })
    await open(page, '/user-settings')
    await expect(page.locator('[role=status]')).not.toHaveCount(0)
    await check(page, 'settings loading')
    held.resolve()
    await expect(page.getByText('Something went wrong.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Erneut versuchen' })).not.toHaveCount(0)
    await check(page, 'settings failed')
    await page.unroute(url)
    await open(page, '/user-settings')
    await page.getByLabel('Telefon').fill('abc')
    await page.getByRole('button', { name: 'Angaben speichern' }).click()
    await expect(page.getByText('Bitte geben Sie eine gültige Telefonnummer ein.')).toBeVisible()
    await page.getByRole('button', { name: 'E-Mail-Adresse ändern' }).click()
    await expect(page.getByText('E-Mail ist erforderlich!')).toBeVisible()
    await check(page, 'settings refused')
    await page.getByLabel('Telefon').fill('')
    const newsletter = page.getByRole('switch', { name: 'Newsletter' })
    if (!(await newsletter.isChecked())) await newsletter.click()
    await expect(page.getByText('Noch nicht bestätigt')).toBeVisible()
    await check(page, 'newsletter waits')
    await newsletter.click()
    await expect(page.getByText('Der Newsletter ist abbestellt.')).toBeVisible()
  })

  test('invalid links of mails', async ({ visit }) => {
    const page = await visit(look)
    await open(page, '/abmelden/unbekannt')
    await expect(page.getByRole('heading', { name: 'Dieser Link ist nicht vollständig' })).toBeVisible()
    await check(page, 'unsubscribe, unknown')
    await open(page, '/bestaetigen#token=abcdefghijklmnopqrstuvwxyz0123456789')
    await expect(page.getByRole('heading', { name: 'Dieser Link gilt nicht mehr' })).toBeVisible()
    await check(page, 'confirmation, used')
  })
})
