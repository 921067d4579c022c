/** A compromised account recovered by its owner: the stop, its effects, and the new password. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOfStep, stepOf } from '#server/auth/totp.ts'
import { openSmtpSink, type SmtpSink } from '#server/testing/smtp-sink.ts'
import { accountTexts } from '#web/texts/accounts.texts.ts'
import { confirmationTexts } from '#web/texts/confirmation.texts.ts'
import { launchBrowser } from './browser.ts'
import { linkIn, mailTo } from './received-mails.ts'
import { demoPassword } from './secrets.ts'
import { type Portal, startPortal } from './started-portal.ts'
import { check, looks } from './states/states.ts'
import { logIn, visit } from './visit.ts'

const texts = accountTexts.factors
const stop = confirmationTexts.kinds.email_change_stop
const wayBack = confirmationTexts.kinds.factor_stop

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

/** As if all factors were so old that they can no longer be stopped. */
function ageFactors() {
  const database = new DatabaseSync(join(portal.dataDir, 'portal.sqlite'), { timeout: 5_000 })
  database.exec(`update totp set confirmed_at = '2026-01-02T03:04:05.000Z';
    update passkey set created_at = '2026-01-02T03:04:05.000Z'; delete from stop_link`)
  database.close()
}

/** A call like those of the page itself. */
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
] as const)('at %o the stop lists what it removes, including older factors', async (look, username) => {
  const { page, open, end } = await visit(browser, portal, { as: username, ...look })
  await open('/user-settings')
  const { email } = await (await page.request.get('/api/backend/user-settings/')).json()
  const { secret } = await send(page, 'POST', '/api/auth/second-factor/totp/')
  const code = codeOfStep(secret, stepOf(new Date()))
  await send(page, 'POST', '/api/auth/second-factor/totp/confirmation/', { code })
  ageFactors()
  await send(page, 'PATCH', '/api/backend/user-settings/', {
    email: `dieb-${username}@example.org`,
    currentPassword: demoPassword,
  })
  await send(page, 'POST', '/api/auth/second-factor/recovery-codes/')

  await page.goto(linkIn(await mailTo(sink, email, /soll geändert werden/), 'bestaetigen'))
  await page.getByRole('heading', { name: texts.new }).waitFor()
  await page.getByText(texts.names.recovery_codes()).waitFor()
  await page.getByRole('heading', { name: texts.older }).waitFor()
  await page.getByText(texts.names.totp()).waitFor()
  await check(page, 'stop with factors')
  const removeOlder = page.getByRole('checkbox', { name: texts.removeOlder })
  expect(await removeOlder.isChecked()).toBe(false)
  // At the first size the older factors stay: the owner is unsure, and decides with the new password.
  if (look === looks[1]) await removeOlder.check()
  await page.getByRole('button', { name: stop.button }).click()
  await page.getByRole('heading', { name: stop.doneTitle }).waitFor()
  await check(page, 'stopped')

  await page.goto(linkIn(await mailTo(sink, email, /Neues Passwort/), 'passwort-setzen'))
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

test.each([
  [looks[0], 'demo-neu'],
  [looks[1], 'demo-kunde'],
] as const)(
  'at %o the mail about a second factor leads to recovery, without a change of the address',
  async (look, username) => {
    const { page, open, end } = await visit(browser, portal, look)
    await logIn(page, username, 'Laternen-Umzug-8')
    await open('/user-settings')
    const { email } = await (await page.request.get('/api/backend/user-settings/')).json()
    const { secret } = await send(page, 'POST', '/api/auth/second-factor/totp/')
    const code = codeOfStep(secret, stepOf(new Date()))
    const before = (await sink.waitFor(1)).length
    await send(page, 'POST', '/api/auth/second-factor/totp/confirmation/', { code })
    await page.goto(linkIn(await mailTo(sink, email, /Zweiter Faktor eingeschaltet/, before), 'bestaetigen'))
    await page.getByRole('heading', { name: wayBack.title }).waitFor()
    await page.getByRole('heading', { name: texts.new }).waitFor()
    await check(page, 'stop of a factor')
    await page.getByRole('button', { name: wayBack.button }).click()
    await page.getByRole('heading', { name: wayBack.doneTitle }).waitFor()
    await page.goto(linkIn(await mailTo(sink, email, /Neues Passwort/, before), 'passwort-setzen'))
    await page.getByLabel(accountTexts.setPassword.password, { exact: true }).fill('Laternen-Umzug-9')
    await page.getByRole('button', { name: accountTexts.setPassword.save }).click()
    await page.getByRole('heading', { name: accountTexts.setPassword.savedTitle }).waitFor()
    await logIn(page, username, 'Laternen-Umzug-9')
    const factors = await (await page.request.get('/api/auth/second-factor/')).json()
    expect(factors).toEqual({ totp: null, passkeys: [], recoveryCodesLeft: 0 })
    await end()
  },
)
