import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmtpSink, type SmtpSink } from '#server/testing/smtp-sink.ts'
import { launchBrowser } from './browser.ts'
import { type Portal, startPortal } from './started-portal.ts'
import { logIn, visit } from './visit.ts'

const password = 'Regenschirm-Laterne-7'

let browser: Browser
let portal: Portal
let sink: SmtpSink

beforeAll(async () => {
  sink = await openSmtpSink()
  browser = await launchBrowser()
  portal = await startPortal({ environment: { SMTP_URL: sink.url } })
})
afterAll(async () => {
  await browser?.close()
  await portal?.stop()
  await sink?.close()
})

test('an admin invites a user, the mail arrives, its link sets a password once, and the user logs in', async () => {
  const admin = await visit(browser, portal, { as: 'demo-admin' })
  await admin.open('/admin-portal/settings/users')
  await admin.page.getByRole('button', { name: 'Benutzer anlegen' }).click()
  const form = admin.page.getByRole('dialog', { name: 'Benutzer anlegen' })
  await form.getByRole('textbox', { name: 'Benutzername' }).fill('ottilie')
  await form.getByRole('textbox', { name: 'E-Mail' }).fill('ottilie@groessl.example')
  await form.getByRole('textbox', { name: 'Vorname' }).fill('Ottilie')
  await form.getByRole('combobox', { name: 'Kunde' }).fill('größl')
  await admin.page.getByRole('option', { name: /Größl/ }).first().click()
  await form
    .getByRole('button', { name: /anlegen|einladen/i })
    .last()
    .click()
  await form.waitFor({ state: 'detached' })
  await admin.page.getByRole('row').filter({ hasText: 'ottilie' }).getByText('Eingeladen').first().waitFor()
  await admin.end()

  const mail = (await sink.waitFor(1)).find(({ recipients }) => recipients.includes('ottilie@groessl.example'))
  const link = /https?:\/\/\S+\/passwort-setzen#token=\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  const { pathname, hash } = new URL(link)

  const invited = await visit(browser, portal, { expected: [/409/] })
  await invited.open(`${pathname}${hash}`)
  await invited.page.getByLabel('Neues Passwort', { exact: true }).fill(password)
  await invited.page.getByRole('button', { name: 'Passwort speichern' }).click()
  await invited.page.getByText('Ihr Passwort ist gespeichert').waitFor()
  await logIn(invited.page, 'ottilie', password)
  expect(new URL(invited.page.url()).pathname).toBe('/customer-portal/home')
  await invited.end()

  const again = await visit(browser, portal, { expected: [/409/] })
  await again.open(`${pathname}${hash}`)
  await again.page
    .getByText(/abgelaufen|schon benutzt/)
    .first()
    .waitFor()
  await again.end()
})
