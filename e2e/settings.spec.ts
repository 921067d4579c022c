/** The account settings and their mails: saved, failed, confirmed, stopped. */
import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { confirmationTexts } from '#web/texts/confirmation.texts.ts'
import { portalHomeTexts } from '#web/texts/portal-home.texts.ts'
import { unsubscribeTexts } from '#web/texts/unsubscribe.texts.ts'
import { userSettingsTexts } from '#web/texts/user-settings.texts.ts'
import { expectAccessible } from './axe.ts'
import { expect, mailTest as test } from './journey.ts'
import { linkIn, mailTo } from './received-mails.ts'
import { demoPassword } from './secrets.ts'
import { deskWidth, logIn, open, phoneWidth } from './visit.ts'

const texts = userSettingsTexts

const section = (page: Page, title: string) => page.getByRole('region', { name: title })
const toast = (page: Page, words: string | RegExp) => page.getByRole('dialog').filter({ hasText: words })
/** The user's current login address. */
async function ownEmail(page: Page): Promise<string> {
  const answer = await page.request.get('/api/backend/user-settings/')
  return (await answer.json()).email
}

describe('the account settings', () => {
  test('are saved; after a failure a message appears and the input stays', async ({ visit }) => {
    const page = await visit({ as: 'demo-kunde', expected: [/500/] })
    await open(page, '/user-settings')
    const phone = page.getByLabel(texts.details.phone)
    await phone.fill('+49 6326 998877')
    await page.getByRole('button', { name: texts.details.save }).click()
    await expect(toast(page, 'Einstellungen erfolgreich gespeichert')).toBeVisible()
    await page.reload()
    await expect(phone).toBeVisible()
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
    await expect(page.getByRole('dialog', { name: 'Einstellungen Speichern Fehlgeschlagen' })).toBeVisible()
    await expect(phone).toHaveValue('+49 30 1234567')
    await page.unroute('**/api/backend/user-settings/')
    await page.getByRole('button', { name: texts.details.save }).click()
    await expect(toast(page, 'Einstellungen erfolgreich gespeichert')).toBeVisible()
  })

  test('for mails apply at once, next to a form with input, and can be undone', async ({ customer: page }) => {
    await open(page, '/user-settings')
    const website = page.getByLabel(texts.details.website)
    await website.fill('https://neu.example')
    await page.getByRole('radio', { name: texts.notifications.daily }).check()
    await expect(toast(page, texts.notifications.savedWhen.daily)).toBeVisible()
    await toast(page, texts.notifications.savedWhen.daily).getByRole('button', { name: 'Rückgängig machen' }).click()
    await expect(toast(page, texts.notifications.savedWhen.immediately)).toBeVisible()
    await expect(page.getByRole('radio', { name: texts.notifications.immediately })).toBeChecked()
    const on = page.getByRole('switch', { name: texts.notifications.label })
    await on.click()
    await expect(toast(page, texts.notifications.switchedOff)).toBeVisible()
    await expect(page.getByRole('radio')).toHaveCount(0)
    await on.click()
    await expect(toast(page, texts.notifications.switchedOn)).toBeVisible()
    await page.getByRole('button', { name: texts.details.save }).click()
    await expect(toast(page, texts.saved)).toBeVisible()
    await page.reload()
    await expect(website).toBeVisible()
    await expect.poll(() => website.inputValue()).toBe('https://neu.example')
  })

  test('start the newsletter with the link of a mail, which works once', async ({ visit, mailbox }) => {
    const page = await visit({ as: 'demo-kunde', expected: [/409/] })
    await open(page, '/user-settings')
    const email = await ownEmail(page)
    const newsletter = page.getByRole('switch', { name: texts.newsletter.label })
    await newsletter.click()
    await expect(page.getByText(texts.newsletter.pendingTitle)).toBeVisible()
    const link = linkIn(await mailTo(mailbox, email, /Newsletter/), 'bestaetigen')
    await page.goto(link)
    await page.getByRole('button', { name: 'Newsletter bestätigen' }).click()
    await expect(page.getByRole('heading', { name: confirmationTexts.kinds.newsletter.doneTitle })).toBeVisible()
    expect(new URL(page.url()).hash).toBe('')
    await page.getByRole('link', { name: confirmationTexts.toSettings }).click()
    await expect(page.getByText(`Geht an ${email}`)).toBeVisible()
    await expect(newsletter).toBeChecked()

    await page.goto('about:blank')
    await page.goto(link)
    await expect(page.getByRole('heading', { name: confirmationTexts.invalidTitle })).toBeVisible()
  })

  test('change the address only by its link, and the old address can stop it', async ({ visit, mailbox }) => {
    const page = await visit({ as: 'demo-neu', expected: [/422/] })
    await open(page, '/user-settings')
    const old = await ownEmail(page)
    const form = section(page, texts.email.title)
    await form.getByLabel(texts.email.next).fill('umgezogen@example.org')
    await form.getByLabel(texts.email.password, { exact: true }).fill('falsch')
    await form.getByRole('button', { name: texts.email.save }).click()
    await expect(form.getByText('Das aktuelle Passwort ist nicht richtig.')).toBeVisible()
    await expect(form.getByLabel(texts.email.next)).toHaveValue('umgezogen@example.org')
    await form.getByLabel(texts.email.password, { exact: true }).fill(demoPassword)
    await form.getByRole('button', { name: texts.email.save }).click()
    await expect(form.getByText(texts.email.pendingTitle)).toBeVisible()

    await page.goto(linkIn(await mailTo(mailbox, 'umgezogen@example.org', /bestätigen/), 'bestaetigen'))
    await page.getByRole('button', { name: confirmationTexts.kinds.email_change.button }).click()
    await expect(page.getByRole('heading', { name: confirmationTexts.kinds.email_change.doneTitle })).toBeVisible()
    await open(page, '/user-settings')
    await expect(form.getByText('umgezogen@example.org')).toBeVisible()

    await page.goto(linkIn(await mailTo(mailbox, old, /wurde geändert/), 'bestaetigen'))
    await page.getByRole('button', { name: confirmationTexts.kinds.email_change_stop.button }).click()
    await expect(page.getByRole('heading', { name: confirmationTexts.kinds.email_change_stop.doneTitle })).toBeVisible()
    const reset = linkIn(await mailTo(mailbox, old, /Neues Passwort/), 'passwort-setzen')
    await open(page, '/user-settings')
    await page.waitForURL('**/accounts/login**')
    await page.goto(reset)
    await page.getByLabel('Neues Passwort', { exact: true }).fill('Laternen-Umzug-8')
    await page.getByRole('button', { name: 'Passwort speichern' }).click()
    await expect(page.getByRole('link', { name: 'Zur Anmeldung' })).toBeVisible()
    await logIn(page, 'demo-neu', 'Laternen-Umzug-8')
    await expect.poll(() => ownEmail(page)).toBe(old)
  })
})

test('a login from a new browser sends a mail', async ({ guest: first, visit, mailbox }) => {
  await logIn(first, 'demo-admin')
  const email = await ownEmail(first)
  const second = await visit()
  await logIn(second, 'demo-admin')
  const mail = await mailTo(mailbox, email, /^Anmeldung mit einem neuen Gerät$/)
  expect(mail.text).toContain('Benutzername: demo-admin')
  expect(mail.headers.map(({ key }) => key)).not.toContain('list-unsubscribe')
})

test('a notification is stopped by the button behind its link, not by opening it', async ({ guest: page, mailbox }) => {
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
  const mail = await mailTo(mailbox, email, /^Kostenrahmen überschritten/)
  const header = mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
  const link = linkIn(mail, 'abmelden')
  expect(header).toBe(`<${link}>`)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: unsubscribeTexts.topics.notifications.title })).toBeVisible()
  await open(page, '/user-settings')
  const on = page.getByRole('switch', { name: texts.notifications.label })
  await expect(on).toBeChecked()
  await page.goto(link)
  await page.getByRole('button', { name: unsubscribeTexts.topics.notifications.button }).click()
  await expect(page.getByRole('heading', { name: unsubscribeTexts.topics.notifications.doneTitle })).toBeVisible()
  await page.getByRole('link', { name: unsubscribeTexts.toSettings }).click()
  await expect(on).toBeVisible()
  await expect(on).not.toBeChecked()
})

// Last, because it changes the address of the customer's mails.
test.for([deskWidth, phoneWidth])(
  'a contact address is marked as unconfirmed, and is confirmed by a mail, %i px wide',
  async (width, { visit, mailbox }) => {
    const page = await visit({ as: 'demo-kunde', width })
    const email = `buero${width}@lindenhof.example`
    await open(page, '/user-settings')
    const details = section(page, texts.details.title)
    await details.getByLabel(texts.details.contactEmail).fill(email)
    await details.getByRole('button', { name: texts.details.save }).click()
    const unconfirmed = details.getByText(texts.contact.unconfirmedTitle)
    await expect(unconfirmed).toBeVisible()
    await expect.poll(() => unconfirmed.evaluate(it => document.activeElement?.contains(it))).toBe(true)
    await expect(details.getByText('Er gilt bis')).toBeVisible()
    await expect(details.getByRole('button', { name: texts.contact.send })).toHaveCount(0)
    await expectAccessible(page, 'a contact address whose link waits')

    await open(page, '/customer-portal/home')
    await expect(page.getByRole('link', { name: portalHomeTexts.pendingContact })).toBeVisible()

    const mail = await mailTo(mailbox, email, /^Kontaktadresse bestätigen/)
    await page.goto(linkIn(mail, 'bestaetigen'))
    await expect(page.getByRole('heading', { name: confirmationTexts.kinds.contact_email.title })).toBeVisible()
    await page.getByRole('button', { name: confirmationTexts.kinds.contact_email.button }).click()
    await expect(page.getByText(confirmationTexts.kinds.contact_email.doneTitle)).toBeVisible()
    await page.getByRole('link', { name: confirmationTexts.toSettings }).click()
    await expect(details.getByText(`${email} ist bestätigt.`)).toBeVisible()
    await expect(details.getByText(texts.contact.unconfirmedTitle)).toHaveCount(0)
  },
)

test('an address gets one link a day, refusals give the reason, and one link confirms account and contact', async ({
  visit,
  mailbox,
}) => {
  const page = await visit({ as: 'demo-kunde', width: phoneWidth, expected: [/429/] })
  await open(page, '/user-settings')
  const details = section(page, texts.details.title)
  const enterContact = async (email: string) => {
    await details.getByLabel(texts.details.contactEmail).fill(email)
    await details.getByRole('button', { name: texts.details.save }).click()
    await expect(details.locator('[data-tint=warning]')).toContainText(email)
  }
  const account = section(page, texts.email.title)
  const askForAccount = async (email: string) => {
    await account.getByLabel(texts.email.next).fill(email)
    await account.getByLabel(texts.email.password, { exact: true }).fill(demoPassword)
    await account.getByRole('button', { name: texts.email.save }).click()
  }
  await enterContact('eins@neu.example')
  await askForAccount('eins@neu.example')
  await expect(toast(page, texts.email.confirmContactFirst('eins@neu.example'))).toBeVisible()

  await enterContact('zwei@neu.example')
  await enterContact('eins@neu.example')
  await details.getByRole('button', { name: texts.contact.send }).click()
  await expect(toast(page, texts.contact.tooMany).getByText(texts.contact.failed)).toBeVisible()
  await expect(details.getByRole('button', { name: texts.contact.send })).toBeVisible()

  await askForAccount('drei@neu.example')
  await expect(account.getByText(texts.email.pendingTitle)).toBeVisible()
  await enterContact('drei@neu.example')
  await expect(details.getByText('Er bestätigt die Adresse für Ihren Zugang und für Rechnungen')).toBeVisible()
  await expect(details.getByRole('button', { name: texts.contact.send })).toHaveCount(0)
  await expectAccessible(page, 'a contact address that waits for the link of the account')
  const mail = await mailTo(mailbox, 'drei@neu.example', /bestätigen/)
  await page.goto(linkIn(mail, 'bestaetigen'))
  await page.getByRole('button', { name: confirmationTexts.kinds.email_change.button }).click()
  await expect(page.getByRole('heading', { name: confirmationTexts.kinds.email_change.doneTitle })).toBeVisible()
  await page.getByRole('link', { name: confirmationTexts.toSettings }).click()
  await expect(details.getByText('drei@neu.example ist bestätigt.')).toBeVisible()
})
