/** The account settings and their mails: saved, failed, confirmed, stopped. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSmtpSink, type SmtpSink } from '#server/testing/smtp-sink.ts'
import { confirmationTexts } from '#web/texts/confirmation.texts.ts'
import { portalHomeTexts } from '#web/texts/portal-home.texts.ts'
import { unsubscribeTexts } from '#web/texts/unsubscribe.texts.ts'
import { userSettingsTexts } from '#web/texts/user-settings.texts.ts'
import { expectAccessible } from './axe.ts'
import { launchBrowser } from './browser.ts'
import { linkIn, mailTo } from './received-mails.ts'
import { demoPassword } from './secrets.ts'
import { type Portal, startPortal } from './started-portal.ts'
import { deskWidth, logIn, phoneWidth, visit } from './visit.ts'

const texts = userSettingsTexts

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

const section = (page: Page, title: string) => page.getByRole('region', { name: title })
const toast = (page: Page, words: string | RegExp) => page.getByRole('dialog').filter({ hasText: words })
/** The user's current login address. */
async function ownEmail(page: Page): Promise<string> {
  const answer = await page.request.get('/api/backend/user-settings/')
  return (await answer.json()).email
}

describe('the account settings', () => {
  test('are saved; after a failure a message appears and the input stays', async () => {
    const { page, open, end } = await visit(browser, portal, { as: 'demo-kunde', expected: [/500/] })
    await open('/user-settings')
    const phone = page.getByLabel(texts.details.phone)
    await phone.fill('+49 6326 998877')
    await page.getByRole('button', { name: texts.details.save }).click()
    await toast(page, 'Einstellungen erfolgreich gespeichert').waitFor()
    await page.reload()
    await phone.waitFor()
    await expect.poll(() => phone.inputValue()).toBe('+49 6326 998877')

    await page.route('**/api/backend/user-settings/', route =>
      route.request().method() === 'PATCH'
        ? route.fulfill({
            status: 500,
            contentType: 'application/problem+json',
            body: JSON.stringify({
              type: '',
              title: 'Auf dem Server ist ein Fehler aufgetreten.',
              status: 500,
              code: 'internal',
              requestId: 'x',
            }),
          })
        : route.continue(),
    )
    await phone.fill('+49 30 1234567')
    await page.getByRole('button', { name: texts.details.save }).click()
    await page.getByRole('dialog', { name: 'Einstellungen Speichern Fehlgeschlagen' }).waitFor()
    expect(await phone.inputValue()).toBe('+49 30 1234567')
    await page.unroute('**/api/backend/user-settings/')
    await page.getByRole('button', { name: texts.details.save }).click()
    await toast(page, 'Einstellungen erfolgreich gespeichert').waitFor()
    await end()
  })

  test('for mails apply at once, next to a form with input, and can be undone', async () => {
    const { page, open, end } = await visit(browser, portal, { as: 'demo-kunde' })
    await open('/user-settings')
    const website = page.getByLabel(texts.details.website)
    await website.fill('https://neu.example')
    await page.getByRole('radio', { name: texts.notifications.daily }).check()
    await toast(page, texts.notifications.savedWhen.daily).waitFor()
    await toast(page, texts.notifications.savedWhen.daily).getByRole('button', { name: 'Rückgängig machen' }).click()
    await toast(page, texts.notifications.savedWhen.immediately).waitFor()
    expect(await page.getByRole('radio', { name: texts.notifications.immediately }).isChecked()).toBe(true)
    const on = page.getByRole('switch', { name: texts.notifications.label })
    await on.click()
    await toast(page, texts.notifications.switchedOff).waitFor()
    expect(await page.getByRole('radio').count()).toBe(0)
    await on.click()
    await toast(page, texts.notifications.switchedOn).waitFor()
    await page.getByRole('button', { name: texts.details.save }).click()
    await toast(page, texts.saved).waitFor()
    await page.reload()
    await website.waitFor()
    await expect.poll(() => website.inputValue()).toBe('https://neu.example')
    await end()
  })

  test('start the newsletter with the link of a mail, which works once', async () => {
    const { page, open, end } = await visit(browser, portal, { as: 'demo-kunde', expected: [/409/] })
    await open('/user-settings')
    const email = await ownEmail(page)
    const newsletter = page.getByRole('switch', { name: texts.newsletter.label })
    await newsletter.click()
    await page.getByText(texts.newsletter.pendingTitle).waitFor()
    const link = linkIn(await mailTo(sink, email, /Newsletter/), 'bestaetigen')
    await page.goto(link)
    await page.getByRole('button', { name: 'Newsletter bestätigen' }).click()
    await page.getByRole('heading', { name: confirmationTexts.kinds.newsletter.doneTitle }).waitFor()
    expect(new URL(page.url()).hash).toBe('')
    await page.getByRole('link', { name: confirmationTexts.toSettings }).click()
    await page.getByText(`Geht an ${email}`).waitFor()
    expect(await newsletter.isChecked()).toBe(true)

    await page.goto('about:blank')
    await page.goto(link)
    await page.getByRole('heading', { name: confirmationTexts.invalidTitle }).waitFor()
    await end()
  })

  test('change the address only by its link, and the old address can stop it', async () => {
    const { page, open, end } = await visit(browser, portal, { as: 'demo-neu', expected: [/422/] })
    await open('/user-settings')
    const old = await ownEmail(page)
    const form = section(page, texts.email.title)
    await form.getByLabel(texts.email.next).fill('umgezogen@example.org')
    await form.getByLabel(texts.email.password, { exact: true }).fill('falsch')
    await form.getByRole('button', { name: texts.email.save }).click()
    await form.getByText('Das aktuelle Passwort ist nicht richtig.').first().waitFor()
    expect(await form.getByLabel(texts.email.next).inputValue()).toBe('umgezogen@example.org')
    await form.getByLabel(texts.email.password, { exact: true }).fill(demoPassword)
    await form.getByRole('button', { name: texts.email.save }).click()
    await form.getByText(texts.email.pendingTitle).waitFor()

    await page.goto(linkIn(await mailTo(sink, 'umgezogen@example.org', /bestätigen/), 'bestaetigen'))
    await page.getByRole('button', { name: confirmationTexts.kinds.email_change.button }).click()
    await page.getByRole('heading', { name: confirmationTexts.kinds.email_change.doneTitle }).waitFor()
    await open('/user-settings')
    await form.getByText('umgezogen@example.org').waitFor()

    await page.goto(linkIn(await mailTo(sink, old, /wurde geändert/), 'bestaetigen'))
    await page.getByRole('button', { name: confirmationTexts.kinds.email_change_stop.button }).click()
    await page.getByRole('heading', { name: confirmationTexts.kinds.email_change_stop.doneTitle }).waitFor()
    const reset = linkIn(await mailTo(sink, old, /Neues Passwort/), 'passwort-setzen')
    await open('/user-settings')
    await page.waitForURL('**/accounts/login**')
    await page.goto(reset)
    await page.getByLabel('Neues Passwort', { exact: true }).fill('Laternen-Umzug-8')
    await page
      .getByRole('button', { name: /Passwort/ })
      .last()
      .click()
    await page.getByRole('link', { name: 'Zur Anmeldung' }).first().waitFor()
    await logIn(page, 'demo-neu', 'Laternen-Umzug-8')
    expect(await ownEmail(page)).toBe(old)
    await end()
  })
})

test('a login from a new browser sends a mail', async () => {
  const first = await visit(browser, portal)
  await logIn(first.page, 'demo-admin')
  const email = await ownEmail(first.page)
  await first.end()
  const second = await visit(browser, portal)
  await logIn(second.page, 'demo-admin')
  const mail = await mailTo(sink, email, /^Anmeldung mit einem neuen Gerät$/)
  expect(mail.text).toContain('Benutzername: demo-admin')
  expect(mail.headers.map(({ key }) => key)).not.toContain('list-unsubscribe')
  await second.end()
})

test('a notification is stopped by the button behind its link, not by opening it', async () => {
  const { page, open, end } = await visit(browser, portal)
  await logIn(page, 'demo-kunde')
  await page.evaluate(async () => {
    const list = await (await fetch('/api/backend/tickets/?progress=inProgress&ordering=-total&page_size=1')).json()
    const token = /csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? ''
    await fetch(`/api/backend/tickets/${list.results[0].id}/`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', 'x-csrftoken': decodeURIComponent(token) },
      body: JSON.stringify({ budget: 1 }),
    })
  })
  const email = (await (await page.request.get('/api/backend/user-settings/')).json()).notificationsEmail
  const mail = await mailTo(sink, email, /^Kostenrahmen überschritten/)
  const header = mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
  const link = linkIn(mail, 'abmelden')
  expect(header).toBe(`<${link}>`)
  await page.goto(link)
  await page.getByRole('heading', { name: unsubscribeTexts.topics.notifications.title }).waitFor()
  await open('/user-settings')
  const on = page.getByRole('switch', { name: texts.notifications.label })
  expect(await on.isChecked()).toBe(true)
  await page.goto(link)
  await page.getByRole('button', { name: unsubscribeTexts.topics.notifications.button }).click()
  await page.getByRole('heading', { name: unsubscribeTexts.topics.notifications.doneTitle }).waitFor()
  await page.getByRole('link', { name: unsubscribeTexts.toSettings }).click()
  await on.waitFor()
  expect(await on.isChecked()).toBe(false)
  await end()
})

// Last, because it changes the address of the customer's mails.
test.each([deskWidth, phoneWidth])(
  'a contact address is marked as unconfirmed, and is confirmed by a mail, %i px wide',
  async width => {
    const { page, open, end } = await visit(browser, portal, { as: 'demo-kunde', width })
    const email = `buero${width}@lindenhof.example`
    await open('/user-settings')
    const details = section(page, texts.details.title)
    await details.getByLabel(texts.details.contactEmail).fill(email)
    await details.getByRole('button', { name: texts.details.save }).click()
    const unconfirmed = details.getByText(texts.contact.unconfirmedTitle)
    await unconfirmed.waitFor()
    await expect.poll(() => unconfirmed.evaluate(it => document.activeElement?.contains(it))).toBe(true)
    await details.getByText('Er gilt bis').waitFor()
    expect(await details.getByRole('button', { name: texts.contact.send }).count()).toBe(0)
    await expectAccessible(page, 'a contact address whose link waits')

    await open('/customer-portal/home')
    await page.getByRole('link', { name: portalHomeTexts.pendingContact }).waitFor()

    const mail = await mailTo(sink, email, /^Kontaktadresse bestätigen/)
    await page.goto(linkIn(mail, 'bestaetigen'))
    await page.getByRole('heading', { name: confirmationTexts.kinds.contact_email.title }).waitFor()
    await page.getByRole('button', { name: confirmationTexts.kinds.contact_email.button }).click()
    await page.getByText(confirmationTexts.kinds.contact_email.doneTitle).waitFor()
    await page.getByRole('link', { name: confirmationTexts.toSettings }).click()
    await details.getByText(`${email} ist bestätigt.`).waitFor()
    expect(await details.getByText(texts.contact.unconfirmedTitle).count()).toBe(0)
    await end()
  },
)
