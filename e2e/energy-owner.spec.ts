/** The owner's view of a site: the log of commands, and the month report in its states. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test as base, expect } from './journey.ts'
import type { Portal } from './started-portal.ts'
import { check, describeStates } from './states/states.ts'
import { open } from './visit.ts'
import { waitUntilLoaded } from './wait-until-loaded.ts'

/** Thirty commands of the demo's site two days ago, one of them refused, and no others. */
function storeCommands({ dataDir }: Portal): string {
  const database = new DatabaseSync(join(dataDir, 'portal.sqlite'), { timeout: 10_000 })
  const site = database.prepare("select id, customer_id from energy_site where name = 'Weingut, Hauptgebäude'").get()
  const [id, customerId] = [String(site?.id), String(site?.customer_id)]
  const storage = database.prepare("select id from energy_storage where site_id = ? and name = 'Hausakku'").get(id)
  const facts = '{"valueCt":29,"chargeEfficiency":0.96,"importCt":31,"exportCt":8,"time":null,"until":null}'
  const target = '{"target":{"kind":"own"},"topic":"akku/set","payload":null,"expected":"auto","usual":null}'
  const add = database.prepare(
    `insert into energy_command (id, site_id, customer_id, storage_id, at, mode, reason, facts, is_dimmed, target, state,
       reports_since, ended_at) values (?, ?, ?, ?, ?, 'auto', 'surplus', ?, 0, ?, ?, ?, ?)`,
  )
  database.exec('begin immediate')
  database.prepare("update energy_site set control = 'suggest' where id = ?").run(id)
  database.prepare('delete from energy_command where site_id = ?').run(id)
  for (let index = 0; index < 30; index++) {
    const at = new Date(Date.now() - 2 * 86_400_000 - index * 900_000).toISOString()
    // The latest first, by their ids.
    const rowId = `019aaaaa-0000-7000-8000-0000000001${99 - index}`
    const state = index === 29 ? 'refused' : 'superseded'
    add.run(rowId, id, customerId, String(storage?.id), at, facts, target, state, at, at)
  }
  database.exec('commit')
  database.close()
  return id
}

describeStates('the owner', look => {
  base('the log of commands: pages and filters in the address, place on the page', async ({ startOwn }) => {
    const { portal, visit } = await startOwn()
    const page = await visit({ ...look, as: 'demo-admin' })
    await open(page, `/admin-portal/energy-site/${storeCommands(portal)}`)
    await waitUntilLoaded(page)
    // On one line: a menu alone on a line looks lost.
    const [edit, menu] = [
      page.getByRole('button', { name: 'Bearbeiten', exact: true }),
      page.getByRole('button', { name: 'Weitere Aktionen' }),
    ]
    expect((await menu.boundingBox())?.y).toBe((await edit.boundingBox())?.y)

    await page.getByText('Gesendete Befehle ansehen', { exact: true }).click()
    const log = page.getByRole('table', { name: 'Gesendete Befehle' })
    await expect(page.getByText(/^1–25\svon\s30$/)).toBeVisible()
    await page.getByRole('button', { name: 'Nächste Seite' }).press('Enter')
    await expect(page.getByText(/^26–30\svon\s30$/)).toBeVisible()
    await expect(page).toHaveURL(/page=2/)
    await expect(page.getByRole('heading', { name: 'Gesendete Befehle', exact: true })).toBeInViewport()
    await expect(page.getByRole('link', { name: 'Jetzt und Verlauf' })).toHaveAttribute('aria-current', 'page')
    await expect(log.getByText('Abgelehnt')).toBeVisible()
    await check(page, 'the second page of the log')
    const address = new URL(page.url())
    await open(page, `${address.pathname}?state=refused`)
    await expect(page.getByText(/^1–1\svon\s1$|^1\svon\s1$/)).toBeVisible()
    await open(page, `${address.pathname}?state=expired`)
    await expect(page.getByText('Keine Befehle passen zu dieser Auswahl.')).toBeVisible()
    await check(page, 'a log of which nothing fits')
  })

  base('the month report: no data, a failure, a foreign site', async ({ startOwn }) => {
    const { portal, visit } = await startOwn()
    const page = await visit({ ...look, as: 'demo-admin', expected: [/404/, /500/] })
    const place = (site: string) => `/admin-portal/energy-site/${site}/month-report?from=2019-03-01`
    const site = storeCommands(portal)
    await open(page, place(site))
    await expect(page.getByRole('heading', { name: 'Monatsbericht März 2019' })).toBeVisible()
    await expect(page.getByText('In diesem Zeitraum wurde nichts gemessen.')).toBeVisible()
    await check(page, 'the report of a month without data')
    await page.route('**/energy-sites/*/energy/**', route => route.fulfill({ status: 500, json: {} }))
    await page.reload()
    await expect(page.getByRole('button', { name: 'Erneut versuchen' })).toBeVisible()
    await check(page, 'a report that cannot be read')
    await open(page, place('019aaaaa-0000-7000-8000-000000000099'))
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    await check(page, 'the report of no site')
  })
})
