/** Alarms muted by the owner, and the energy pages in an admin's view as the customer, who changes nothing there. */
import type { Page } from 'playwright-core'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { expect, test } from './journey.ts'
import { lookAs, open, phoneWidth } from './visit.ts'

const place = '/customer-portal/power-master'

type Site = { id: string; name: string; customer: { id: string } }

/** The demo's site with this name. */
async function siteOf(page: Page, name: string): Promise<Site> {
  const { results } = await (await page.request.get('/api/backend/energy-sites/')).json()
  return results.find((site: Site) => site.name === name)
}

test('an alarm is muted for a week by keyboard, stays visible, and reports again', async ({ visit }) => {
  const page = await visit({ as: 'demo-admin', width: phoneWidth, scheme: 'dark' })
  await open(page, `/admin-portal/energy-site/${(await siteOf(page, 'Wohnhaus Lindenweg')).id}`)
  const alarms = page.getByRole('region', { name: 'Meldungen' })
  const mute = alarms.getByRole('button', { name: 'Stumm schalten: Anlage meldet sich nicht' })
  const unmute = alarms.getByRole('button', { name: 'Wieder melden: Anlage meldet sich nicht' })
  await mute.press('Enter')
  await page.getByRole('menuitem', { name: 'Eine Woche' }).press('Enter')
  const sentence = alarms.getByText(/^„Anlage meldet sich nicht“ ist bis zum \d\d\.\d\d\.\d{4} stumm: /)
  await expect(sentence).toBeVisible()
  await expect(alarms.getByText('Seit mehr als 15 Minuten ist kein Wert angekommen.')).toBeVisible()
  await expect(mute).toHaveCount(0)
  await expect(unmute).toBeFocused()
  await expectAccessible(page, 'a muted alarm')
  await expectNoSidewaysScroll(page, 'a muted alarm')

  await page.keyboard.press('Enter')
  await expect(mute).toBeFocused()
  await expect(sentence).toHaveCount(0)
})

test('in the view as customer, alarms, control, departures and tariffs are read and not changed', async ({ visit }) => {
  const other = await visit({ as: 'demo-admin', width: phoneWidth })
  await lookAs(other, (await siteOf(other, 'Wohnhaus Lindenweg')).customer.id)
  await open(other, place)
  const alarms = other.getByRole('region', { name: 'Meldungen' })
  await expect(alarms.getByText('Anlage meldet sich nicht', { exact: true })).toBeVisible()
  await expect(alarms.getByRole('button')).toHaveCount(0)

  const page = await visit({ as: 'demo-admin' })
  const house = await siteOf(page, 'Weingut, Hauptgebäude')
  await lookAs(page, house.customer.id)
  await open(page, `${place}?site=${house.id}`)
  const control = page.getByRole('region', { name: 'Steuerung' })
  await expect(control.getByText('In der Ansicht als Kunde lässt sich die Steuerung nicht ändern.')).toBeVisible()
  await expect(control.getByText(/^Nächste Abfahrt /)).toBeVisible()
  await expect(control.getByRole('button')).toHaveCount(0)
  await expectAccessible(page, 'control in the view as customer')

  await open(page, `${place}?site=${house.id}&view=tariffs`)
  const tariffs = page.getByRole('region', { name: 'Tarife' })
  await expect(tariffs.getByText('gilt jetzt').filter({ visible: true })).toBeVisible()
  await expect(tariffs.getByRole('button')).toHaveCount(0)
  await expectAccessible(page, 'tariffs in the view as customer')
})
