import { expect, mailTest as test } from './journey.ts'
import { firstItem } from './list-places.ts'
import { mailTo } from './received-mails.ts'
import { open } from './visit.ts'

test('a visitor writes, the admin answers, the answer arrives and the message is marked', async ({
  guest: visitor,
  visit,
  mailbox,
}) => {
  await open(visitor, '/contact')
  await visitor.getByLabel('E-Mail').fill('anna@groessl.example')
  await visitor.getByLabel('Name').fill('Anna Größl')
  await visitor.getByLabel('Nachricht', { exact: true }).fill('Was kostet eine Stunde Beratung?\nGrüße, Anna')
  await visitor.getByRole('button', { name: /senden/i }).click()
  await expect(visitor.getByText('Nachricht Gesendet')).toBeVisible()
  await mailTo(mailbox, 'post@musterwerk.example', /Nachricht/)

  const page = await visit({ as: 'demo-admin' })
  await open(page, '/admin-portal/messages')
  const rows = page.getByRole('list', { name: 'Nachrichten' }).getByRole('listitem')
  await expect(rows.getByRole('link', { name: 'Anna Größl' })).toBeVisible()
  const row = firstItem(page.getByRole('list', { name: 'Nachrichten' }))
  await expect(row).toContainText('Neu')
  await row.getByRole('link', { name: 'Anna Größl' }).click()
  const message = page.getByRole('article', { name: 'Anna Größl' })
  await expect(message.getByText('Was kostet eine Stunde Beratung?')).toBeVisible()

  const answer = message.getByLabel('Ihre Antwort')
  await expect(answer).toHaveValue('Guten Tag Anna Größl,\n\n')
  await message.getByRole('button', { name: 'Antwort senden' }).click()
  await expect(message.getByText('Texteingabe ist erforderlich!')).toBeVisible()
  await answer.fill('Guten Tag Anna Größl,\n\neine Stunde kostet 98 Euro.')
  await message.getByRole('button', { name: 'Antwort senden' }).click()
  await expect(message.getByRole('term').filter({ hasText: 'Beantwortet' })).toBeVisible()
  // In the list of answers, because the field briefly contains it, too.
  await expect(message.getByRole('listitem').getByText('eine Stunde kostet 98 Euro.')).toBeVisible()

  const mail = await mailTo(mailbox, 'anna@groessl.example', /^Ihre Nachricht vom/)
  const text = mail.text?.replaceAll('\r\n', '\n') ?? ''
  expect(text).toContain('Guten Tag Anna Größl,\n\neine Stunde kostet 98 Euro.')
  expect(text).toContain('> Was kostet eine Stunde Beratung?\n> Grüße, Anna')
  await expect(message.getByText('Gesendet', { exact: true })).toBeVisible()
  await expect(answer).toHaveValue('Guten Tag Anna Größl,\n\n')
  // It is now below the open ones.
  await expect(page.getByRole('link', { name: /Anna Größl.*Beantwortet/ })).toBeVisible()
  expect(mailbox.mails.filter(({ recipients }) => recipients.includes('anna@groessl.example'))).toHaveLength(1)
})

test('a started answer is kept while another message is read, and nothing else is lost', async ({ admin: page }) => {
  await open(page, '/admin-portal/messages')
  await page.getByRole('link', { name: /Familie Häußler/ }).click()
  await page.getByLabel('Ihre Antwort').fill('Gern, wir kommen am')
  await page.getByRole('link', { name: /Renate Ostermann-Böhm/ }).click()
  await expect(page.getByRole('article', { name: 'Renate Ostermann-Böhm' })).toBeVisible()
  await page.getByRole('link', { name: /Familie Häußler/ }).click()
  await expect(page.getByText('Ihr angefangener Text ist noch da.')).toBeVisible()
  await expect(page.getByLabel('Ihre Antwort')).toHaveValue('Gern, wir kommen am')
  await page.reload()
  await expect(page.getByRole('article', { name: 'Familie Häußler' })).toBeVisible()
  await expect(page.getByLabel('Ihre Antwort')).toHaveValue('Gern, wir kommen am')
})

test('a message answered by phone is marked, becomes a customer and is deleted', async ({ admin: page }) => {
  await open(page, '/admin-portal/messages?search=praxissoftware')
  await page.getByRole('link', { name: /Meryem/ }).click()
  const message = page.getByRole('article', { name: /Meryem/ })
  await message.getByRole('button', { name: 'Als beantwortet markieren' }).click()
  await expect(message.getByRole('button', { name: 'Als neu markieren' })).toBeVisible()

  await message.getByRole('button', { name: 'Weitere Aktionen' }).click()
  await page.getByRole('menuitem', { name: 'Kunden anlegen' }).click()
  const drawer = page.getByRole('dialog', { name: 'Kunden anlegen' })
  await expect(drawer.getByLabel('Vorname')).toHaveValue('Meryem')
  await expect(drawer.getByRole('textbox', { name: 'E-Mail' })).toHaveValue('m.yilmaz@praxis-am-markt.example')
  await drawer.getByRole('button', { name: 'Kunden anlegen' }).click()
  await expect(drawer).not.toBeAttached()
  await expect(message.getByRole('link', { name: /Meryem Yilmaz-Großkurth \(K-\d+\)/ })).toBeVisible()

  await message.getByRole('button', { name: 'Weitere Aktionen' }).click()
  await page.getByRole('menuitem', { name: 'Löschen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
  await expect(message).not.toBeAttached()
  await expect(page.getByText('Keine Nachrichten passen zu dieser Auswahl.')).toBeVisible()
})
