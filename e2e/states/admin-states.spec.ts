import { expect, test } from '#e2e/journey.ts'
import { firstLink } from '#e2e/list-places.ts'
import { open } from '#e2e/visit.ts'
import { waitUntilLoaded } from '#e2e/wait-until-loaded.ts'
import { check, describeStates } from './states.ts'

describeStates('the admin portal', look => {
  test('an admin’s ticket and its form', async ({ visit }) => {
    const page = await visit({ ...look, as: 'demo-admin' })
    await open(page, '/admin-portal/tickets-overview?progress=inProgress')
    await firstLink(page).click()
    await page.waitForURL('**/admin-portal/ticket/*')
    await waitUntilLoaded(page)
    await check(page, 'admin ticket')
    await open(page, '/admin-portal/tickets-overview')
    await page.getByRole('button', { name: 'Ticket anlegen' }).click()
    await expect(page.getByRole('dialog', { name: 'Ticket anlegen' })).toBeVisible()
    await check(page, 'new ticket')
    await page.keyboard.press('Escape')
  })

  test('a customer, and one with newsletter consents', async ({ visit }) => {
    const page = await visit({ ...look, as: 'demo-admin' })
    await open(page, '/admin-portal/customers-overview')
    await firstLink(page).click()
    await page.waitForURL('**/admin-portal/customer/*')
    await waitUntilLoaded(page)
    await check(page, 'customer')
    await open(page, '/admin-portal/customers-overview?search=Nguyen')
    await firstLink(page).click()
    await expect(page.getByRole('region', { name: 'Newsletter: Einwilligungen' })).toBeVisible()
    await check(page, 'customer with consents')
  })

  test('a home with a foreign keys file', async ({ visit }) => {
    const page = await visit({ ...look, as: 'demo-admin' })
    await page.route('**/api/backend/lost-keys/', route =>
      route.fulfill({ json: { keyIds: ['a1b2c3d4', 'e5f6a7b8'] } }),
    )
    await open(page, '/admin-portal/home')
    await expect(page.getByText('Die Schlüsseldatei passt nicht zur Datenbank')).toBeVisible()
    await check(page, 'home beside a foreign keys file')
  })

  test('messages: from a known customer, without an answer, not sent, deleted', async ({ visit }) => {
    const page = await visit({ ...look, as: 'demo-admin' })
    await open(page, '/admin-portal/messages?search=Krämer')
    await page.getByRole('link', { name: /Tobias Krämer/ }).click()
    await expect(page.getByRole('link', { name: /^Anfragen von Ingenieurbüro/ })).toBeVisible()
    await check(page, 'a message of a known customer')
    await open(page, '/admin-portal/messages?state=new')
    await check(page, 'messages')
    await page.getByRole('link', { name: /Familie Häußler/ }).click()
    await expect(page.getByLabel('Ihre Antwort')).toBeVisible()
    await page.getByRole('button', { name: 'Antwort senden' }).click()
    await expect(page.getByText('Texteingabe ist erforderlich!')).toBeVisible()
    await check(page, 'a message without an answer')
    await open(page, '/admin-portal/messages?search=Petersen')
    await page.getByRole('link', { name: /Sven Petersen/ }).click()
    await expect(page.getByText('Nicht gesendet')).toBeVisible()
    await check(page, 'a message whose answer was not sent')
    await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
    await page.getByRole('menuitem', { name: 'Löschen' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await check(page, 'question before a message is deleted')
  })

  test('questions: one in the form, unpublished ones', async ({ visit }) => {
    const page = await visit({ ...look, as: 'demo-admin' })
    await open(page, '/admin-portal/faq')
    await page.getByRole('button', { name: 'Frage anlegen' }).click()
    const question = page.getByRole('dialog', { name: 'Frage anlegen' })
    await question.getByRole('button', { name: 'Frage anlegen' }).click()
    await expect(question.getByText('Dieses Feld ist ein Pflichtfeld.')).toHaveCount(2)
    await question.getByLabel('Antwort', { exact: true }).fill('## Kurz gesagt\n\n- Eins\n- **Zwei**')
    await expect(question.getByRole('region', { name: 'Vorschau' }).getByRole('listitem')).toHaveCount(2)
    await check(page, 'a question being written')
    await open(page, '/admin-portal/faq?published=false')
    await expect(page.getByText('Entwurf').filter({ visible: true })).not.toHaveCount(0)
    await check(page, 'questions that are not published')
  })

  test('the settings, and the verified log', async ({ visit }) => {
    const page = await visit({ ...look, as: 'demo-admin' })
    await open(page, '/admin-portal/settings')
    await check(page, 'settings')
    await open(page, '/admin-portal/settings/company')
    for (const section of ['Benutzer', 'Postausgang', 'Protokoll']) {
      await page.getByRole('link', { name: section, exact: true }).click()
      await waitUntilLoaded(page)
      await check(page, `settings, ${section}`)
    }
    await page.getByRole('button', { name: 'Protokoll prüfen' }).click()
    await expect(page.getByText('Das Protokoll ist unversehrt')).toBeVisible()
    await check(page, 'the log is whole')
  })
})
