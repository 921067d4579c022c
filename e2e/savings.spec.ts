/** What control saved: a good and a bad day, against each baseline, on the page of a site and in the month report. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { expect, test } from './journey.ts'
import type { Portal } from './started-portal.ts'
import { open, phoneWidth } from './visit.ts'

/** Results of three days of the demo's site, as the nightly job stores them: saved, cost more, without a result. */
function storeDays({ dataDir }: Portal): string {
  const database = new DatabaseSync(join(dataDir, 'portal.sqlite'), { timeout: 5_000 })
  database.exec('pragma foreign_keys = off')
  const site = String(database.prepare("select id from energy_site where name = 'Weingut, Hauptgebäude'").get()?.id)
  const add = database.prepare(
    `insert into energy_saving (site_id, date, obstacle, covered_ms, actual_e4, none_e4, self_use_e4, rules_e4, bound_e4)
     values (?, ?, ?, 86400000, ?, ?, ?, ?, ?)`,
  )
  add.run(site, '2024-03-01', null, 20_000, 60_000, 50_000, 30_000, 10_000)
  add.run(site, '2024-03-02', null, 45_000, 60_000, 40_000, 40_000, 30_000)
  add.run(site, '2024-03-03', 'no_prices', null, null, null, null, null)
  database
    .prepare(
      `insert into energy_site_day (site_id, date, import_mwh, export_mwh, covered_ms, is_account_due, is_saving_due)
       values (?, '2024-03-01', 1000000, 0, 86400000, 0, 0)`,
    )
    .run(site)
  database.close()
  return site
}

test('a customer sees what was saved, what was possible, and the day that cost more', async ({ visit, portal }) => {
  const site = storeDays(portal)
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
})
