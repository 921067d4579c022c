import { expect, mailTest as test } from './journey.ts'
import { linkIn, mailTo } from './received-mails.ts'
import { logIn, open } from './visit.ts'

const password = 'Regenschirm-Laterne-7'

test('an admin invites a user, the mail arrives, its link sets a password once, and the user logs in', async ({
  admin,
  visit,
  mailbox,
}) => {
  await open(admin, '/admin-portal/settings/users')
  await admin.getByRole('button', { name: 'Benutzer anlegen' }).click()
  const form = admin.getByRole('dialog', { name: 'Benutzer anlegen' })
  await form.getByRole('textbox', { name: 'Benutzername' }).fill('ottilie')
  await form.getByRole('textbox', { name: 'E-Mail' }).fill('ottilie@groessl.example')
  await form.getByRole('textbox', { name: 'Vorname' }).fill('Ottilie')
  await form.getByRole('combobox', { name: 'Kunde' }).fill('größl')
  await admin.getByRole('option', { name: /Größl/ }).click()
  await form.getByRole('button', { name: /anlegen|einladen/i }).click()
  await expect(form).not.toBeAttached()
  await expect(admin.getByRole('row').filter({ hasText: 'ottilie' }).getByText('Eingeladen')).toBeVisible()

  const invitation = await mailTo(mailbox, 'ottilie@groessl.example', /^Ihr Zugang zum/)
  const { pathname, hash } = new URL(linkIn(invitation, 'passwort-setzen#token='))

  const invited = await visit({ expected: [/409/] })
  await open(invited, `${pathname}${hash}`)
  await invited.getByLabel('Neues Passwort', { exact: true }).fill(password)
  await invited.getByRole('button', { name: 'Passwort speichern' }).click()
  await expect(invited.getByText('Ihr Passwort ist gespeichert')).toBeVisible()
  await logIn(invited, 'ottilie', password)
  expect(new URL(invited.url()).pathname).toBe('/customer-portal/home')

  const again = await visit({ expected: [/409/] })
  await open(again, `${pathname}${hash}`)
  await expect(again.getByText(/abgelaufen|schon benutzt/)).toBeVisible()
})
