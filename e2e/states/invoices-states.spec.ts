import { expect, test } from '#e2e/journey.ts'
import { firstLink } from '#e2e/list-places.ts'
import { open } from '#e2e/visit.ts'
import { waitUntilLoaded } from '#e2e/wait-until-loaded.ts'
import { check, describeStates } from './states.ts'

describeStates('invoices', look => {
  test('a customer’s invoice, and a list of invoices that failed', async ({ visit }) => {
    const page = await visit({ ...look, as: 'demo-kunde' })
    for (const filter of ['overdue=true', 'paid=paid']) {
      await open(page, `/customer-portal/invoices-overview?${filter}`)
      await firstLink(page).click()
      await page.waitForURL('**/customer-portal/invoice/*')
      await waitUntilLoaded(page)
      await check(page, `invoice, ${filter}`)
    }
    await open(page, '/customer-portal/invoices-overview?search=gibtesnicht')
    await expect(page.getByText('Keine Rechnungen passen zu dieser Auswahl.')).toBeVisible()
    await check(page, 'invoices filtered empty')
    await page.route('**/api/backend/invoices/**', route => route.abort())
    await open(page, '/customer-portal/invoices-overview')
    await expect(page.getByText('Fehler beim Abrufen der Rechnungen')).toBeVisible()
    await check(page, 'invoices failed')
  })

  test('an admin’s drafts and invoices: with errors, compared, confirmed, paid', async ({ visit }) => {
    const page = await visit({ ...look, as: 'demo-admin' })
    await open(page, '/admin-portal/invoices-overview')
    await page.getByRole('button', { name: 'Rechnung anlegen' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Entwurf anlegen' }).click()
    await expect(page.getByText('Dieses Feld ist ein Pflichtfeld.')).toBeVisible()
    await check(page, 'new invoice refused')
    await page.keyboard.press('Escape')
    await open(page, '/admin-portal/invoices-overview?state=draft')
    await page
      .getByRole('table')
      .getByRole('link', { name: /Extern-/ })
      .click()
    await page.waitForURL('**/admin-portal/invoice/*')
    await page.getByLabel('Netto', { exact: true }).fill('1')
    await expect(page.getByRole('button', { name: 'Betrag aus den Einträgen übernehmen' })).toBeVisible()
    await check(page, 'draft whose entries differ')
    await page.getByRole('button', { name: 'Betrag aus den Einträgen übernehmen' }).click()
    await page.getByLabel('Fällig am').fill('2020-01-01')
    await page.getByRole('button', { name: 'Entwurf speichern' }).click()
    await expect(page.getByText('Die Rechnung kann nicht fällig sein, bevor sie ausgestellt ist.')).toBeVisible()
    await check(page, 'draft refused')
    await page.getByLabel('Fällig am').fill('2030-01-01')
    await page.getByRole('button', { name: 'Veröffentlichen' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await check(page, 'publication question')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Abbrechen' }).click()
    await open(page, '/admin-portal/invoices-overview?paid=unpaid')
    await firstLink(page).click()
    await page.waitForURL('**/admin-portal/invoice/*')
    await page.getByRole('button', { name: 'Als bezahlt vermerken' }).click()
    await expect(page.getByRole('dialog').getByLabel('Bezahlt am')).toBeVisible()
    await check(page, 'payment')
    await page.getByRole('dialog').getByRole('button', { name: 'Als bezahlt vermerken' }).click()
    await expect(page.getByRole('button', { name: 'Rückgängig machen' })).toBeVisible()
    await check(page, 'paid, toast')
    await page.getByRole('button', { name: 'Rückgängig machen' }).click()
    await expect(
      page.getByText('Offen', { exact: true }).or(page.getByText('Überfällig', { exact: true })),
    ).toBeVisible()
  })
})
