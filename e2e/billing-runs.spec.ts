/** A month becomes one draft per customer, and the complete ones are issued together. */
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { expect, test } from './journey.ts'
import { anyOf, firstItem } from './list-places.ts'
import { open, phoneWidth, pressRetry } from './visit.ts'

test('the work of a month is drafted, completed and issued together; a second time nothing is left', async ({
  admin: page,
}) => {
  await open(page, '/admin-portal/invoices-overview')
  await page.getByRole('link', { name: 'Abrechnungslauf' }).click()
  await page.waitForURL('**/admin-portal/billing-run')
  const month = page.getByLabel('Monat')
  const waiting = page.getByRole('region', { name: 'Wartet auf eine Rechnung' })
  const drafts = page.getByRole('region', { name: 'Entwürfe und Rechnungen' })
  await month.selectOption({ index: 12 })
  await expect(waiting).toBeVisible()
  await expectAccessible(page, 'a billing run of an old month')
  await month.selectOption({ index: 1 })
  await expect(page).toHaveURL(/month=\d{4}-\d{2}/)
  await expect(drafts.getByText('Für diesen Monat gibt es noch keine Entwürfe.')).toBeVisible()
  await expectAccessible(page, 'a billing run before it starts')

  // Without a VAT case nothing is complete; the sentence leads to the draft.
  await waiting.getByRole('button', { name: 'Entwürfe anlegen' }).click()
  await expect(waiting.getByText('wartet keine fertige Arbeit')).toBeVisible()
  const first = firstItem(drafts)
  await expect(first.getByText('Unvollständig')).toBeVisible()
  await expect(first.getByText(/Bitte wählen Sie den Steuerfall dieser Position\./)).toBeVisible()
  await expectAccessible(page, 'a billing run with incomplete drafts')
  await expect(drafts.getByRole('button', { name: /Alle fertigen ausstellen/ })).toHaveCount(0)
  await anyOf(drafts.getByRole('link', { name: 'Zum Entwurf' })).click()
  await page.waitForURL('**/admin-portal/invoice/*')
  // For all lines, or of the only one.
  await anyOf(page.getByLabel(/^Umsatzsteuer/)).selectOption({ label: '19\u00a0%' })
  await page.getByRole('button', { name: 'Entwurf speichern' }).click()
  await expect(page.getByText('Der Entwurf wurde gespeichert.')).toBeVisible()

  await page.goBack()
  await waiting.getByRole('button', { name: 'Erneut prüfen' }).click()
  await drafts.getByRole('button', { name: 'Alle fertigen ausstellen (1)' }).click()
  const question = page.getByRole('alertdialog', { name: 'Eine Rechnung ausstellen?' })
  await question.getByRole('button', { name: 'Endgültig ausstellen' }).click()
  await expect(drafts.getByText('Ausgestellt')).toBeVisible()
  await expect(drafts.getByRole('button', { name: /Alle fertigen ausstellen/ })).toHaveCount(0)
  await expectAccessible(page, 'a billing run whose invoices are issued')
})

test('a billing run fits a phone, and a failure can be tried again', async ({ visit }) => {
  const page = await visit({ as: 'demo-admin', width: phoneWidth, expected: [/Failed to load/, /ERR_FAILED/] })
  await open(page, '/admin-portal/billing-run')
  await expect(page.getByRole('region', { name: 'Wartet auf eine Rechnung' })).toBeVisible()
  await expectAccessible(page, 'a billing run on a phone')
  await expectNoSidewaysScroll(page, 'a billing run on a phone')
  await page.route('**/api/backend/billing-run/**', route => route.abort())
  await page.getByLabel('Monat').selectOption({ index: 3 })
  await expect(page.getByText('Fehler beim Abrufen des Abrechnungslaufs')).toBeVisible()
  await pressRetry(page, '**/api/backend/billing-run/**')
  await expect(page.getByRole('region', { name: 'Wartet auf eine Rechnung' })).toBeVisible()
})
