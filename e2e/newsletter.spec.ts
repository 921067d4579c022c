/** A newsletter from the first draft to the last recipient. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmtpSink, type SmtpSink } from '#server/testing/smtp-sink.ts'
import { accountTexts } from '#web/texts/accounts.texts.ts'
import { newsletterTexts as texts } from '#web/texts/newsletters.texts.ts'
import { ageSessions } from './age-sessions.ts'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { launchBrowser } from './browser.ts'
import { demoPassword } from './secrets.ts'
import { type Portal, startPortal } from './started-portal.ts'
import { deskWidth, logIn, phoneWidth, visit } from './visit.ts'

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

const looks = [
  { width: deskWidth, scheme: 'light' },
  { width: phoneWidth, scheme: 'dark' },
] as const

test.each(looks)(
  'is written, tested, sent to all confirmed subscribers after a password check, and stays readable: $width px',
  async look => {
    const { page, open, end } = await visit(browser, portal, { ...look, expected: [/403/] })
    const subject = `Herbst ${look.width}`
    const arrived = () => sink.mails.filter(mail => mail.subject === subject)
    await logIn(page, 'demo-admin')
    await open('/admin-portal/settings/newsletters')
    await page.getByRole('link', { name: texts.write }).click()
    await page.getByLabel(texts.subject).fill(subject)
    await page
      .getByLabel(texts.body, { exact: true })
      .fill('# Neues\n\nGuten **Morgen**, [mehr](/faq).\n\n- eins\n- zwei')
    await page.getByRole('button', { name: texts.save }).click()
    await page.waitForURL(url => !url.pathname.endsWith('/new'))
    await page.getByRole('region', { name: texts.asMail }).getByText('zwei').waitFor()
    await page.getByRole('button', { name: texts.test }).click()
    await page.getByRole('dialog').filter({ hasText: texts.tested }).waitFor()
    await expectAccessible(page, 'newsletter draft')
    await expectNoSidewaysScroll(page, 'newsletter draft')
    await expect.poll(() => sink.mails.some(mail => mail.subject === `[Probe] ${subject}`)).toBe(true)
    expect(arrived()).toEqual([])

    await page.getByRole('button', { name: texts.send, exact: true }).click()
    const question = page.getByRole('alertdialog', { name: /An \d+\sEmpfänger versenden/ })
    await question.waitFor()
    const count = Number(/\d+/.exec((await question.textContent()) ?? '')?.[0])
    await expectAccessible(page, 'newsletter question')
    ageSessions(portal)
    await question.getByRole('button', { name: texts.send, exact: true }).click()
    const again = page.getByRole('dialog', { name: accountTexts.reauthentication.title })
    await again.getByLabel(accountTexts.reauthentication.password, { exact: true }).fill(demoPassword)
    expect(arrived()).toEqual([])
    await page.keyboard.press('Enter')
    // The form is gone with its button: the focus continues at the page's heading, not at the top of the site.
    await question.waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
    await page
      .getByText(texts.states.sending)
      .or(page.getByText(texts.states.sent, { exact: true }))
      .first()
      .waitFor()
    await page.getByText(texts.states.sent, { exact: true }).waitFor()
    expect(count).toBeGreaterThan(1)
    expect(arrived()).toHaveLength(count)
    expect(new Set(arrived().flatMap(mail => mail.recipients)).size).toBe(count)
    expect(arrived()[0]?.html).toContain('<strong>Morgen</strong>')
    await page.reload()
    await page.getByRole('region', { name: texts.asMail }).getByText('zwei').waitFor()
    await expectAccessible(page, 'newsletter sent')
    await expectNoSidewaysScroll(page, 'newsletter sent')
    await end()
  },
)
