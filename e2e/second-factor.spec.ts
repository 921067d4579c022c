import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOfStep, stepOf } from '#server/auth/totp.ts'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { launchBrowser } from './browser.ts'
import { demoPassword } from './secrets.ts'
import { type Portal, startPortal } from './started-portal.ts'
import { logIn, phoneWidth, visit } from './visit.ts'

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

/** The code that the app shows some periods from now; the server accepts one more than the current one. */
function codeOf(secret: string, offset = 0): string {
  return codeOfStep(secret, stepOf(new Date()) + offset)
}

async function givePassword(page: Page, username: string): Promise<void> {
  await page.getByLabel('Benutzername').fill(username)
  await page.getByLabel('Passwort', { exact: true }).fill(demoPassword)
  await page.getByLabel('Passwort', { exact: true }).press('Enter')
  await page.getByLabel('Code aus der App').waitFor()
}

test('a customer sets up codes, logs in with one and with a recovery code, and turns them off', async () => {
  const { page, open, end } = await visit(browser, portal, { expected: [/422/] })
  await logIn(page, 'demo-kunde')
  await open('/user-settings')
  const section = page.getByRole('region', { name: 'Zweiter Faktor' })
  await section.getByRole('button', { name: 'Zweiten Faktor einrichten' }).click()
  await section.getByRole('img', { name: /QR-Code/ }).waitFor()
  const secret = ((await section.locator('code').textContent()) ?? '').replaceAll(' ', '')
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  await expectAccessible(page, 'the secret')

  const code = section.getByLabel('Code aus der App')
  await code.fill('12345')
  await code.press('Enter')
  await section.getByText('Der Code besteht aus sechs Ziffern.').first().waitFor()
  await code.fill(codeOf(secret))
  await code.press('Enter')
  const codes = section.getByRole('list', { name: 'Wiederherstellungscodes' }).getByRole('listitem')
  await codes.first().waitFor()
  const [recoveryCode = '', lastCode = ''] = await codes.allTextContents()
  expect(await codes.count()).toBe(10)
  await expectAccessible(page, 'the recovery codes')
  const download = page.waitForEvent('download')
  await section.getByRole('button', { name: 'Herunterladen' }).click()
  expect((await download).suggestedFilename()).toBe('wiederherstellungscodes.txt')
  await section.getByRole('button', { name: 'Ich habe die Codes gesichert' }).click()
  // The focus stays in the section, not at the top of the page.
  await expect.poll(() => section.evaluate(element => element.contains(document.activeElement))).toBe(true)
  await section.getByText('10 Wiederherstellungscodes übrig').waitFor()

  await page.getByRole('button', { name: 'Abmelden' }).first().click()
  await open('/login?next=%2Fcustomer-portal%2Ftickets-overview')
  await givePassword(page, 'demo-kunde')
  const field = page.getByLabel('Code aus der App')
  expect(await field.evaluate(input => document.activeElement === input)).toBe(true)
  expect(await field.getAttribute('autocomplete')).toBe('one-time-code')
  expect(await field.getAttribute('inputmode')).toBe('numeric')
  await expectAccessible(page, 'the second step of the login')
  await field.fill('000000')
  await field.press('Enter')
  await page.getByText('Dieser Code stimmt nicht').first().waitFor()
  expect(await field.inputValue()).toBe('000000')
  await field.fill(codeOf(secret, 1))
  await field.press('Enter')
  await page.waitForURL('**/customer-portal/tickets-overview')

  await page.getByRole('button', { name: 'Abmelden' }).first().click()
  await open('/login')
  await givePassword(page, 'demo-kunde')
  await page.getByRole('button', { name: 'Wiederherstellungscode verwenden' }).click()
  const recovery = page.getByLabel('Wiederherstellungscode', { exact: true })
  expect(await recovery.evaluate(input => document.activeElement === input)).toBe(true)
  await recovery.fill(recoveryCode.toLowerCase())
  await recovery.press('Enter')
  await page.waitForURL('**/customer-portal/home')

  await open('/user-settings')
  await section.getByText('9 Wiederherstellungscodes übrig').waitFor()
  await section.getByRole('button', { name: 'Ausschalten' }).click()
  await section.getByLabel('Aktuelles Passwort').fill(demoPassword)
  await section.getByRole('button', { name: 'Wiederherstellungscode verwenden' }).click()
  await section.getByLabel('Wiederherstellungscode', { exact: true }).fill(lastCode)
  await expectAccessible(page, 'turning off')
  await section.getByRole('button', { name: 'Ausschalten' }).click()
  await section.getByRole('button', { name: 'Zweiten Faktor einrichten' }).waitFor()
  await end()
})

test('a user who waits too long or wants another account returns to the password with the name kept', async () => {
  const { page, context, open, end } = await visit(browser, portal, { width: phoneWidth, expected: [/401/, /409/] })
  await logIn(page, 'demo-neu')
  await open('/user-settings')
  const section = page.getByRole('region', { name: 'Zweiter Faktor' })
  await section.getByRole('button', { name: 'Zweiten Faktor einrichten' }).click()
  const secret = ((await section.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await section.getByLabel('Code aus der App').fill(codeOf(secret))
  await expectNoSidewaysScroll(page, 'the secret')
  await section.getByRole('button', { name: 'Einschalten' }).click()
  await section.getByRole('list', { name: 'Wiederherstellungscodes' }).waitFor()
  await expectNoSidewaysScroll(page, 'the recovery codes')
  await context.clearCookies()

  await open('/login')
  await givePassword(page, 'demo-neu')
  await page.getByRole('button', { name: 'Mit anderem Zugang anmelden' }).click()
  expect(await page.getByLabel('Benutzername').inputValue()).toBe('demo-neu')
  await givePassword(page, 'demo-neu')
  // What the browser does after five minutes.
  await context.clearCookies({ name: 'login' })
  await page.getByLabel('Code aus der App').fill(codeOf(secret, 1))
  await page.getByRole('button', { name: 'Anmeldung bestätigen' }).click()
  await page.getByText('Die Anmeldung hat zu lange gedauert.').first().waitFor()
  expect(await page.getByLabel('Benutzername').inputValue()).toBe('demo-neu')
  await end()
})

test('a code passes the password dialog, and an admin helps a user who lost the phone', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-kunde', expected: [/401/, /403/, /422/] })
  await open('/user-settings')
  const section = page.getByRole('region', { name: 'Zweiter Faktor' })
  await section.getByRole('button', { name: 'Zweiten Faktor einrichten' }).click()
  const secret = ((await section.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await section.getByLabel('Code aus der App').fill(codeOf(secret))
  await section.getByRole('button', { name: 'Einschalten' }).click()
  await section.getByRole('list', { name: 'Wiederherstellungscodes' }).waitFor()

  await open('/customer-portal/services-overview?search=Router')
  await page.getByRole('table').getByRole('link', { name: 'Router im Büro' }).click()
  const code = 'session.reauthentication_required'
  const refusal = { status: 403, json: { type: 'x', title: 'x', status: 403, code, requestId: 'x' } }
  await page.route('**/reveal/', route => route.fulfill(refusal), { times: 1 })
  await page.getByRole('button', { name: 'Anzeigen: Passwort von „Oberfläche“' }).click()
  const question = page.getByRole('dialog', { name: 'Sind Sie es?' })
  await question.getByRole('button', { name: 'Lieber einen Code eingeben' }).click()
  await question.getByLabel('Code aus der App').fill('000000')
  await question.getByLabel('Code aus der App').press('Enter')
  await question.getByText('Dieser Code stimmt nicht').first().waitFor()
  await expectAccessible(page, 'the question who one is')
  await question.getByLabel('Code aus der App').fill(codeOf(secret, 1))
  await question.getByLabel('Code aus der App').press('Enter')
  await page.getByText(/Wird in \d+\sSekunden ausgeblendet/).waitFor()

  const admin = await visit(browser, portal, { as: 'demo-admin' })
  await admin.open('/admin-portal/settings/users')
  await admin.page.getByRole('button', { name: 'Aktionen für Annelie Größl' }).click()
  await admin.page.getByRole('menuitem', { name: 'Zweiten Faktor zurücksetzen' }).click()
  await admin.page.getByRole('alertdialog').getByRole('button', { name: 'Zurücksetzen' }).click()
  await admin.page.getByText('Der zweite Faktor von Annelie Größl ist zurückgesetzt.').waitFor()
  await admin.end()

  await page.reload()
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
  // The password was reset too: only the mailed link restores access.
  await page.getByLabel('Benutzername').fill('demo-kunde')
  await page.getByLabel('Passwort', { exact: true }).fill(demoPassword)
  await page.getByLabel('Passwort', { exact: true }).press('Enter')
  await page.getByText('Login Fehlgeschlagen!').first().waitFor()
  await end()
})
