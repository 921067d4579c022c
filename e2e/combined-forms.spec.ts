import type { Locator } from 'playwright-core'
import { expectAccessible } from './axe.ts'
import { expect, test } from './journey.ts'
import { focusedName, tabTo } from './keyboard.ts'
import { firstOption } from './list-places.ts'
import { open, phoneWidth } from './visit.ts'

test('a customer gets a login and an invitation in one form, with the keyboard alone', async ({ visit }) => {
  const page = await visit({ as: 'demo-admin', expected: [/422/] })
  await open(page, '/admin-portal/customers-overview')
  await expect(page.getByRole('button', { name: 'Kunden anlegen' })).toBeVisible()
  await tabTo(page, 'Kunden anlegen')
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Kunden anlegen' })
  await expect(form.getByLabel('Nachname')).toBeVisible()
  await tabTo(page, 'Nachname')
  await page.keyboard.type('Größl')
  await tabTo(page, 'Zugang zum Kundenportal anlegen')
  await page.keyboard.press('Space')
  await tabTo(page, 'Benutzername')
  await expect.poll(() => form.getByLabel('Benutzername').inputValue()).toBe('groessl')

  // An invitation needs an address: the field shows the error and has the focus.
  await page.keyboard.press('Enter')
  await expect(form.getByText('E-Mail ist erforderlich!', { exact: true })).toBeVisible()
  await expect.poll(() => focusedName(page)).toMatch(/^E-Mail/)
  await page.keyboard.type('groessl@groessl.example')

  await form.getByLabel('Benutzername').fill('demo-kunde')
  await page.keyboard.press('Enter')
  await expect(form.getByText('Dieser Benutzername ist bereits vergeben.')).toBeVisible()
  await expectAccessible(page, 'a login whose name is taken')
  await form.getByLabel('Benutzername').fill('groessl')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin-portal/customer/*')
  await expect(page.getByText('Größl wurde angelegt')).toBeVisible()
  await page.getByRole('link', { name: 'Benutzer' }).click()
  await expect(page.getByText('Einladung vorgemerkt')).toBeVisible()
})

test('a customer with login and invitation, and a service with its password, take three clicks besides the input', async ({
  admin: page,
}) => {
  let clicks = 0
  const click = async (target: Locator) => {
    await target.click()
    clicks += 1
  }
  await open(page, '/admin-portal/customers-overview')
  await click(page.getByRole('button', { name: 'Kunden anlegen' }))
  const customer = page.getByRole('dialog', { name: 'Kunden anlegen' })
  await customer.getByLabel('Nachname').fill('Dreischritt')
  await customer.getByRole('textbox', { name: 'E-Mail' }).fill('dreischritt@dreischritt.example')
  // The login directly follows the fields it is derived from.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await tabTo(page, 'Zugang zum Kundenportal anlegen', 2)
  await click(customer.getByLabel('Zugang zum Kundenportal anlegen'))
  await click(customer.getByRole('button', { name: 'Kunden anlegen' }))
  await page.waitForURL('**/admin-portal/customer/*')
  expect(clicks).toBe(3)

  clicks = 0
  await open(page, '/admin-portal/services-overview')
  await click(page.getByRole('button', { name: 'Dienst anlegen' }))
  const service = page.getByRole('dialog', { name: 'Dienst anlegen' })
  await service.getByRole('radio', { name: /^Gerät/ }).check()
  const customerField = service.getByRole('combobox', { name: 'Kunde' })
  await customerField.fill('Dreischritt')
  await expect(page.getByRole('option', { name: /Dreischritt/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await service.getByLabel('Name', { exact: true }).fill('Router')
  await click(service.getByLabel('Zugang gleich hinterlegen'))
  await service.getByLabel('Bezeichnung').fill('Oberfläche')
  await service.getByRole('textbox', { name: 'Benutzername' }).fill('verwalter')
  await service.getByLabel('Passwort', { exact: true }).fill('Geheim-4711')
  await click(service.getByRole('button', { name: 'Dienst anlegen' }))
  await page.waitForURL('**/admin-portal/service/*')
  expect(clicks).toBe(3)
})

test.for([1280, phoneWidth])(
  'a service gets its first password in the form that creates it, at %i px',
  async (width, { visit }) => {
    const page = await visit({ as: 'demo-admin', width })
    await open(page, '/admin-portal/services-overview')
    await page.getByRole('button', { name: 'Dienst anlegen' }).click()
    const form = page.getByRole('dialog', { name: 'Dienst anlegen' })
    await form.getByRole('radio', { name: /^Gerät/ }).check()
    await form.getByRole('combobox', { name: 'Kunde' }).fill('Weingut')
    await firstOption(page).click()
    await form.getByLabel('Name', { exact: true }).fill(`FRITZ!Box ${width}`)
    await form.getByLabel('Zugang gleich hinterlegen').check()
    await form.getByLabel('Bezeichnung').fill('Oberfläche')
    await form.getByRole('textbox', { name: 'Benutzername' }).fill('verwalter')
    await form.getByRole('button', { name: 'Sicheres Passwort erzeugen' }).click()
    await expectAccessible(page, 'a new service with a credential')
    await form.getByRole('button', { name: 'Dienst anlegen' }).click()
    await page.waitForURL('**/admin-portal/service/*')
    await expect(page.getByText('verwalter', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Anzeigen: Passwort von „Oberfläche“' })).toBeVisible()
  },
)
