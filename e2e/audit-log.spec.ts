import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loginTexts } from '#web/texts/login.texts.ts'
import { launchBrowser } from './browser.ts'
import { type Portal, startPortal } from './started-portal.ts'
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

test('an admin filters the log, reads changes in German and verifies its chain', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin' })
  await open('/admin-portal/customers-overview')
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByRole('button', { name: 'Bearbeiten' }).click()
  const form = page.getByRole('dialog', { name: /Kunden? bearbeiten/ })
  await form.getByLabel('Telefon').fill('+49 30 1234567')
  await form.getByLabel('Vorname').fill('Ottilie')
  await form.getByRole('button', { name: /speichern/ }).click()
  await form.waitFor({ state: 'detached' })

  await open('/admin-portal/settings/audit-log')
  await page.getByLabel('Was').selectOption({ label: 'Kunde geändert' })
  await page.waitForURL(url => url.searchParams.get('action') === 'customer.updated')
  const row = page.getByRole('row').filter({ hasText: 'Kunde geändert' }).first()
  await row.getByText(/Vorname/).waitFor()
  const words = (await row.textContent()) ?? ''
  expect(words).toContain('Telefon')
  expect(words).not.toMatch(/firstName|phone/)

  await page.getByLabel('Von', { exact: true }).fill('2020-01-01')
  await page.getByLabel('Bis', { exact: true }).fill('2020-12-31')
  await page.getByText('Dazu steht nichts im Protokoll.').waitFor()
  await page.getByRole('button', { name: 'Filter zurücksetzen' }).first().click()
  await page.getByRole('table').getByRole('row').nth(1).waitFor()

  await page.getByRole('button', { name: 'Protokoll prüfen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Protokoll prüfen' })
  await dialog.getByText(/Das Protokoll ist unversehrt: \d+\sZeilen geprüft/).waitFor()
  expect(await dialog.locator('dd').textContent()).toMatch(/^[0-9a-f]{64}$/)
  await end()
})

test('a line names its subject and links to it; that of a deleted entry links to its ticket', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin' })
  await open('/admin-portal/settings/audit-log?action=service_credential.revealed')
  const revealed = page.getByRole('link', { name: /^Passwort eines Zugangs angezeigt: .+ · .+$/ }).first()
  const service = (await revealed.textContent())?.split(' · ').at(-1) ?? '?'
  await revealed.click()
  await page.getByRole('heading', { level: 1, name: service, exact: true }).waitFor()

  const ticket = await page.evaluate(async () => {
    const token = /csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? ''
    const call = async (method: string, path: string, body?: object) => {
      const headers = { 'x-csrftoken': token, ...(body ? { 'content-type': 'application/json' } : {}) }
      const answer = await fetch(`/api/backend/${path}`, { method, headers, body: body ? JSON.stringify(body) : null })
      return answer.status === 204 ? {} : answer.json()
    }
    const { results } = await call('GET', 'customer/')
    const made = await call('POST', 'tickets/', { customerId: results[0].id, name: 'Kurz' })
    const entry = await call('POST', 'ticket-entries/', { ticketId: made.id, name: 'Zaun' })
    await call('DELETE', `ticket-entries/${entry.id}/`)
    return made
  })
  await open('/admin-portal/settings/audit-log?action=ticket_entry.created')
  const gone = page.getByRole('row').filter({ hasText: `: ${ticket.number}` })
  await gone.getByText('nicht mehr vorhanden').waitFor()
  await gone.getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: 'Kurz' }).waitFor()
  await open('/admin-portal/settings/audit-log?action=ticket.created')
  await page.getByRole('link', { name: new RegExp(`: ${ticket.number} Kurz$`) }).click()
  await page.getByRole('heading', { level: 1, name: 'Kurz' }).waitFor()
  await end()
})

test('a mail is found by its recipient', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin' })
  await open('/admin-portal/settings/outbox')
  await page.getByLabel('Suche').fill('petersen')
  await page.waitForURL(url => url.searchParams.get('search') === 'petersen')
  await page.getByRole('row').filter({ hasText: 'sven.petersen@nordkueste.invalid' }).first().waitFor()
  await page.getByText('1 von 1', { exact: true }).waitFor()
  await end()
})

test('failed logins are found with their account, and the user sees the last one', async () => {
  const guesser = await visit(browser, portal, { width: phoneWidth, expected: [/401/] })
  await guesser.open('/login')
  for (const username of ['demo-kunde', 'niemand']) {
    await guesser.page.getByLabel(loginTexts.username).fill(username)
    await guesser.page.getByLabel('Passwort', { exact: true }).fill('geraten-geraten')
    await guesser.page.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await guesser.page.getByRole('dialog', { name: 'Login Fehler' }).waitFor()
  }
  await guesser.end()
  await writeFailures()

  const admin = await visit(browser, portal, { as: 'demo-admin' })
  await admin.open('/admin-portal/settings/audit-log?action=session.login_failed')
  await admin.page.getByText('demo-kunde: 1 Versuch').first().waitFor()
  await admin.page.getByText('Kein bekannter Zugang: 1 Versuch').first().waitFor()
  expect(await admin.page.getByText('niemand').count()).toBe(0)
  await admin.end()

  const owner = await visit(browser, portal, { as: 'demo-kunde' })
  await owner.open('/user-settings')
  await owner.page.getByText('Letzter Fehlversuch').waitFor()
  await owner.page.getByText(/Waren Sie das nicht/).waitFor()
  await owner.end()
})

/** Makes the job that runs every minute due at once. */
async function writeFailures(): Promise<void> {
  const database = new DatabaseSync(join(portal.dataDir, 'portal.sqlite'), { timeout: 5_000 })
  database.prepare("UPDATE job SET run_at = ? WHERE kind = 'failed-logins'").run(new Date().toISOString())
  const lines = database.prepare("SELECT count(*) AS count FROM audit_entry WHERE action = 'session.login_failed'")
  await expect.poll(() => lines.get()?.count).toBe(2)
  database.close()
}
