import { test } from 'vitest'
import { check, describeStates } from './states.ts'

describeStates('signing in and writing', ({ start }) => {
  test('contact and login with errors, a failed login with its toast', async () => {
    const { page, open, end } = await start()
    await open('/contact')
    await page.getByRole('button', { name: /senden/i }).click()
    await page.getByText('E-Mail ist erforderlich!').first().waitFor()
    await check(page, 'contact refused')
    await open('/login')
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await page.getByText('Passwort erforderlich!').first().waitFor()
    await check(page, 'login refused')
    await page.getByLabel('Benutzername').fill('niemand')
    await page.getByLabel('Passwort', { exact: true }).fill('falsches-wort')
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await page.getByRole('dialog', { name: 'Login Fehler' }).waitFor()
    await check(page, 'login failed')
    await end()
  })
})
