/** An account that somebody else has got into, taken back by its owner: the stop, what goes with it, and the new password. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOfStep, stepOf } from '#server/auth/totp.ts'
import { openSmtpSink, type SmtpSink } from '#server/testing/smtp-sink.ts'
import { accountTexts } from '#web/texts/accounts.ts'
import { confirmationTexts } from '#web/texts/confirmation.ts'
import { launchBrowser } from './browser.ts'
import { type Portal, startPortal } from './portal.ts'
import { demoPassword } from './secrets.ts'
import { check, looks } from './states/states.ts'
import { logIn, visit } from './visit.ts'

const texts = accountTexts.factors
const stop = confirmationTexts.kinds.email_change_stop

let browser: Browser
let sink: SmtpSink
let portal: Portal

beforeAll(async () => {
  browser = await launchBrowser()
  sink = await openSmtpSink()
  portal = await startPortal({ environment: { SMTP_URL: sink.url } })
})
afterAll(async () => {
  await browser?.close()
  await portal?.stop()
  await sink?.close()
})

async function mailTo(recipient: string, subject: RegExp) {
  for (let count = 1; ; count += 1) {
    const mails = await sink.waitFor(count)
    const found = mails.find(mail => mail.recipients.includes(recipient) && subject.test(mail.subject ?? ''))
    if (found) return found
    count = mails.length
  }
}
const linkIn = (mail: { text?: string | undefined }, path: string) =>
  new RegExp(`http://\\S+/${path}\\S*`).exec(mail.text ?? '')?.[0] ?? ''

/** A call as the page itself makes it. */
async function send(page: Page, method: string, path: string, body: object = {}) {
  return page.evaluate(
    async ([verb, url, json]) => {
      const token = decodeURIComponent(/csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? '')
      const headers = { 'content-type': 'application/json', 'x-csrftoken': token }
      return (await fetch(url, { method: verb, headers, body: json })).json()
    },
    [method, path, JSON.stringify(body)] as const,
  )
}

test.each([
  [looks[0], 'demo-neu'],
  [looks[1], 'demo-kunde'],
] as const)('at %o the stop shows what goes, and takes the older factors, too', async (look, username) => {
  const { page, open, end } = await visit(browser, portal, { as: username, ...look })
  await open('/user-settings')
  const { email } = await (await page.request.get('/api/backend/user-settings/')).json()
  const { secret } = await send(page, 'POST', '/api/auth/second-factor/totp/')
  const code = codeOfStep(secret, stepOf(new Date()))
  await send(page, 'POST', '/api/auth/second-factor/totp/confirmation/', { code })
  await send(page, 'PATCH', '/api/backend/user-settings/', {
    email: `dieb-${username}@example.org`,
    currentPassword: demoPassword,
  })
  await send(page, 'POST', '/api/auth/second-factor/recovery-codes/')

  await page.goto(linkIn(await mailTo(email, /soll geändert werden/), 'bestaetigen'))
  await page.getByRole('heading', { name: texts.new }).waitFor()
  await page.getByText(texts.names.recovery_codes()).waitFor()
  await page.getByRole('heading', { name: texts.older }).waitFor()
  await page.getByText(texts.names.totp()).waitFor()
  await check(page, 'stop with factors')
  const removeOlder = page.getByRole('checkbox', { name: texts.removeOlder })
  expect(await removeOlder.isChecked()).toBe(false)
  // On the first screen it stays: the owner is not sure, and decides with the new password.
  if (look === looks[1]) await removeOlder.check()
  await page.getByRole('button', { name: stop.button }).click()
  await page.getByRole('heading', { name: stop.doneTitle }).waitFor()
  await check(page, 'stopped')

  await page.goto(linkIn(await mailTo(email, /Neues Passwort/), 'passwort-setzen'))
  await page.getByLabel(accountTexts.setPassword.password, { exact: true }).fill('Laternen-Umzug-8')
  const removeLeft = page.getByRole('checkbox', { name: texts.removeLeft })
  if (look === looks[0]) {
    await page.getByRole('heading', { name: texts.left }).waitFor()
    await check(page, 'new password with factors')
    await removeLeft.check()
  } else expect(await removeLeft.count()).toBe(0)
  await page.getByRole('button', { name: accountTexts.setPassword.save }).click()
  await page.getByRole('heading', { name: accountTexts.setPassword.savedTitle }).waitFor()
  await logIn(page, username, 'Laternen-Umzug-8')
  const factors = await (await page.request.get('/api/auth/second-factor/')).json()
  expect(factors).toEqual({ totp: null, passkeys: [], recoveryCodesLeft: 0 })
  await end()
})
