import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmtpSink, type SmtpSink } from '#server/testing/smtp-sink.ts'
import { launchBrowser } from './browser.ts'
import { type Portal, startPortal } from './started-portal.ts'
import { visit } from './visit.ts'

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

test('a visitor writes, the admin answers, the answer arrives and the message is marked', async () => {
  const visitor = await visit(browser, portal)
  await visitor.open('/contact')
  await visitor.page.getByLabel('E-Mail').fill('anna@groessl.example')
  await visitor.page.getByLabel('Name').fill('Anna Größl')
  await visitor.page.getByLabel('Nachricht', { exact: true }).fill('Was kostet eine Stunde Beratung?\nGrüße, Anna')
  await visitor.page.getByRole('button', { name: /senden/i }).click()
  await visitor.page.getByText('Nachricht Gesendet').first().waitFor()
  await visitor.end()
  await sink.waitFor(1)

  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin' })
  await open('/admin-portal/messages')
  const rows = page.getByRole('list', { name: 'Nachrichten' }).getByRole('listitem')
  await rows.getByRole('link', { name: 'Anna Größl' }).waitFor()
  const row = rows.first()
  expect(await row.textContent()).toContain('Neu')
  await row.getByRole('link', { name: 'Anna Größl' }).click()
  const message = page.getByRole('article', { name: 'Anna Größl' })
  await message.getByText('Was kostet eine Stunde Beratung?').waitFor()

  const answer = message.getByLabel('Ihre Antwort')
  expect(await answer.inputValue()).toBe('Guten Tag Anna Größl,\n\n')
  await message.getByRole('button', { name: 'Antwort senden' }).click()
  await message.getByText('Texteingabe ist erforderlich!').first().waitFor()
  await answer.fill('Guten Tag Anna Größl,\n\neine Stunde kostet 98 Euro.')
  await message.getByRole('button', { name: 'Antwort senden' }).click()
  await message.getByText('Beantwortet', { exact: true }).first().waitFor()
  // In the list of answers: for a moment the field contains it too.
  await message.getByRole('listitem').getByText('eine Stunde kostet 98 Euro.').waitFor()

  const mail = (await sink.waitFor(2))[1]
  expect(mail?.recipients).toEqual(['anna@groessl.example'])
  const text = mail?.text?.replaceAll('\r\n', '\n') ?? ''
  expect(text).toContain('Guten Tag Anna Größl,\n\neine Stunde kostet 98 Euro.')
  expect(text).toContain('> Was kostet eine Stunde Beratung?\n> Grüße, Anna')
  await message.getByText('Gesendet', { exact: true }).waitFor()
  expect(await answer.inputValue()).toBe('Guten Tag Anna Größl,\n\n')
  // It is now below the open ones.
  await page.getByRole('link', { name: /Anna Größl.*Beantwortet/ }).waitFor()
  expect(sink.mails).toHaveLength(2)
  await end()
})

test('a started answer is kept while another message is read, and nothing else is lost', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin' })
  await open('/admin-portal/messages')
  await page.getByRole('link', { name: /Familie Häußler/ }).click()
  await page.getByLabel('Ihre Antwort').fill('Gern, wir kommen am')
  await page.getByRole('link', { name: /Renate Ostermann-Böhm/ }).click()
  await page.getByRole('article', { name: 'Renate Ostermann-Böhm' }).waitFor()
  await page.getByRole('link', { name: /Familie Häußler/ }).click()
  await page.getByText('Ihr angefangener Text ist noch da.').waitFor()
  expect(await page.getByLabel('Ihre Antwort').inputValue()).toBe('Gern, wir kommen am')
  await page.reload()
  await page.getByRole('article', { name: 'Familie Häußler' }).waitFor()
  expect(await page.getByLabel('Ihre Antwort').inputValue()).toBe('Gern, wir kommen am')
  await end()
})

test('a message answered by phone is marked, becomes a customer and is deleted', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin' })
  await open('/admin-portal/messages?search=praxissoftware')
  await page.getByRole('link', { name: /Meryem/ }).click()
  const message = page.getByRole('article', { name: /Meryem/ })
  await message.getByRole('button', { name: 'Als beantwortet markieren' }).click()
  await message.getByRole('button', { name: 'Als neu markieren' }).waitFor()

  await message.getByRole('button', { name: 'Weitere Aktionen' }).click()
  await page.getByRole('menuitem', { name: 'Kunden anlegen' }).click()
  const drawer = page.getByRole('dialog', { name: 'Kunden anlegen' })
  expect(await drawer.getByLabel('Vorname').inputValue()).toBe('Meryem')
  expect(await drawer.getByRole('textbox', { name: 'E-Mail' }).inputValue()).toBe('m.yilmaz@praxis-am-markt.example')
  await drawer.getByRole('button', { name: 'Kunden anlegen' }).click()
  await drawer.waitFor({ state: 'detached' })
  await message.getByRole('link', { name: /Meryem Yilmaz-Großkurth \(K-\d+\)/ }).waitFor()

  await message.getByRole('button', { name: 'Weitere Aktionen' }).click()
  await page.getByRole('menuitem', { name: 'Löschen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
  await message.waitFor({ state: 'detached' })
  await page.getByText('Keine Nachrichten passen zu dieser Auswahl.').waitFor()
  await end()
})
