/** Incomplete houses: a link to a missing one, no storage, no exchange in its price, values of some hours only. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expectAccessible } from './axe.ts'
import { measureYesterday } from './house-states.ts'
import { expect, test } from './journey.ts'
import { open, pressRetry, send } from './visit.ts'
import { waitUntilLoaded } from './wait-until-loaded.ts'

const page = '/customer-portal/power-master'

/** The site of the demo's customer with this name. */
async function siteOf(window: Page, name: string): Promise<string> {
  const { results } = await (await window.request.get('/api/backend/energy-sites/')).json()
  return results.find((site: { name: string }) => site.name === name).id
}

test('a link to a missing house shows a notice, which names the house shown instead', async ({ customer }) => {
  const own = await siteOf(customer, 'Weingut, Kelterhalle')
  const foreign = own.replace(/^.{8}/, '00000000')
  const notice = customer.getByText(
    'Die Anlage aus diesem Link gibt es hier nicht oder nicht mehr. Sie sehen Weingut, Hauptgebäude.',
  )
  for (const path of [page, '/customer-portal/power-master-report']) {
    await open(customer, `${path}?site=${foreign}`)
    await expect(notice).toBeVisible()
    await customer
      .getByRole('navigation', { name: 'Anlagen' })
      .getByRole('link', { name: 'Weingut, Kelterhalle' })
      .click()
    await customer.waitForURL(url => url.searchParams.get('site') === own)
    await expect(notice).not.toBeAttached()
  }
})

test('a house without a storage has no switches for control, and its fixed price no part of the exchange', async ({
  customer,
}) => {
  const switches = customer.getByRole('button', {
    name: /^(Steuerung einschalten|Nur Vorschläge zeigen|Alles anhalten)$/,
  })
  await open(customer, `${page}?site=${await siteOf(customer, 'Weingut, Hauptgebäude')}`)
  await expect.poll(() => switches.count()).toBeGreaterThan(0)

  const site = await siteOf(customer, 'Weingut, Kelterhalle')
  await open(customer, `${page}?site=${site}`)
  await expect(customer.getByText('Diese Anlage hat noch keinen Speicher, der sich steuern lässt.')).toBeVisible()
  await expect(switches).toHaveCount(0)

  await open(customer, `${page}?site=${site}&view=prices`)
  const band = customer.getByRole('slider', { name: 'Preise der Viertelstunden heute und morgen' })
  await expect(band).toHaveAttribute('aria-valuetext', /Versorger .* Netzentgelt .* Umsatzsteuer/)
  await expect(band).not.toHaveAttribute('aria-valuetext', /Börse/)
  await customer.getByText('Preise als Tabelle').click()
  const columns = customer.getByRole('columnheader')
  await expect(columns.filter({ hasText: 'Versorger' })).toHaveCount(1)
  await expect(columns.filter({ hasText: 'Börse' })).toHaveCount(0)
  await open(customer, `${page}?site=${site}&view=bill`)
  // The running month has no consumption yet when it begins, so its bill lacks the supplier's row.
  await customer.getByRole('button', { name: 'Monat davor' }).click()
  await expect(customer.getByRole('rowheader', { name: 'Versorger, netto' })).toBeVisible()
  await expect(customer.getByRole('rowheader', { name: 'Börse, netto' })).toHaveCount(0)
})

test('the file of a day with a gap has day and time in every line', async ({ admin, customer, portal }) => {
  const { results } = await (await admin.request.get('/api/backend/customer/?search=Gr%C3%B6%C3%9Fl')).json()
  await send(admin, '/api/backend/energy-sites/', {
    customerId: results[0].id,
    name: 'Haus mit Lücke',
    usualChannels: true,
  })
  const site = await siteOf(customer, 'Haus mit Lücke')
  const day = measureYesterday(portal, site)
  await open(customer, `${page}?site=${site}&from=${day}`)
  const [file] = await Promise.all([
    customer.waitForEvent('download'),
    customer.getByRole('button', { name: 'CSV herunterladen' }).click(),
  ])
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n')
  const date = day.split('-').toReversed().join('.')
  expect(lines[0]).toMatch(/^\uFEFFZeit;Sonne \(kWh\);/)
  expect(lines[1]).toMatch(new RegExp(`^${date} 00:00;200000,000000;`))
  // Its values are unknown, which differs from 0.
  expect(lines[2]).toMatch(new RegExp(`^${date} 00:15;;;.*;[^;]+\\.;0$`))
  expect(file.suggestedFilename()).toBe(`Haus mit Lücke-Viertelstunden-${day}.csv`)
})

test('a step reached by the arrow keys is read out once, with its values', async ({ customer }) => {
  const month = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 7)
  await open(customer, `${page}?site=${await siteOf(customer, 'Weingut, Hauptgebäude')}&step=day&from=${month}-01`)
  const chart = customer.getByRole('group', { name: /^Woher kam der Strom\?/ })
  const date = month.split('-').toReversed().join('.')
  // The three charts of a month share the chosen day.
  const said = customer.getByRole('status').filter({ hasText: date })
  await chart.press('Home')
  await expect(said).toHaveText([
    new RegExp(`^01\\.${date}: Sonne [\\d.,]+\u00a0kWh, Akku entlädt [\\d.,]+\u00a0kWh, Netzbezug `),
  ])
  await chart.press('ArrowRight')
  await expect(said).toHaveText([new RegExp(`^02\\.${date}: Sonne `)])
})

test('keys change the period and the focus stays in the chart, also while values load and where there are none', async ({
  customer,
}) => {
  const at = `${page}?site=${await siteOf(customer, 'Weingut, Hauptgebäude')}`
  const search = (name: string) => expect.poll(() => new URL(customer.url()).searchParams.get(name))
  const dayOf = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const year = new Date().getFullYear()
  const picture = customer.getByRole('group', { name: /Erzeugung, Verbrauch, Netz und Ladestand je Viertelstunde/ })
  const goal = customer.getByRole('group', { name: /^Wohin ging der Strom\?/ })

  await open(customer, `${at}&from=${dayOf(40)}`)
  await waitUntilLoaded(customer)
  await picture.focus()
  const top = () => picture.evaluate(element => element.getBoundingClientRect().top)
  const before = await top()
  await customer.keyboard.press('PageUp')
  await search('from').toBe(dayOf(41))
  await expect(picture).toBeFocused()
  expect(Math.abs((await top()) - before), 'the picture keeps its place').toBeLessThan(40)
  const calls = /\/energy-sites\/[^/]+\/energy\//
  const release = Promise.withResolvers<void>()
  await customer.route(calls, async route => {
    await release.promise
    await route.continue()
  })
  for (const ago of [42, 43]) {
    await customer.keyboard.press('PageUp')
    await search('from').toBe(dayOf(ago))
    await expect(picture).not.toBeAttached()
    await expect(customer.locator(':focus')).toHaveRole('group')
  }
  release.resolve()
  await expect(picture).toBeFocused()
  await customer.unroute(calls)
  await customer.keyboard.press('Home')
  await expect(customer.getByText(/^00:00 bis 00:15\u00a0Uhr: /)).toBeVisible()
  await customer.keyboard.press('Escape')
  await expect(customer.getByText('Ganzer Tag')).toBeVisible()
  await expect(customer.getByText(/mit Esc zurück zum ganzen Tag\.$/)).toBeVisible()

  await open(customer, `${at}&step=year`)
  await goal.press('Home')
  await customer.keyboard.press('Enter')
  await search('step').toBe('month')
  await expect(goal).toBeFocused()
  await open(customer, `${at}&step=month&from=${year - 1}-01-01`)
  await goal.press('End')
  await customer.keyboard.press('Enter')
  await search('step').toBe('day')
  await expect(goal).toBeFocused()
  await customer.keyboard.press('Home')
  await customer.keyboard.press('Enter')
  await search('step').toBe('slot')
  await expect(picture).toBeFocused()

  await open(customer, `${at}&step=month&from=${year - 2}-01-01`)
  await goal.press('PageUp')
  await search('from').toBe(`${year - 3}-01-01`)
  await expect(customer.getByText('In diesem Zeitraum wurde nichts gemessen.')).toBeVisible()
  await expect(customer.getByRole('group', { name: String(year - 3) })).toBeFocused()
  await customer.keyboard.press('PageDown')
  await expect(goal).toBeFocused()
})

test('alarms and today’s line show an error if they cannot be fetched, and appear after a retry', async ({ visit }) => {
  const customer = await visit({ as: 'demo-kunde', expected: [/500/] })
  const fail = (calls: RegExp) => customer.route(calls, route => route.fulfill({ status: 500, json: {} }))
  const alarmCalls = /\/energy-sites\/[^/]+\/alarms\//
  await fail(alarmCalls)
  await open(customer, page)
  const alarms = customer.getByRole('region', { name: 'Meldungen', exact: true })
  await expect(alarms.getByText('Fehler beim Abrufen der Meldungen')).toBeVisible()
  await pressRetry(customer, alarmCalls, alarms)
  await expect(customer.getByText('Fehler beim Abrufen der Meldungen')).toHaveCount(0)

  const siteCalls = /\/energy-sites\/\?/
  await fail(siteCalls)
  await open(customer, '/customer-portal/home')
  const today = customer.getByRole('region', { name: 'Energie heute' })
  await expect(today.getByText('Ihre Anlagen konnten gerade nicht abgerufen werden.')).toBeVisible()
  await expectAccessible(customer, 'the home page without its houses')
  await pressRetry(customer, siteCalls, today)
  await expect(today.getByRole('link', { name: 'Weingut, Hauptgebäude' })).toBeVisible()
})
