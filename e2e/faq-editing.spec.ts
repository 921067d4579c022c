import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { settled } from './settled.ts'
import { type Portal, startPortal } from './started-portal.ts'
import { visit } from './visit.ts'

let browser: Browser
let portal: Portal

beforeAll(async () => {
  browser = await launchBrowser()
  portal = await startPortal()
})
afterAll(async () => {
  await browser?.close()
  await portal?.stop()
})

test('an admin writes a question with a preview, publishes it, moves it to the top, and the website shows it at once', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin' })
  // Fills the public page's cache, which must be refreshed later.
  await open('/faq')
  await page.getByText('Wie wird die Arbeit abgerechnet?').first().waitFor()
  await open('/admin-portal/faq')
  await page.getByRole('button', { name: 'Frage anlegen' }).click()
  const form = page.getByRole('dialog', { name: 'Frage anlegen' })
  await form.getByRole('button', { name: 'Frage anlegen' }).click()
  await form.getByText('Dieses Feld ist ein Pflichtfeld.').first().waitFor()
  await form.getByLabel('Frage', { exact: true }).fill('Kommen Sie auch samstags?')
  await form.getByLabel('Thema').fill('Zusammenarbeit')
  await form.getByLabel('Antwort', { exact: true }).fill('Ja, **nach Absprache**.\n\n<script>alert(1)</script>')
  const preview = form.getByRole('region', { name: 'Vorschau' })
  await preview.locator('strong', { hasText: 'nach Absprache' }).waitFor()
  expect(await preview.locator('script').count()).toBe(0)
  await form.getByRole('button', { name: 'Frage anlegen' }).click()
  await form.waitFor({ state: 'detached' })

  const row = page.getByRole('listitem').filter({ hasText: 'Kommen Sie auch samstags?' })
  await row.getByText('Entwurf').first().waitFor()
  await open('/faq')
  await page.getByText('Wie wird die Arbeit abgerechnet?').first().waitFor()
  expect(await page.getByText('Kommen Sie auch samstags?').count()).toBe(0)

  await open('/admin-portal/faq')
  await chooseInMenu(page, 'Kommen Sie auch samstags?', 'Veröffentlichen')
  await row.getByText('Veröffentlicht').first().waitFor()
  // To the top with the keyboard.
  await page.getByRole('button', { name: 'Kommen Sie auch samstags? verschieben' }).focus()
  await page.keyboard.press('Home')
  await page.getByText('Kommen Sie auch samstags? steht jetzt an Stelle 1 von 11.').waitFor({ state: 'attached' })
  await settled(page)
  expect(await page.getByRole('list', { name: 'Fragen' }).getByRole('listitem').first().textContent()).toContain(
    'samstags',
  )

  // Within the application, without a page load.
  await page.getByRole('link', { name: 'Seite ansehen' }).click()
  await page.getByRole('heading', { name: 'Kommen Sie auch samstags?' }).waitFor()
  await page.getByRole('navigation').getByRole('link', { name: 'Start', exact: true }).first().click()
  // The homepage loads its questions when they are scrolled near.
  await page.getByRole('heading', { name: 'Umsetzung und Betrieb' }).scrollIntoViewIfNeeded()
  await page.getByRole('heading', { name: 'Kommen Sie auch samstags?' }).waitFor()
  await end()
})

test('a question is changed, found and deleted', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin' })
  await open('/admin-portal/faq?search=kosten')
  await page.getByRole('link', { name: /Kann ich die Kosten begrenzen/ }).click()
  const form = page.getByRole('dialog', { name: 'Frage bearbeiten' })
  await form.getByLabel('Frage', { exact: true }).fill('Kann ich einen Kostenrahmen setzen?')
  // Leaving asks first, and the input is kept.
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Eingaben verwerfen?' })
  await question.getByRole('button', { name: 'Weiter bearbeiten' }).click()
  await form.getByRole('button', { name: 'Frage speichern' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /Kann ich einen Kostenrahmen setzen/ }).waitFor()

  await chooseInMenu(page, 'Kann ich einen Kostenrahmen setzen?', 'Löschen')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
  await page.getByRole('link', { name: /Kann ich einen Kostenrahmen setzen/ }).waitFor({ state: 'detached' })
  await end()
})

async function chooseInMenu(page: Page, question: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Aktionen für ${question}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
