import { test } from 'vitest'
import { settled } from '#e2e/settled.ts'
import { check, describeStates } from './states.ts'

describeStates('the admin portal', ({ start }) => {
  test('an admin’s ticket and its form', async () => {
    const { page, open, end } = await start('demo-admin')
    await open('/admin-portal/tickets-overview?progress=inProgress')
    await page.getByRole('table').getByRole('link').first().click()
    await page.waitForURL('**/admin-portal/ticket/*')
    await settled(page)
    await check(page, 'admin ticket')
    await open('/admin-portal/tickets-overview')
    await page.getByRole('button', { name: 'Ticket anlegen' }).click()
    await page.getByRole('dialog', { name: 'Ticket anlegen' }).waitFor()
    await check(page, 'new ticket')
    await page.keyboard.press('Escape')
    await end()
  })

  test('a customer, and one with newsletter consents', async () => {
    const { page, open, end } = await start('demo-admin')
    await open('/admin-portal/customers-overview')
    await page.getByRole('table').getByRole('link').first().click()
    await page.waitForURL('**/admin-portal/customer/*')
    await settled(page)
    await check(page, 'customer')
    await open('/admin-portal/customers-overview?search=Nguyen')
    await page.getByRole('table').getByRole('link').first().click()
    await page.getByRole('region', { name: 'Newsletter: Einwilligungen' }).waitFor()
    await check(page, 'customer with consents')
    await end()
  })

  test('a home with a foreign keys file', async () => {
    const { page, open, end } = await start('demo-admin')
    await page.route('**/api/backend/lost-keys/', route =>
      route.fulfill({ json: { keyIds: ['a1b2c3d4', 'e5f6a7b8'] } }),
    )
    await open('/admin-portal/home')
    await page.getByText('Die Schlüsseldatei passt nicht zur Datenbank').waitFor()
    await check(page, 'home beside a foreign keys file')
    await end()
  })

  test('messages: from a known customer, without an answer, not sent, deleted', async () => {
    const { page, open, end } = await start('demo-admin')
    await open('/admin-portal/messages?search=Krämer')
    await page.getByRole('link', { name: /Tobias Krämer/ }).click()
    await page.getByRole('link', { name: /^Anfragen von Ingenieurbüro/ }).waitFor()
    await check(page, 'a message of a known customer')
    await open('/admin-portal/messages?state=new')
    await check(page, 'messages')
    await page.getByRole('link', { name: /Familie Häußler/ }).click()
    await page.getByLabel('Ihre Antwort').waitFor()
    await page.getByRole('button', { name: 'Antwort senden' }).click()
    await page.getByText('Texteingabe ist erforderlich!').first().waitFor()
    await check(page, 'a message without an answer')
    await open('/admin-portal/messages?search=Petersen')
    await page.getByRole('link', { name: /Sven Petersen/ }).click()
    await page.getByText('Nicht gesendet').waitFor()
    await check(page, 'a message whose answer was not sent')
    await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
    await page.getByRole('menuitem', { name: 'Löschen' }).click()
    await page.getByRole('alertdialog').waitFor()
    await check(page, 'question before a message is deleted')
    await end()
  })

  test('questions: one in the form, unpublished ones', async () => {
    const { page, open, end } = await start('demo-admin')
    await open('/admin-portal/faq')
    await page.getByRole('button', { name: 'Frage anlegen' }).click()
    const question = page.getByRole('dialog', { name: 'Frage anlegen' })
    await question.getByRole('button', { name: 'Frage anlegen' }).click()
    await question.getByText('Dieses Feld ist ein Pflichtfeld.').first().waitFor()
    await question.getByLabel('Antwort', { exact: true }).fill('## Kurz gesagt\n\n- Eins\n- **Zwei**')
    await question.getByRole('region', { name: 'Vorschau' }).getByRole('listitem').first().waitFor()
    await check(page, 'a question being written')
    await open('/admin-portal/faq?published=false')
    await page.getByText('Entwurf').filter({ visible: true }).first().waitFor()
    await check(page, 'questions that are not published')
    await end()
  })

  test('the settings, and the verified log', async () => {
    const { page, open, end } = await start('demo-admin')
    await open('/admin-portal/settings')
    await check(page, 'settings')
    await open('/admin-portal/settings/company')
    for (const section of ['Benutzer', 'Postausgang', 'Protokoll']) {
      await page.getByRole('link', { name: section, exact: true }).first().click()
      await settled(page)
      await check(page, `settings, ${section}`)
    }
    await page.getByRole('button', { name: 'Protokoll prüfen' }).click()
    await page.getByText('Das Protokoll ist unversehrt').waitFor()
    await check(page, 'the log is whole')
    await end()
  })
})
