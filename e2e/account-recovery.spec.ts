/** A compromised account recovered by its owner: the stop, its effects, and the new password. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { disputedChangesTexts } from '#contract/texts/disputed-changes.texts.ts'
import { codeOfStep, stepOf } from '#server/auth/totp.ts'
import { accountTexts } from '#web/texts/accounts.texts.ts'
import { confirmationTexts } from '#web/texts/confirmation.texts.ts'
import { expect, mailTest as test } from './journey.ts'
import { linkIn, mailTo } from './received-mails.ts'
import { demoPassword } from './secrets.ts'
import type { Portal } from './started-portal.ts'
import { check, looks } from './states/states.ts'
import { logIn, open } from './visit.ts'

const texts = accountTexts.factors
const stop = confirmationTexts.kinds.email_change_stop
const wayBack = confirmationTexts.kinds.factor_stop

/** As if all factors were so old that they can no longer be stopped. */
function ageFactors(portal: Portal): void {
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

test.for([
  [looks[0], 'demo-neu'],
  [looks[1], 'demo-kunde'],
] as const)(
  'at %o the stop lists what it removes, including older factors',
  async ([look, username], { visit, mailbox, portal }) => {
    // The stop ends this browser's session too: calls under way are refused.
    const page = await visit({ as: username, ...look, expected: [/401/] })
    await open(page, '/user-settings')
    const { email } = await (await page.request.get('/api/backend/user-settings/')).json()
    const { secret } = await send(page, 'POST', '/api/auth/second-factor/totp/')
    const code = codeOfStep(secret, stepOf(new Date()))
    await send(page, 'POST', '/api/auth/second-factor/totp/confirmation/', { code })
    ageFactors(portal)
    await send(page, 'PATCH', '/api/backend/user-settings/', {
      email: `dieb-${username}@example.org`,
      currentPassword: demoPassword,
    })
    await send(page, 'POST', '/api/auth/second-factor/recovery-codes/')

    await page.goto(linkIn(await mailTo(mailbox, email, /soll geändert werden/), 'bestaetigen'))
    await expect(page.getByRole('heading', { name: texts.new })).toBeVisible()
    await expect(page.getByText(texts.names.recovery_codes())).toBeVisible()
    await expect(page.getByRole('heading', { name: texts.older })).toBeVisible()
    await expect(page.getByText(texts.names.totp())).toBeVisible()
    await check(page, 'stop with factors')
    const removeOlder = page.getByRole('checkbox', { name: texts.removeOlder })
    await expect(removeOlder).not.toBeChecked()
    // At the first size the older factors stay: the owner is unsure, and decides with the new password.
    if (look === looks[1]) await removeOlder.check()
    await page.getByRole('button', { name: stop.button }).click()
    await expect(page.getByRole('heading', { name: stop.doneTitle })).toBeVisible()
    await check(page, 'stopped')

    await page.goto(linkIn(await mailTo(mailbox, email, /Neues Passwort/), 'passwort-setzen'))
    await page.getByLabel(accountTexts.setPassword.password, { exact: true }).fill('Laternen-Umzug-8')
    const removeLeft = page.getByRole('checkbox', { name: texts.removeLeft })
    if (look === looks[0]) {
      await expect(page.getByRole('heading', { name: texts.left })).toBeVisible()
      await check(page, 'new password with factors')
      await removeLeft.check()
    } else await expect(removeLeft).toHaveCount(0)
    await page.getByRole('button', { name: accountTexts.setPassword.save }).click()
    await expect(page.getByRole('heading', { name: accountTexts.setPassword.savedTitle })).toBeVisible()
    await logIn(page, username, 'Laternen-Umzug-8')
    const factors = await (await page.request.get('/api/auth/second-factor/')).json()
    expect(factors).toEqual({ totp: null, passkeys: [], recoveryCodesLeft: 0 })
  },
)

test.for([
  [looks[0], 'demo-neu'],
  [looks[1], 'demo-kunde'],
] as const)(
  'at %o the mail about a second factor leads to recovery, without a change of the address',
  async ([look, username], { visit, mailbox }) => {
    const page = await visit({ ...look, expected: [/401/] })
    await logIn(page, username, 'Laternen-Umzug-8')
    await open(page, '/user-settings')
    const { email } = await (await page.request.get('/api/backend/user-settings/')).json()
    const { secret } = await send(page, 'POST', '/api/auth/second-factor/totp/')
    const code = codeOfStep(secret, stepOf(new Date()))
    const before = mailbox.mails.length
    await send(page, 'POST', '/api/auth/second-factor/totp/confirmation/', { code })
    await page.goto(linkIn(await mailTo(mailbox, email, /Zweiter Faktor eingeschaltet/, before), 'bestaetigen'))
    await expect(page.getByRole('heading', { name: wayBack.title })).toBeVisible()
    await expect(page.getByRole('heading', { name: texts.new })).toBeVisible()
    await check(page, 'stop of a factor')
    await page.getByRole('button', { name: wayBack.button }).click()
    await expect(page.getByRole('heading', { name: wayBack.doneTitle })).toBeVisible()
    await page.goto(linkIn(await mailTo(mailbox, email, /Neues Passwort/, before), 'passwort-setzen'))
    await page.getByLabel(accountTexts.setPassword.password, { exact: true }).fill('Laternen-Umzug-9')
    await page.getByRole('button', { name: accountTexts.setPassword.save }).click()
    await expect(page.getByRole('heading', { name: accountTexts.setPassword.savedTitle })).toBeVisible()
    await logIn(page, username, 'Laternen-Umzug-9')
    const factors = await (await page.request.get('/api/auth/second-factor/')).json()
    expect(factors).toEqual({ totp: null, passkeys: [], recoveryCodesLeft: 0 })
  },
)

test('the stop of an admin lists users raised with the account: those that end and those to be checked', async ({
  visit,
  mailbox,
}) => {
  const page = await visit({ as: 'demo-admin', expected: [/401/] })
  await open(page, '/user-settings')
  const { email } = await (await page.request.get('/api/backend/user-settings/')).json()
  const customers = await (await page.request.get('/api/backend/customer/')).json()
  const user = (username: string) => ({
    username,
    email: `${username}@example.net`,
    role: 'customer',
    customerId: customers.results[0].id,
    invite: true,
  })
  await send(page, 'POST', '/api/jfk-django-core/user/', user('frueher-angelegt'))
  await send(page, 'POST', '/api/jfk-django-core/user/', { username: 'zweiter-admin', role: 'admin' })
  await send(page, 'POST', '/api/jfk-django-core/user/', { username: 'dritter-admin', role: 'admin' })
  await send(page, 'POST', '/api/jfk-django-core/user/', user('seither-angelegt'))
  await send(page, 'PATCH', `/api/backend/customer/${customers.results[0].id}/`, { phone: '0170 6664242' })
  await page.goto(linkIn(await mailTo(mailbox, email, /Neuer Administrator/), 'bestaetigen'))
  const changed = page.getByRole('region', { name: disputedChangesTexts.title })
  for (const look of looks) {
    await page.setViewportSize({ width: look.width, height: 844 })
    await page.emulateMedia({ colorScheme: look.scheme })
    const list = (name: string) => page.getByRole('region', { name })
    await expect(list(confirmationTexts.endingUsers).getByText('zweiter-admin')).toBeVisible()
    await expect(list(confirmationTexts.endingUsers).getByText('seither-angelegt')).toBeVisible()
    await expect(list(confirmationTexts.stayingUsers).getByText('frueher-angelegt')).toBeVisible()
    await expect(changed.getByText('Telefon')).toBeVisible()
    await check(page, `stop with users at ${look.width}`)
  }
  await page.getByLabel(confirmationTexts.keepUserNamed('dritter-admin')).check()
  await page.getByRole('button', { name: wayBack.button }).click()
  await expect(page.getByRole('heading', { name: wayBack.doneTitle })).toBeVisible()
  await expect(changed.getByText('Telefon')).toBeVisible()
  await check(page, 'stopped, with changes to check')
  const letter = await mailTo(mailbox, email, /Neues Passwort/)
  expect(letter.text).toMatch(/zweiter-admin.*seither-angelegt.*Weiter aktiv.*dritter-admin.*frueher-angelegt/s)
})
