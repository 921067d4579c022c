import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountTexts } from '#web/texts/accounts.texts.ts'
import { credentialTexts } from '#web/texts/credentials.texts.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'
import { userSettingsTexts } from '#web/texts/user-settings.texts.ts'
import { ageSessions } from './age-sessions.ts'
import { expectAccessible } from './axe.ts'
import { launchBrowser } from './browser.ts'
import { demoPassword } from './secrets.ts'
import { type Portal, startPortal } from './started-portal.ts'
import { phoneWidth, visit } from './visit.ts'

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

const texts = accountTexts.reauthentication

test('creating an admin asks for the password in place and continues with the input', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin', width: phoneWidth, expected: [/403/] })
  await open('/admin-portal/settings?section=users')
  ageSessions(portal)
  await page.getByRole('button', { name: 'Benutzer anlegen' }).click()
  const form = page.getByRole('dialog', { name: 'Benutzer anlegen' })
  await form.getByRole('textbox', { name: 'Benutzername' }).fill('notar')
  await form.getByRole('textbox', { name: 'E-Mail' }).fill('notar@sonnenstrom.example')
  await form.getByRole('combobox', { name: 'Rolle' }).selectOption({ label: 'Administrator' })
  const create = form.getByRole('button', { name: 'Benutzer anlegen' })
  await create.click()
  const question = page.getByRole('dialog', { name: texts.title })
  await question.getByLabel(texts.password, { exact: true }).waitFor()
  await expectAccessible(page, 'the question above the form')

  // Closed: nothing happened, and no input is lost.
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  expect(await form.getByRole('textbox', { name: 'Benutzername' }).inputValue()).toBe('notar')
  expect(await page.getByText('notar wurde angelegt').count()).toBe(0)

  await create.click()
  await question.getByLabel(texts.password, { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')
  await form.waitFor({ state: 'detached' })
  await page.getByText('notar', { exact: true }).first().waitFor()
  await end()
})

test('permanent deletions and replacements ask for the password first and then continue', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin', expected: [/403/] })
  const question = page.getByRole('dialog', { name: texts.title })
  const ask = page.getByRole('alertdialog')
  /** Refused, prompted, confirmed, done. */
  async function confirm(label: string, done: string | RegExp) {
    await ask.waitFor()
    ageSessions(portal)
    await ask.getByRole('button', { name: label }).click()
    await question.getByLabel(texts.password, { exact: true }).waitFor()
    expect(await page.getByText(done).count()).toBe(0)
    await question.getByLabel(texts.password, { exact: true }).fill(demoPassword)
    await page.keyboard.press('Enter')
    await page.getByText(done).first().waitFor()
    await ask.waitFor({ state: 'detached' })
  }
  const openService = async (name: string) => {
    await open(`/admin-portal/services-overview?search=${encodeURIComponent(name)}`)
    await page.getByRole('table').getByRole('link', { name }).click()
    await page.waitForURL('**/admin-portal/service/*')
  }

  await openService('Router im Büro')
  await page.getByRole('button', { name: 'Aktionen für Oberfläche' }).click()
  await page.getByRole('menuitem', { name: credentialTexts.password.replace }).click()
  const form = page.getByRole('dialog', { name: 'Passwort von „Oberfläche“ ersetzen' })
  const typed = form.getByRole('textbox').first()
  await typed.fill('Neu-4711-Kelter')
  ageSessions(portal)
  await form.getByRole('button', { name: credentialTexts.setPassword.save }).click()
  await question.getByLabel(texts.password, { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  expect(await typed.inputValue()).toBe('Neu-4711-Kelter')
  await form.getByRole('button', { name: credentialTexts.setPassword.save }).click()
  await question.getByLabel(texts.password, { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')
  await page.getByText(credentialTexts.setPassword.saved('Oberfläche')).first().waitFor()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Aktionen für Oberfläche' }).click()
  await page.getByRole('menuitem', { name: 'Passwort entfernen' }).click()
  await confirm('Passwort entfernen', credentialTexts.password.none)
  await page.getByRole('button', { name: 'Aktionen für Oberfläche' }).click()
  await page.getByRole('menuitem', { name: 'Löschen' }).click()
  await confirm(credentialTexts.delete, credentialTexts.deleted('Oberfläche'))

  await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
  await page.getByRole('menuitem', { name: 'Dienst löschen' }).click()
  await confirm('Dienst löschen', '„Router im Büro“ wurde gelöscht.')

  await open('/admin-portal/tickets-overview?progress=upcoming')
  for (const at of [0, 1])
    await page
      .getByRole('table')
      .getByRole('row')
      .getByRole('checkbox')
      .nth(at + 1)
      .check()
  await page.getByRole('button', { name: ticketTexts.bulk.delete, exact: true }).click()
  await confirm('Löschen', ticketTexts.bulk.allDeleted(2))

  await open('/admin-portal/messages?search=Petersen')
  await page.getByRole('link', { name: /Sven Petersen/ }).click()
  await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
  await page.getByRole('menuitem', { name: 'Löschen' }).click()
  await confirm('Löschen', 'Die Nachricht wurde gelöscht.')
  await end()
})

test('a customer’s new login address asks for the password in place, and no input is lost', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin', expected: [/403/] })
  await open('/admin-portal/customers-overview')
  await page.getByRole('table').getByRole('link').first().click()
  await page.waitForURL('**/admin-portal/customer/*')
  await page.getByRole('button', { name: 'Bearbeiten' }).first().click()
  const form = page.getByRole('dialog', { name: /bearbeiten/ })
  const address = form.getByRole('textbox', { name: /E-Mail/ })
  await address.fill('anderswo@example.org')
  ageSessions(portal)
  const save = form.getByRole('button', { name: /speichern/ })
  await save.click()
  const question = page.getByRole('dialog', { name: texts.title })
  await question.getByLabel(texts.password, { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  expect(await address.inputValue()).toBe('anderswo@example.org')
  await save.click()
  await question.getByLabel(texts.password, { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')
  await form.waitFor({ state: 'detached' })
  await page.getByText('anderswo@example.org').first().waitFor()
  await end()
})

test('a new contact address asks the customer for the password in place, and no input is lost', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-kunde', width: phoneWidth, expected: [/403/] })
  await open('/user-settings')
  const address = page.getByLabel(userSettingsTexts.details.contactEmail)
  const phone = page.getByLabel(userSettingsTexts.details.phone)
  await address.fill('anderswo@example.org')
  await phone.fill('+49 40 1234567')
  ageSessions(portal)
  const save = page.getByRole('button', { name: userSettingsTexts.details.save })
  await save.click()
  const question = page.getByRole('dialog', { name: texts.title })
  await question.getByLabel(texts.password, { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  expect([await address.inputValue(), await phone.inputValue()]).toEqual(['anderswo@example.org', '+49 40 1234567'])
  await save.click()
  await question.getByLabel(texts.password, { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')
  await page.getByText(userSettingsTexts.saved).first().waitFor()
  await page.getByText(userSettingsTexts.contact.unconfirmedTitle).waitFor()
  await page.reload()
  await address.waitFor()
  await expect.poll(() => address.inputValue()).toBe('anderswo@example.org')
  expect(await phone.inputValue()).toBe('+49 40 1234567')
  await end()
})
