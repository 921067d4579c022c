import type { Page } from 'playwright-core'
import { codeOfStep, stepOf } from '#server/auth/totp.ts'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { expect, test } from './journey.ts'
import { demoPassword } from './secrets.ts'
import { logIn, loseCookies, open, phoneWidth } from './visit.ts'

/** The code that the app shows some periods from now; the server accepts one more than the current one. */
function codeOf(secret: string, offset = 0): string {
  return codeOfStep(secret, stepOf(new Date()) + offset)
}

async function givePassword(page: Page, username: string): Promise<void> {
  await page.getByLabel('Benutzername').fill(username)
  await page.getByLabel('Passwort', { exact: true }).fill(demoPassword)
  await page.getByLabel('Passwort', { exact: true }).press('Enter')
  await expect(page.getByLabel('Code aus der App')).toBeVisible()
}

/** The session has ended: a login page that opened before would still lead on. */
async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Abmelden' }).click()
  await expect(page.getByRole('link', { name: 'Anmelden' })).toBeVisible()
}

test('a customer sets up codes, logs in with one and with a recovery code, and turns them off', async ({ visit }) => {
  const page = await visit({ expected: [/422/] })
  await logIn(page, 'demo-kunde')
  await open(page, '/user-settings')
  const section = page.getByRole('region', { name: 'Zweiter Faktor' })
  await section.getByRole('button', { name: 'Zweiten Faktor einrichten' }).click()
  await expect(section.getByRole('img', { name: /QR-Code/ })).toBeVisible()
  const secret = ((await section.locator('code').textContent()) ?? '').replaceAll(' ', '')
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  await expectAccessible(page, 'the secret')

  const code = section.getByLabel('Code aus der App')
  await code.fill('12345')
  await code.press('Enter')
  await expect(section.getByText('Der Code besteht aus sechs Ziffern.')).toBeVisible()
  await code.fill(codeOf(secret))
  await code.press('Enter')
  const codes = section.getByRole('list', { name: 'Wiederherstellungscodes' }).getByRole('listitem')
  await expect(codes).not.toHaveCount(0)
  const [recoveryCode = '', lastCode = ''] = await codes.allTextContents()
  await expect(codes).toHaveCount(10)
  await expectAccessible(page, 'the recovery codes')
  const download = page.waitForEvent('download')
  await section.getByRole('button', { name: 'Herunterladen' }).click()
  expect((await download).suggestedFilename()).toBe('wiederherstellungscodes.txt')
  await section.getByRole('button', { name: 'Ich habe die Codes gesichert' }).click()
  // The focus stays in the section, not at the top of the page.
  await expect.poll(() => section.evaluate(element => element.contains(document.activeElement))).toBe(true)
  await expect(section.getByText('10 Wiederherstellungscodes übrig')).toBeVisible()

  await logOut(page)
  await open(page, '/login?next=%2Fcustomer-portal%2Ftickets-overview')
  await givePassword(page, 'demo-kunde')
  const field = page.getByLabel('Code aus der App')
  await expect.poll(() => field.evaluate(input => document.activeElement === input)).toBe(true)
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(field).toHaveAttribute('inputmode', 'numeric')
  await expectAccessible(page, 'the second step of the login')
  await field.fill('000000')
  await field.press('Enter')
  await expect(
    page.getByRole('form', { name: 'Anmeldung bestätigen' }).getByText('Dieser Code stimmt nicht'),
  ).toBeVisible()
  await expect(field).toHaveValue('000000')
  await field.fill(codeOf(secret, 1))
  await field.press('Enter')
  await page.waitForURL('**/customer-portal/tickets-overview')

  await logOut(page)
  await open(page, '/login')
  await givePassword(page, 'demo-kunde')
  await page.getByRole('button', { name: 'Wiederherstellungscode verwenden' }).click()
  const recovery = page.getByLabel('Wiederherstellungscode', { exact: true })
  await expect.poll(() => recovery.evaluate(input => document.activeElement === input)).toBe(true)
  await recovery.fill(recoveryCode.toLowerCase())
  await recovery.press('Enter')
  await page.waitForURL('**/customer-portal/home')

  await open(page, '/user-settings')
  await expect(section.getByText('9 Wiederherstellungscodes übrig')).toBeVisible()
  await section.getByRole('button', { name: 'Ausschalten' }).click()
  await section.getByLabel('Aktuelles Passwort').fill(demoPassword)
  await section.getByRole('button', { name: 'Wiederherstellungscode verwenden' }).click()
  await section.getByLabel('Wiederherstellungscode', { exact: true }).fill(lastCode)
  await expectAccessible(page, 'turning off')
  await section.getByRole('button', { name: 'Ausschalten' }).click()
  await expect(section.getByRole('button', { name: 'Zweiten Faktor einrichten' })).toBeVisible()
})

test('a user who waits too long or wants another account returns to the password with the name kept', async ({
  visit,
}) => {
  const page = await visit({ width: phoneWidth, expected: [/401/, /409/] })
  await logIn(page, 'demo-neu')
  await open(page, '/user-settings')
  const section = page.getByRole('region', { name: 'Zweiter Faktor' })
  await section.getByRole('button', { name: 'Zweiten Faktor einrichten' }).click()
  const secret = ((await section.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await section.getByLabel('Code aus der App').fill(codeOf(secret))
  await expectNoSidewaysScroll(page, 'the secret')
  await section.getByRole('button', { name: 'Einschalten' }).click()
  await expect(section.getByRole('list', { name: 'Wiederherstellungscodes' })).toBeVisible()
  await expectNoSidewaysScroll(page, 'the recovery codes')
  await loseCookies(page)

  await open(page, '/login')
  await givePassword(page, 'demo-neu')
  await page.getByRole('button', { name: 'Mit anderem Zugang anmelden' }).click()
  await expect(page.getByLabel('Benutzername')).toHaveValue('demo-neu')
  await givePassword(page, 'demo-neu')
  // The browser does this after five minutes.
  await page.context().clearCookies({ name: 'login' })
  await page.getByLabel('Code aus der App').fill(codeOf(secret, 1))
  await page.getByRole('button', { name: 'Anmeldung bestätigen' }).click()
  await expect(page.getByText('Die Anmeldung hat zu lange gedauert.')).toBeVisible()
  await expect(page.getByLabel('Benutzername')).toHaveValue('demo-neu')
})

test('a code passes the password dialog, and an admin helps a user who lost the phone', async ({ visit }) => {
  const page = await visit({ as: 'demo-kunde', expected: [/401/, /403/, /422/] })
  await open(page, '/user-settings')
  const section = page.getByRole('region', { name: 'Zweiter Faktor' })
  await section.getByRole('button', { name: 'Zweiten Faktor einrichten' }).click()
  const secret = ((await section.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await section.getByLabel('Code aus der App').fill(codeOf(secret))
  await section.getByRole('button', { name: 'Einschalten' }).click()
  await expect(section.getByRole('list', { name: 'Wiederherstellungscodes' })).toBeVisible()

  await open(page, '/customer-portal/services-overview?search=Router')
  await page.getByRole('table').getByRole('link', { name: 'Router im Büro' }).click()
  const code = 'session.reauthentication_required'
  const refusal = { status: 403, json: { type: 'x', title: 'x', status: 403, code, requestId: 'x' } }
  await page.route('**/reveal/', route => route.fulfill(refusal), { times: 1 })
  await page.getByRole('button', { name: 'Anzeigen: Passwort von „Oberfläche“' }).click()
  const question = page.getByRole('dialog', { name: 'Sind Sie es?' })
  await question.getByRole('button', { name: 'Lieber einen Code eingeben' }).click()
  await question.getByLabel('Code aus der App').fill('000000')
  await question.getByLabel('Code aus der App').press('Enter')
  await expect(question.getByText('Dieser Code stimmt nicht')).toBeVisible()
  await expectAccessible(page, 'the question who one is')
  await question.getByLabel('Code aus der App').fill(codeOf(secret, 1))
  await question.getByLabel('Code aus der App').press('Enter')
  await expect(page.getByText(/Wird in \d+\sSekunden ausgeblendet/)).toBeVisible()

  const admin = await visit({ as: 'demo-admin' })
  await open(admin, '/admin-portal/settings/users')
  await admin.getByRole('button', { name: 'Aktionen für Annelie Größl' }).click()
  await admin.getByRole('menuitem', { name: 'Zweiten Faktor zurücksetzen' }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Zurücksetzen' }).click()
  await expect(admin.getByText('Der zweite Faktor von Annelie Größl ist zurückgesetzt.')).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible()
  // The password was reset too: only the mailed link restores access.
  await page.getByLabel('Benutzername').fill('demo-kunde')
  await page.getByLabel('Passwort', { exact: true }).fill(demoPassword)
  await page.getByLabel('Passwort', { exact: true }).press('Enter')
  await expect(page.getByText('Login Fehlgeschlagen!')).toBeVisible()
})
