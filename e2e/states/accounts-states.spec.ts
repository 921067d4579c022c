import { expect, test } from '#e2e/journey.ts'
import { open } from '#e2e/visit.ts'
import { check, describeStates } from './states.ts'

describeStates('signing in and writing', look => {
  test('contact and login with errors, a failed login with its toast', async ({ visit }) => {
    const page = await visit(look)
    await open(page, '/contact')
    await page.getByRole('button', { name: /senden/i }).click()
    await expect(page.getByText('E-Mail ist erforderlich!')).toBeVisible()
    await check(page, 'contact refused')
    await open(page, '/login')
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await expect(page.getByText('Passwort erforderlich!')).toBeVisible()
    await check(page, 'login refused')
    await page.getByLabel('Benutzername').fill('niemand')
    await page.getByLabel('Passwort', { exact: true }).fill('falsches-wort')
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Login Fehler' })).toBeVisible()
    await check(page, 'login failed')
  })
})
