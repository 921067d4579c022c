import { test } from 'vitest'
import { check, describeStates } from './states.ts'

describeStates('the settings', ({ start }) => {
  test('loading, failed, with errors, waiting for links', async () => {
    const { page, open, end } = await start('demo-kunde')
    const url = '**/api/backend/user-settings/'
    const held = Promise.withResolvers<void>()
    await page.route(url, async route => {
      await held.promise
      await route.abort()
    })
    await open('/user-settings')
    await page.locator('[role=status]').first().waitFor()
    await check(page, 'settings loading')
    held.resolve()
    await page.getByText('Something went wrong.').first().waitFor()
    await page.getByRole('button', { name: 'Erneut versuchen' }).first().waitFor()
    await check(page, 'settings failed')
    await page.unroute(url)
    await open('/user-settings')
    await page.getByLabel('Telefon').fill('abc')
    await page.getByRole('button', { name: 'Angaben speichern' }).click()
    await page.getByText('Bitte geben Sie eine gültige Telefonnummer ein.').first().waitFor()
    await page.getByRole('button', { name: 'E-Mail-Adresse ändern' }).click()
    await page.getByText('E-Mail ist erforderlich!').first().waitFor()
    await check(page, 'settings refused')
    await page.getByLabel('Telefon').fill('')
    const newsletter = page.getByRole('switch', { name: 'Newsletter' })
    if (!(await newsletter.isChecked())) await newsletter.click()
    await page.getByText('Noch nicht bestätigt').waitFor()
    await check(page, 'newsletter waits')
    await newsletter.click()
    await page.getByText('Der Newsletter ist abbestellt.').waitFor()
    await end()
  })

  test('invalid links of mails', async () => {
    const { page, open, end } = await start()
    await open('/abmelden/unbekannt')
    await page.getByRole('heading', { name: 'Dieser Link ist nicht vollständig' }).waitFor()
    await check(page, 'unsubscribe, unknown')
    await open('/bestaetigen#token=abcdefghijklmnopqrstuvwxyz0123456789')
    await page.getByRole('heading', { name: 'Dieser Link gilt nicht mehr' }).waitFor()
    await check(page, 'confirmation, used')
    await end()
  })
})
