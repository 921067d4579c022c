import { expect, mailTest as test } from './journey.ts'
import { mailTo } from './received-mails.ts'
import { open } from './visit.ts'

test('a visitor opens the contact form from the homepage, corrects it, and the owner receives the mail', async ({
  guest: page,
  mailbox,
}) => {
  await open(page, '/')
  await page.getByRole('navigation').getByRole('link', { name: 'Kontakt' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  const email = page.getByLabel('E-Mail')
  const text = page.getByLabel('Nachricht', { exact: true })
  const send = page.getByRole('button', { name: /senden/i })
  await send.click()
  await expect(page.getByText('E-Mail ist erforderlich!')).toBeVisible()
  await expect(page.getByText('Texteingabe ist erforderlich!')).toBeVisible()
  await email.fill('anna.größl')
  await text.fill('Hallo')
  await send.click()
  await expect(page.getByText('E-Mail ist ungültig!')).toBeVisible()
  await expect(page.getByText('Texteingabe ist zu kurz!')).toBeVisible()

  await email.fill('anna@groessl.example')
  await text.fill('Bitte rufen Sie mich wegen der Wallbox zurück. Grüße, Anna Größl')
  await send.click()
  await expect(page.getByText('Nachricht Gesendet')).toBeVisible()

  const mail = await mailTo(mailbox, 'post@musterwerk.example', /Nachricht/)
  expect(mail.text).toContain('wegen der Wallbox zurück')
  expect(mail.replyTo?.[0]?.address).toBe('anna@groessl.example')
})

test('a message that cannot be sent stays in the form, and a red toast appears', async ({ visit }) => {
  const page = await visit({ expected: [/ERR_FAILED|ERR_CONNECTION|Failed to load/] })
  await open(page, '/contact')
  await page.getByLabel('E-Mail').fill('anna@groessl.example')
  await page.getByLabel('Nachricht', { exact: true }).fill('Dieser Text darf nicht verloren gehen.')
  await page.route('**/api/backend/messageForm/', route => route.abort())
  await page.getByRole('button', { name: /senden/i }).click()
  await expect(page.getByText('Something went wrong.')).toBeVisible()
  await expect(page.getByText("Sorry, that didn't work. Please try again.")).toBeVisible()
  await expect(page.getByText('Nachricht Senden Fehlgeschlagen')).toBeVisible()
  await expect(page.getByLabel('Nachricht', { exact: true })).toHaveValue('Dieser Text darf nicht verloren gehen.')

  await page.unroute('**/api/backend/messageForm/')
  await page.getByRole('button', { name: /senden/i }).click()
  await expect(page.getByText('Nachricht Gesendet')).toBeVisible()
})
