/** A newsletter from the first draft to the last recipient. */
import { accountTexts } from '#web/texts/accounts.texts.ts'
import { newsletterTexts as texts } from '#web/texts/newsletters.texts.ts'
import { ageSessions } from './age-sessions.ts'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { expect, mailTest as test } from './journey.ts'
import { demoPassword } from './secrets.ts'
import { deskWidth, logIn, open, phoneWidth } from './visit.ts'

const looks = [
  { width: deskWidth, scheme: 'light' },
  { width: phoneWidth, scheme: 'dark' },
] as const

test.for(looks)(
  'is written, tested, sent to all confirmed subscribers after a password check, and stays readable: $width px',
  async (look, { visit, mailbox, portal }) => {
    const page = await visit({ ...look, expected: [/403/] })
    const subject = `Herbst ${look.width}`
    const arrived = () => mailbox.mails.filter(mail => mail.subject === subject)
    await logIn(page, 'demo-admin')
    await open(page, '/admin-portal/settings/newsletters')
    await page.getByRole('link', { name: texts.write }).click()
    await page.getByLabel(texts.subject).fill(subject)
    await page
      .getByLabel(texts.body, { exact: true })
      .fill('# Neues\n\nGuten **Morgen**, [mehr](/faq).\n\n- eins\n- zwei')
    await page.getByRole('button', { name: texts.save }).click()
    await page.waitForURL(url => !url.pathname.endsWith('/new'))
    await expect(page.getByRole('region', { name: texts.asMail }).getByText('zwei')).toBeVisible()
    await page.getByRole('button', { name: texts.test }).click()
    await expect(page.getByRole('dialog').filter({ hasText: texts.tested })).toBeVisible()
    await expectAccessible(page, 'newsletter draft')
    await expectNoSidewaysScroll(page, 'newsletter draft')
    await expect.poll(() => mailbox.mails.some(mail => mail.subject === `[Probe] ${subject}`)).toBe(true)
    expect(arrived()).toEqual([])

    await page.getByRole('button', { name: texts.send, exact: true }).click()
    const question = page.getByRole('alertdialog', { name: /An \d+\sEmpfänger versenden/ })
    await expect(question).toBeVisible()
    const count = Number(/\d+/.exec((await question.textContent()) ?? '')?.[0])
    await expectAccessible(page, 'newsletter question')
    ageSessions(portal)
    await question.getByRole('button', { name: texts.send, exact: true }).click()
    const again = page.getByRole('dialog', { name: accountTexts.reauthentication.title })
    await again.getByLabel(accountTexts.reauthentication.password, { exact: true }).fill(demoPassword)
    expect(arrived()).toEqual([])
    await page.keyboard.press('Enter')
    // The form is gone with its button: the focus continues at the page's heading, not at the top of the site.
    await expect(question).not.toBeAttached()
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
    await expect(
      page.getByText(texts.states.sending).or(page.getByText(texts.states.sent, { exact: true })),
    ).toBeVisible()
    await expect(page.getByText(texts.states.sent, { exact: true })).toBeVisible()
    expect(count).toBeGreaterThan(1)
    expect(arrived()).toHaveLength(count)
    expect(new Set(arrived().flatMap(mail => mail.recipients)).size).toBe(count)
    expect(arrived()[0]?.html).toContain('<strong>Morgen</strong>')
    await page.reload()
    await expect(page.getByRole('region', { name: texts.asMail }).getByText('zwei')).toBeVisible()
    await expectAccessible(page, 'newsletter sent')
    await expectNoSidewaysScroll(page, 'newsletter sent')
  },
)
