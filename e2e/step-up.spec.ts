import { accountTexts } from '#web/texts/accounts.texts.ts'
import { credentialTexts } from '#web/texts/credentials.texts.ts'
import { passwordTexts } from '#web/texts/passwords.texts.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'
import { userSettingsTexts } from '#web/texts/user-settings.texts.ts'
import { ageSessions } from './age-sessions.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './journey.ts'
import { firstLink, selectRows } from './list-places.ts'
import { demoPassword } from './secrets.ts'
import { open, phoneWidth } from './visit.ts'

const texts = accountTexts.reauthentication

test('creating an admin asks for the password in place and continues with the input', async ({ visit, portal }) => {
  const page = await visit({ as: 'demo-admin', width: phoneWidth, expected: [/403/] })
  await open(page, '/admin-portal/settings?section=users')
  ageSessions(portal)
  await page.getByRole('button', { name: 'Benutzer anlegen' }).click()
  const form = page.getByRole('dialog', { name: 'Benutzer anlegen' })
  await form.getByRole('textbox', { name: 'Benutzername' }).fill('notar')
  await form.getByRole('textbox', { name: 'E-Mail' }).fill('notar@sonnenstrom.example')
  await form.getByRole('combobox', { name: 'Rolle' }).selectOption({ label: 'Administrator' })
  const create = form.getByRole('button', { name: 'Benutzer anlegen' })
  await create.click()
  const question = page.getByRole('dialog', { name: texts.title })
  await expect(question.getByLabel(texts.password, { exact: true })).toBeVisible()
  await expectAccessible(page, 'the question above the form')

  // Closed: nothing happened, and no input is lost.
  await page.keyboard.press('Escape')
  await expect(question).not.toBeAttached()
  await expect(form.getByRole('textbox', { name: 'Benutzername' })).toHaveValue('notar')
  await expect(page.getByText('notar wurde angelegt')).toHaveCount(0)

  await create.click()
  await question.getByLabel(texts.password, { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(form).not.toBeAttached()
  await expect(page.getByText('notar', { exact: true })).not.toHaveCount(0)
})

test('permanent deletions and replacements ask for the password first and then continue', async ({ visit, portal }) => {
  const page = await visit({ as: 'demo-admin', expected: [/403/] })
  const question = page.getByRole('dialog', { name: texts.title })
  const ask = page.getByRole('alertdialog')
  /** Refused, prompted, confirmed, done. */
  async function confirm(label: string, done: string | RegExp) {
    await expect(ask).toBeVisible()
    ageSessions(portal)
    await ask.getByRole('button', { name: label }).click()
    await expect(question.getByLabel(texts.password, { exact: true })).toBeVisible()
    await expect(page.getByText(done)).toHaveCount(0)
    await question.getByLabel(texts.password, { exact: true }).fill(demoPassword)
    await page.keyboard.press('Enter')
    await expect(page.getByText(done)).toBeVisible()
    await expect(ask).not.toBeAttached()
  }
  const openService = async (name: string) => {
    await open(page, `/admin-portal/services-overview?search=${encodeURIComponent(name)}`)
    await page.getByRole('table').getByRole('link', { name }).click()
    await page.waitForURL('**/admin-portal/service/*')
  }

  await openService('Router im Büro')
  await page.getByRole('button', { name: 'Aktionen für Oberfläche' }).click()
  await page.getByRole('menuitem', { name: passwordTexts.replace }).click()
  const form = page.getByRole('dialog', { name: 'Passwort von „Oberfläche“ ersetzen' })
  const typed = form.getByRole('textbox')
  await typed.fill('Neu-4711-Kelter')
  ageSessions(portal)
  await form.getByRole('button', { name: credentialTexts.setPassword.save }).click()
  await expect(question.getByLabel(texts.password, { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).not.toBeAttached()
  await expect(typed).toHaveValue('Neu-4711-Kelter')
  await form.getByRole('button', { name: credentialTexts.setPassword.save }).click()
  await question.getByLabel(texts.password, { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByText(credentialTexts.setPassword.saved('Oberfläche'))).toBeVisible()
  await expect(form).not.toBeAttached()
  await page.getByRole('button', { name: 'Aktionen für Oberfläche' }).click()
  await page.getByRole('menuitem', { name: 'Passwort entfernen' }).click()
  await confirm('Passwort entfernen', passwordTexts.none)
  await page.getByRole('button', { name: 'Aktionen für Oberfläche' }).click()
  await page.getByRole('menuitem', { name: 'Löschen' }).click()
  await confirm(credentialTexts.delete, credentialTexts.deleted('Oberfläche'))

  await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
  await page.getByRole('menuitem', { name: 'Dienst löschen' }).click()
  await confirm('Dienst löschen', '„Router im Büro“ wurde gelöscht.')

  await open(page, '/admin-portal/tickets-overview?progress=upcoming')
  await selectRows(page.getByRole('table'), 2)
  await page.getByRole('button', { name: ticketTexts.bulk.delete, exact: true }).click()
  await confirm('Löschen', ticketTexts.bulk.allDeleted(2))

  await open(page, '/admin-portal/messages?search=Petersen')
  await page.getByRole('link', { name: /Sven Petersen/ }).click()
  await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
  await page.getByRole('menuitem', { name: 'Löschen' }).click()
  await confirm('Löschen', 'Die Nachricht wurde gelöscht.')
})

test('a customer’s new login address asks for the password in place, and no input is lost', async ({
  visit,
  portal,
}) => {
  const page = await visit({ as: 'demo-admin', expected: [/403/] })
  await open(page, '/admin-portal/customers-overview')
  await firstLink(page).click()
  await page.waitForURL('**/admin-portal/customer/*')
  await page.getByRole('button', { name: 'Bearbeiten' }).click()
  const form = page.getByRole('dialog', { name: /bearbeiten/ })
  const address = form.getByRole('textbox', { name: /E-Mail/ })
  await address.fill('anderswo@example.org')
  ageSessions(portal)
  const save = form.getByRole('button', { name: /speichern/ })
  await save.click()
  const question = page.getByRole('dialog', { name: texts.title })
  await expect(question.getByLabel(texts.password, { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).not.toBeAttached()
  await expect(address).toHaveValue('anderswo@example.org')
  await save.click()
  await question.getByLabel(texts.password, { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(form).not.toBeAttached()
  await expect(page.getByText('anderswo@example.org')).toBeVisible()
})

test('a new contact address asks the customer for the password in place, and no input is lost', async ({
  visit,
  portal,
}) => {
  const page = await visit({ as: 'demo-kunde', width: phoneWidth, expected: [/403/] })
  await open(page, '/user-settings')
  const address = page.getByLabel(userSettingsTexts.details.contactEmail)
  const phone = page.getByLabel(userSettingsTexts.details.phone)
  await address.fill('anderswo@example.org')
  await phone.fill('+49 40 1234567')
  ageSessions(portal)
  const save = page.getByRole('button', { name: userSettingsTexts.details.save })
  await save.click()
  const question = page.getByRole('dialog', { name: texts.title })
  await expect(question.getByLabel(texts.password, { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).not.toBeAttached()
  expect([await address.inputValue(), await phone.inputValue()]).toEqual(['anderswo@example.org', '+49 40 1234567'])
  await save.click()
  await question.getByLabel(texts.password, { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByText(userSettingsTexts.saved)).toBeVisible()
  await expect(page.getByText(userSettingsTexts.contact.unconfirmedTitle)).toBeVisible()
  await page.reload()
  await expect(address).toBeVisible()
  await expect.poll(() => address.inputValue()).toBe('anderswo@example.org')
  await expect(phone).toHaveValue('+49 40 1234567')
})
