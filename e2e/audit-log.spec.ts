import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { loginTexts } from '#web/texts/login.texts.ts'
import { expect, test } from './journey.ts'
import { anyOf, firstLink, firstRow } from './list-places.ts'
import type { Portal } from './started-portal.ts'
import { open, phoneWidth } from './visit.ts'

test('an admin filters the log, reads changes in German and verifies its chain', async ({ admin: page }) => {
  await open(page, '/admin-portal/customers-overview')
  await firstLink(page).click()
  await page.getByRole('button', { name: 'Bearbeiten' }).click()
  const form = page.getByRole('dialog', { name: /Kunden? bearbeiten/ })
  await form.getByLabel('Telefon').fill('+49 30 1234567')
  await form.getByLabel('Vorname').fill('Ottilie')
  await form.getByRole('button', { name: /speichern/ }).click()
  await expect(form).not.toBeAttached()

  await open(page, '/admin-portal/settings/audit-log')
  await page.getByLabel('Was').selectOption({ label: 'Kunde geändert' })
  await page.waitForURL(url => url.searchParams.get('action') === 'customer.updated')
  const row = page.getByRole('row').filter({ hasText: 'Kunde geändert' })
  await expect(row.getByText(/Vorname/)).toBeVisible()
  const words = (await row.textContent()) ?? ''
  expect(words).toContain('Telefon')
  expect(words).not.toMatch(/firstName|phone/)

  await page.getByLabel('Von', { exact: true }).fill('2020-01-01')
  await page.getByLabel('Bis', { exact: true }).fill('2020-12-31')
  await expect(page.getByText('Dazu steht nichts im Protokoll.')).toBeVisible()
  await page.getByRole('search').getByRole('button', { name: 'Filter zurücksetzen' }).click()
  await expect(firstRow(page)).toBeVisible()

  await page.getByRole('button', { name: 'Protokoll prüfen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Protokoll prüfen' })
  await expect(dialog.getByText(/Das Protokoll ist unversehrt: \d+\sZeilen geprüft/)).toBeVisible()
  await expect(dialog.locator('dd')).toHaveText(/^[0-9a-f]{64}$/)
})

test('a line names its subject and links to it; that of a deleted entry links to its ticket', async ({
  admin: page,
}) => {
  await open(page, '/admin-portal/settings/audit-log?action=service_credential.revealed')
  const revealed = anyOf(page.getByRole('link', { name: /^Passwort eines Zugangs angezeigt: .+ · .+$/ }))
  const service = (await revealed.textContent())?.split(' · ').at(-1) ?? '?'
  await revealed.click()
  await expect(page.getByRole('heading', { level: 1, name: service, exact: true })).toBeVisible()

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
  await open(page, '/admin-portal/settings/audit-log?action=ticket_entry.created')
  const gone = page.getByRole('row').filter({ hasText: `: ${ticket.number}` })
  await expect(gone.getByText('nicht mehr vorhanden')).toBeVisible()
  await gone.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Kurz' })).toBeVisible()
  await open(page, '/admin-portal/settings/audit-log?action=ticket.created')
  await page.getByRole('link', { name: new RegExp(`: ${ticket.number} Kurz$`) }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Kurz' })).toBeVisible()
})

test('a mail is found by its recipient', async ({ admin: page }) => {
  await open(page, '/admin-portal/settings/outbox')
  await page.getByLabel('Suche').fill('petersen')
  await page.waitForURL(url => url.searchParams.get('search') === 'petersen')
  await expect(page.getByRole('row').filter({ hasText: 'sven.petersen@nordkueste.invalid' })).toBeVisible()
  await expect(page.getByText('1 von 1', { exact: true })).toBeVisible()
})

test('failed logins are found with their account, and the user sees the last one', async ({ visit, portal }) => {
  const guesser = await visit({ width: phoneWidth, expected: [/401/] })
  await open(guesser, '/login')
  for (const username of ['demo-kunde', 'niemand']) {
    await guesser.getByLabel(loginTexts.username).fill(username)
    await guesser.getByLabel('Passwort', { exact: true }).fill('geraten-geraten')
    await guesser.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await expect(guesser.getByRole('dialog', { name: 'Login Fehler' })).toBeVisible()
  }
  await writeFailures(portal)

  const admin = await visit({ as: 'demo-admin' })
  await open(admin, '/admin-portal/settings/audit-log?action=session.login_failed')
  await expect(admin.getByText('demo-kunde: 1 Versuch')).toBeVisible()
  await expect(admin.getByText('Kein bekannter Zugang: 1 Versuch')).toBeVisible()
  await expect(admin.getByText('niemand')).toHaveCount(0)

  const owner = await visit({ as: 'demo-kunde' })
  await open(owner, '/user-settings')
  await expect(owner.getByText('Letzter Fehlversuch')).toBeVisible()
  await expect(owner.getByText(/Waren Sie das nicht/)).toBeVisible()
})

/** Makes the job that runs every minute due at once. */
async function writeFailures(portal: Portal): Promise<void> {
  const database = new DatabaseSync(join(portal.dataDir, 'portal.sqlite'), { timeout: 5_000 })
  database.prepare("UPDATE job SET run_at = ? WHERE kind = 'failed-logins'").run(new Date().toISOString())
  const lines = database.prepare("SELECT count(*) AS count FROM audit_entry WHERE action = 'session.login_failed'")
  await expect.poll(() => lines.get()?.count).toBe(2)
  database.close()
}
