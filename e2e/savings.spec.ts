/** Savings by control: a good and a bad day, against each baseline, on the page of a site and in the month report. */
import { expectAccessible, expectNoSidewaysScroll, expectTablesFit } from './axe.ts'
import { expect, test } from './journey.ts'
import { storeSavings } from './saving-days.ts'
import { open, phoneWidth } from './visit.ts'

test('a customer sees the savings, the possible ones, and the day that cost more', async ({ visit, portal }) => {
  const site = storeSavings(portal, '2024-03')
  const page = await visit({ as: 'demo-kunde', width: phoneWidth })
  await open(page, `/customer-portal/power-master?site=${site}&step=day&from=2024-03-01`)
  const section = page.getByRole('region', { name: 'Ersparnis: März 2024' })
  const sums = section.getByRole('region', { name: 'Ersparnis im Zeitraum' })
  await expect(sums.getByText('2,50\u00A0€')).toBeVisible()
  await expect(sums.getByText('gegenüber Eigenverbrauch')).toBeVisible()
  await expect(sums.getByText('2 Tage')).toBeVisible()
  await expect(section.getByText('1 Tag ist ohne Ergebnis: Börsenpreise fehlen (03.03.2024).')).toBeVisible()
  await section.getByText('Ersparnis als Tabelle').click()
  await expect(section.getByRole('row', { name: /02\.03\.2024/ })).toContainText('-0,50')
  await section.getByText('So wird gerechnet').click()
  await expect(section.getByText(/Vorhersagen zählen hier nie/)).toBeVisible()
  await section.getByRole('combobox', { name: 'Vergleich' }).selectOption({ label: 'Ohne Steuerung' })
  await expect(sums.getByText('gegenüber ohne Steuerung')).toBeVisible()
  await expect(sums.getByText('5,50\u00A0€')).toBeVisible()
  await expectAccessible(page, 'savings of a month')
  await expectNoSidewaysScroll(page, 'savings of a month')

  await open(page, `/customer-portal/power-master-report?site=${site}&from=2024-03-01`)
  await expect(page.getByRole('heading', { name: 'Ersparnis' })).toBeVisible()
  const ways = page.getByRole('table', { name: 'Kosten der ausgewerteten Tage im Vergleich' })
  await expect(ways.getByRole('row', { name: /^So war es/ })).toContainText(/6,50.€\s*2,50.€/)
  await expect(ways.getByRole('row', { name: /^Möglich wären/ })).toContainText(/4,00.€\s*5,00.€/)
  await expect(ways.getByRole('row', { name: /^Ohne Steuerung/ })).toContainText('-3,00')
  await expect(page.getByText('02.03.2024 bis 31.03.2024: nicht gemessen')).toBeVisible()
  await expectAccessible(page, 'the month report with savings')
  await expectNoSidewaysScroll(page, 'the month report with savings')
  await expectTablesFit(page, 'the month report with savings')
})
