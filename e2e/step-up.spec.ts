import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshAuthenticationMinutes } from '#contract/limits.ts'
import { accountTexts } from '#web/texts/accounts.ts'
import { expectAccessible } from './axe.ts'
import { launchBrowser } from './browser.ts'
import { type Portal, startPortal } from './portal.ts'
import { demoPassword } from './secrets.ts'
import { phoneWidth, visit } from './visit.ts'

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

/** All who are logged in have been for a while. */
function ageSessions(): void {
  const database = new DatabaseSync(join(portal.dataDir, 'portal.sqlite'), { timeout: 5_000 })
  const at = new Date(Date.now() - freshAuthenticationMinutes * 60_000).toISOString()
  expect(database.prepare('UPDATE session SET authenticated_at = ?').run(at).changes).toBeGreaterThan(0)
  database.close()
}

const texts = accountTexts.reauthentication

test('making an admin asks for the own password in place, and goes on with what was typed', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin', width: phoneWidth, expected: [/403/] })
  await open('/admin-portal/settings?section=users')
  ageSessions()
  await page.getByRole('button', { name: 'Benutzer anlegen' }).click()
  const form = page.getByRole('dialog', { name: 'Benutzer anlegen' })
  await form.getByRole('textbox', { name: 'Benutzername' }).fill('notar')
  await form.getByRole('textbox', { name: 'E-Mail' }).fill('notar@sonnenstrom.example')
  await form.getByRole('combobox', { name: 'Rolle' }).selectOption({ label: 'Administrator' })
  const create = form.getByRole('button', { name: 'Benutzer anlegen' })
  await create.click()
  const question = page.getByRole('dialog', { name: texts.title })
  await question.getByLabel(texts.password, { exact: true }).waitFor()
  await expectAccessible(page, 'the question above the form')

  // Closed: nothing has happened, and nothing that was typed is lost.
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  expect(await form.getByRole('textbox', { name: 'Benutzername' }).inputValue()).toBe('notar')
  expect(await page.getByText('notar wurde angelegt').count()).toBe(0)

  await create.click()
  await question.getByLabel(texts.password, { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')
  await form.waitFor({ state: 'detached' })
  await page.getByText('notar', { exact: true }).first().waitFor()
  await end()
})
