import { readFile } from 'node:fs/promises'
import type { Route } from 'playwright-core'
import { expectAccessible } from './axe.ts'
import { expect, test } from './journey.ts'
import { demoPassword } from './secrets.ts'
import { open } from './visit.ts'

test('an admin starts a backup, watches its progress, and the home shows it as the last verified one', async ({
  visit,
}) => {
  const page = await visit({ as: 'demo-admin', expected: [/403.*download/] })
  await open(page, '/admin-portal/home')
  await expect(page.getByText(/^Letzte geprüfte Sicherung: noch keine/)).toBeVisible()
  await page.getByRole('link', { name: 'Alle Sicherungen' }).click()
  await expect(page.getByText(/^Bisher gibt es keine Sicherung/)).toBeVisible()

  await page.getByRole('button', { name: 'Jetzt sichern' }).click()
  await expect(page.getByText('Die Sicherung hat begonnen.')).toBeVisible()
  await expect(page.getByText('Die Sicherung ist geprüft.')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Von Hand' })
  await expect(row.getByText('Geprüft', { exact: true })).toBeVisible()
  await expect(row).toHaveText(/\d\s(KB|MB)/)
  await expect(page.getByRole('progressbar')).toHaveCount(0)

  const download = page.waitForEvent('download')
  await page.route('**/backups/*/download/', refuse, { times: 1 })
  await row.getByRole('button', { name: /Herunterladen/ }).click()
  await page.getByRole('dialog').getByLabel('Ihr Passwort', { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')
  const saved = await (await download).path()
  const name = (await download).suggestedFilename()
  await expect(page.getByText('Der Download hat begonnen.')).toBeVisible()
  expect(name).toMatch(/^portal-.*-by-hand-\w{4}\.backup$/)
  expect((await readFile(saved)).subarray(0, 8).toString('latin1')).not.toContain('SQLite')
  await expect(page.getByText(name)).not.toHaveCount(0)
  await expectAccessible(page, 'a backup and how it is put back')

  await open(page, '/admin-portal/home')
  await expect(page.getByText(/^Letzte geprüfte Sicherung: \d{2}\.\d{2}\.\d{4},\s\d{2}:\d{2}\s· /)).toBeVisible()
  await open(page, '/admin-portal/settings/audit-log')
  await expect(page.getByRole('row').filter({ hasText: 'Sicherung begonnen' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Sicherung heruntergeladen' })).toBeVisible()
})

/** As if the login were older. */
function refuse(route: Route): Promise<void> {
  const code = 'session.reauthentication_required'
  const json = { type: '', title: 'Bitte bestätigen Sie Ihr Passwort.', status: 403, code, requestId: 'x' }
  return route.fulfill({ status: 403, contentType: 'application/problem+json', json })
}
