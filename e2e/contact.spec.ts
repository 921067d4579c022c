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

test('a visitor opens the contact form from the homepage, corrects it, and the owner receives the mail', async () => {
  const { page, open, end } = await visit(browser, portal)
  await open('/')
  await page.getByRole('navigation').getByRole('link', { name: 'Kontakt' }).first().click()
  await page.getByRole('heading', { level: 1 }).waitFor()

  const email = page.getByLabel('E-Mail')
  const text = page.getByLabel('Nachricht', { exact: true })
  const send = page.getByRole('button', { name: /senden/i })
  await send.click()
  await page.getByText('E-Mail ist erforderlich!').first().waitFor()
  await page.getByText('Texteingabe ist erforderlich!').first().waitFor()
  await email.fill('anna.größl')
  await text.fill('Hallo')
  await send.click()
  await page.getByText('E-Mail ist ungültig!').first().waitFor()
  await page.getByText('Texteingabe ist zu kurz!').first().waitFor()

  await email.fill('anna@groessl.example')
  await text.fill('Bitte rufen Sie mich wegen der Wallbox zurück. Grüße, Anna Größl')
  await send.click()
  await page.getByText('Nachricht Gesendet').first().waitFor()

  const [mail] = await sink.waitFor(1)
  expect(mail?.text).toContain('wegen der Wallbox zurück')
  expect(mail?.replyTo?.[0]?.address).toBe('anna@groessl.example')
  await end()
})

test('a message that cannot be sent stays in the form, and a red toast appears', async () => {
  const { page, open, end } = await visit(browser, portal, { expected: [/ERR_FAILED|ERR_CONNECTION|Failed to load/] })
  await open('/contact')
  await page.getByLabel('E-Mail').fill('anna@groessl.example')
  await page.getByLabel('Nachricht', { exact: true }).fill('Dieser Text darf nicht verloren gehen.')
  await page.route('**/api/backend/messageForm/', route => route.abort())
  await page.getByRole('button', { name: /senden/i }).click()
  await page.getByText('Something went wrong.').first().waitFor()
  await page.getByText("Sorry, that didn't work. Please try again.").first().waitFor()
  await page.getByText('Nachricht Senden Fehlgeschlagen').first().waitFor()
  expect(await page.getByLabel('Nachricht', { exact: true }).inputValue()).toBe(
    'Dieser Text darf nicht verloren gehen.',
  )

  await page.unroute('**/api/backend/messageForm/')
  await page.getByRole('button', { name: /senden/i }).click()
  await page.getByText('Nachricht Gesendet').first().waitFor()
  await end()
})
