/** From the tariff to the reason: prices, plan and bill of a house, at each size and scheme. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expectTablesFit } from './axe.ts'
import { emptyHouses } from './empty-houses.ts'
import { expect, test } from './journey.ts'
import type { Portal } from './started-portal.ts'
import { check, describeStates } from './states/states.ts'
import { deskWidth, open } from './visit.ts'

const dayMs = 86_400_000
const slotMs = 900_000
const place = '/customer-portal/power-master'

/** Prices of the exchange for `days` days, starting two days ago, and a battery of the demo's house. */
function furnish(portal: Portal, { days, hasBattery }: { days: number; hasBattery: boolean }): void {
  const db = new DatabaseSync(join(portal.dataDir, 'portal.sqlite'), { timeout: 10_000 })
  const today = Math.floor((Date.now() + 3_600_000) / dayMs) * dayMs - 3_600_000
  const insert = db.prepare("insert or replace into energy_price values ('DE-LU', ?, ?, 'smard')")
  db.exec('begin immediate')
  for (let index = 0; index < days * 96; index++) {
    const hour = (index % 96) / 4
    insert.run(
      today - 2 * dayMs + index * slotMs,
      hour > 16 && hour < 20 ? 30_000 : hour > 11 && hour < 14 ? -2_000 : 8_000,
    )
  }
  const site = db.prepare("select id, customer_id from energy_site where name = 'Weingut, Hauptgebäude'").get()
  if (hasBattery && site && !db.prepare('select 1 from energy_storage where site_id = ?').get(String(site['id']))) {
    const technical = {
      ...{ minWh: 0, maxWh: 10_000, maxChargeW: 5_000, minChargeW: 0, maxDischargeW: 5_000, chargeEfficiency: 1 },
      ...{
        dischargeEfficiency: 1,
        lossW: 0,
        gridCharge: true,
        gridDischarge: false,
        wearCt: 0,
        startCt: 0,
        endCt: null,
      },
    }
    const now = new Date().toISOString()
    const id = '019aaaaa-0000-7000-8000-000000000002'
    db.prepare(
      "insert into energy_storage (id, site_id, customer_id, name, kind, technical, schedule, command_target, created_at, updated_at) values (?, ?, ?, 'Hausakku', 'battery', ?, ?, 'null', ?, ?)",
    ).run(
      id,
      String(site['id']),
      String(site['customer_id']),
      JSON.stringify(technical),
      '{"departures":[],"awayUntil":null}',
      now,
      now,
    )
    db.prepare("update energy_channel set storage_id = ? where site_id = ? and role = 'battery'").run(
      id,
      String(site['id']),
    )
    // The portal may have planned for the storages of the demo since its start.
    db.prepare('delete from energy_plan where site_id = ?').run(String(site['id']))
    db.prepare("update energy_site set plan_due_at = ?, plan_due_cause = 'tariff' where id = ?").run(
      now,
      String(site['id']),
    )
  }
  db.exec('commit')
  db.close()
}

describeStates('plans', look => {
  // Waits for the job that plans.
  test('tariff, prices, plan, the reason by arrow key, the bill', { timeout: 300_000 }, async ({ startOwn }) => {
    const { portal, visit } = await startOwn()
    emptyHouses(portal)
    const page = await visit({ ...look, as: 'demo-kunde' })
    const see = (view: string) => open(page, `${place}?view=${view}`)

    await see('tariffs')
    await expect(page.getByRole('button', { name: 'Tarif hinzufügen' })).toBeVisible()
    await page.getByRole('button', { name: 'Tarif hinzufügen' }).click()
    const form = page.getByRole('dialog', { name: 'Tarif hinzufügen' })
    const fill = (name: string, value: string) => form.getByRole('textbox', { name, exact: true }).fill(value)
    await form.getByRole('radio', { name: /^Dynamisch nach der Börse/ }).click()
    await fill('Name', 'Dynamisch')
    await form.getByLabel('Gilt ab').fill(new Date(Date.now() - dayMs).toISOString().slice(0, 10))
    await fill('Aufschlag des Versorgers', '1,5')
    await fill('Netzentgelt', '9,53')
    await fill('Steuern, Umlagen, Konzessionsabgabe', '4,63')
    await fill('Vergütung', '7,86')
    await form.getByRole('button', { name: 'Tarif speichern' }).click()
    await expect(form).not.toBeAttached()

    await see('prices')
    await expect(page.getByText(/^Die Preise der Börse sind nicht bekannt\./)).toBeVisible()
    await check(page, 'no prices of the exchange')
    furnish(portal, { days: 3, hasBattery: false })
    await page.reload()
    const band = page.getByRole('slider', { name: 'Preise der Viertelstunden heute und morgen' })
    await expect(page.getByText(/sind Preise geschätzt/)).toBeVisible()
    await expect(page.getByText('Bundesnetzagentur | SMARD.de, CC BY 4.0.')).toBeVisible()
    await band.press('End')
    await expect(band).toHaveAttribute(
      'aria-valuetext',
      /, 23:45\u00a0Uhr: 28,16\u00a0ct brutto, geschätzt\. Börse 8,00\u00a0ct, /,
    )
    await check(page, 'estimated prices')
    furnish(portal, { days: 4, hasBattery: true })
    await page.reload()
    await expect(band).toBeVisible()
    await expect(page.getByText(/sind Preise geschätzt/)).toHaveCount(0)
    await band.press('Home')
    await expect(band).toHaveAttribute('aria-valuetext', /, 00:00\u00a0Uhr: 28,16\u00a0ct brutto\. /)
    await band.press('ArrowRight')
    await expect(page.getByRole('heading', { name: /, 00:15\sUhr$/ })).toBeVisible()
    await check(page, 'prices')

    await see('plan')
    await expect(page.getByRole('heading', { name: 'Warum gerade?' })).toBeVisible({ timeout: 120_000 })
    await expect(page.getByText(/Der Plan der nächsten zwei Tage rechnet mit/)).toBeVisible({ timeout: 120_000 })
    await check(page, 'a plan')
    const picture = page.getByRole('slider', { name: 'Plan und Wirklichkeit heute und morgen' })
    const before = await picture.getAttribute('aria-valuenow')
    await picture.press('ArrowRight')
    await expect(picture).toHaveAttribute('aria-valuenow', String(Number(before) + 1))
    await expect(picture).toHaveAttribute(
      'aria-valuetext',
      /Hausakku: .+\. Hausakku .+ Eine gespeicherte Kilowattstunde ist .+ct wert\. Bezug .+ct.*\. Einspeisung .+ct\. Grenze keine\./,
    )
    await expect(page.getByRole('heading', { name: /^Warum\? / })).toBeVisible()
    await page.getByRole('button', { name: 'Viertelstunde davor' }).click()
    await expect(page.getByRole('heading', { name: 'Warum gerade?' })).toBeVisible()

    await open(page, place)
    const why = page.getByRole('region', { name: 'Warum gerade?' })
    await expect(why.getByText(/^Hausakku .+\.$/)).toBeVisible()
    await check(page, 'why now')

    await see('bill')
    await expect(page.getByRole('heading', { name: /^Abrechnung / })).toBeVisible()
    await expect(page.getByRole('row', { name: /^Bezug, brutto/ })).toBeVisible()
    await check(page, 'the bill of a month')
    await page.getByRole('button', { name: 'Monat davor' }).click()
    await expect(page.getByRole('heading', { name: /^Abrechnung / })).toBeVisible()
  })

  test('a house without readings, one planned by rules, and a failure', async ({ startOwn }) => {
    const { portal, visit } = await startOwn()
    emptyHouses(portal)
    const page = await visit({ ...look, as: 'demo-kunde' })
    furnish(portal, { days: 4, hasBattery: true })
    const answer = (change: object) =>
      page.route('**/energy-sites/*/plan/', async route => {
        await route.fulfill({ json: { plan: null, obstacle: null, unplanned: [], source: null, ...change } })
      })
    await answer({ obstacle: 'silent' })
    await open(page, `${place}?view=plan`)
    await expect(
      page.getByText(/^Die Anlage meldet sich nicht\. Ohne aktuelle Messwerte gibt es keinen Plan/),
    ).toBeVisible()
    await check(page, 'missing readings')
    await page.unroute('**/energy-sites/*/plan/')
    const startsAt = new Date(Math.floor(Date.now() / slotMs) * slotMs).toISOString()
    const all = (value: unknown) => new Array(192).fill(value)
    await answer({
      unplanned: ['Auto'],
      plan: {
        ...{
          id: '019aaaaa-0000-7000-8000-000000000003',
          madeAt: startsAt,
          status: 'rules',
          startsAt,
          minutes: all(15),
        },
        ...{ loadW: all(500), pvW: all(0), importCt: all(30), exportCt: all(8), isPriceEstimated: all(true) },
        ...{ importW: all(500), exportW: all(0), curtailW: all(0), limits: { maxImportW: null, maxExportW: 5_880 } },
        isDimmed: all(false),
        storages: [
          {
            ...{ id: '019aaaaa-0000-7000-8000-000000000002', name: 'Hausakku', kind: 'battery', maxWh: 10_000 },
            ...{ chargeW: all(0), dischargeW: all(0), contentWh: all(5_000), valueCt: all(null), mode: all('auto') },
            ...{
              reason: all('rules'),
              sentence: all('Hausakku läuft nach festen Regeln: Ein besserer Plan liegt nicht vor.'),
            },
          },
        ],
        ...{ costEur: 3, selfUseCostEur: 2.5, endValueEur: 4, selfUseEndValueEur: 2.8, shortfalls: [] },
      },
    })
    await page.reload()
    await expect(page.getByText(/^Gerade gilt ein Plan nach festen Regeln/)).toBeVisible()
    await expect(page.getByText('Ohne aktuellen Ladestand und deshalb nicht geplant: Auto.')).toBeVisible()
    await expect(page.getByText(/Am Ende ist mit Plan Strom im Wert von 1,20\s€ mehr gespeichert\./)).toBeVisible()
    await expect(page.getByText('Einspeisung höchstens 5,88\u00a0kW')).toBeVisible()
    await check(page, 'a plan by rules')
    await page.getByText('Plan als Tabelle', { exact: true }).click()
    for (const width of [deskWidth, look.width]) {
      await page.setViewportSize({ width, height: 900 })
      await expectTablesFit(page, `a plan as a table, ${width} px`)
    }
    await page.route('**/energy-sites/*/plan-day/', route => route.fulfill({ status: 500, json: {} }))
    await page.reload()
    await expect(page.getByText('Fehler beim Abrufen des Plans')).toBeVisible()
    await check(page, 'a plan that cannot be read')
  })
})
