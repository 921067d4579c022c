/** PowerMaster measures: the owner creates a site, a sender pushes values, and the customer sees them. */
import { formatDateTime } from '#web/lib/format/format.ts'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { propose } from './house-states.ts'
import { expect, test } from './journey.ts'
import { open, phoneWidth } from './visit.ts'

const minuteMs = 60_000

test('a site is created, its sender pushes values, one is refused by name, and the customer sees the power flow', async ({
  admin,
  visit,
}) => {
  const customer = await visit({ as: 'demo-neu', width: phoneWidth })
  await open(customer, '/customer-portal/power-master')
  await expect(customer.getByRole('heading', { name: 'Noch keine Anlage' })).toBeVisible()
  await expectAccessible(customer, 'PowerMaster without a site')
  await expectNoSidewaysScroll(customer, 'PowerMaster without a site')
  await customer.getByRole('link', { name: 'Anfrage stellen' }).click()
  const request = customer.getByRole('dialog', { name: 'Anfrage stellen' })
  await expect(request.getByRole('textbox', { name: 'Worum geht es?' })).toHaveValue('PowerMaster für mein Haus')
  await expect(request.getByRole('textbox', { name: 'Beschreibung' })).toHaveValue(
    /^Ich interessiere mich für PowerMaster\./,
  )
  await request.getByRole('button', { name: 'Anfrage senden' }).click()
  await expect(customer.getByRole('heading', { name: 'PowerMaster für mein Haus' })).toBeVisible()
  await open(customer, '/customer-portal/power-master')

  await open(admin, '/admin-portal/power-master')
  await admin.getByRole('button', { name: 'Anlage anlegen' }).click()
  const form = admin.getByRole('dialog', { name: 'Anlage anlegen' })
  await form.getByRole('combobox', { name: 'Kunde' }).fill('Morgenröte')
  await admin.getByRole('option', { name: /Morgenröte/ }).click()
  await form.getByRole('textbox', { name: 'Name' }).fill('Haus am Hang')
  await form.getByLabel('Photovoltaik').fill('9,8')
  await expectAccessible(admin, 'the form of a site')
  await form.getByRole('button', { name: 'Anlage speichern' }).click()
  await admin.waitForURL('**/admin-portal/energy-site/*')
  await expect(admin.getByText('Es ist noch kein Wert angekommen.')).toBeVisible()
  await customer.reload()
  await expect(customer.getByRole('link', { name: 'Hilfe anfragen' })).toBeVisible()
  await expectAccessible(customer, 'a site without values')
  await admin.getByRole('button', { name: 'Zum Zugang für Sender' }).click()
  await expect(admin.getByRole('button', { name: 'Adresse erzeugen' })).toBeInViewport()
  await admin.keyboard.press('Tab')
  await admin.keyboard.press('Enter')
  await expect(admin.getByText('Dieses Portal nimmt keine Werte über MQTT an.')).toBeVisible()
  await expect(admin.getByRole('heading', { name: 'OpenDTU', exact: true })).toHaveCount(0)
  const url = (await admin.locator('pre', { hasText: /^http/ }).textContent()) ?? ''

  const now = Date.now()
  const readings = [2, 1, 0].flatMap(minutesAgo => {
    const at = new Date(now - minutesAgo * minuteMs).toISOString()
    return [
      { channel: 'pv', at, value: 4_200 },
      { channel: 'grid', at, value: -3_100 },
      { channel: 'gird', at, value: 1 },
    ]
  })
  const push = (body: string) => fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const answer = await push(JSON.stringify({ readings }))
  expect(await answer.json()).toMatchObject({ accepted: 6 })
  expect((await push('{"readings":[')).status).toBe(422)

  await admin.reload()
  const flows = admin.getByRole('region', { name: 'Jetzt' })
  await expect(flows.getByRole('listitem').filter({ hasText: 'Sonne' }).getByText('4,20\u00a0kW')).toBeVisible()
  await expect(flows.getByRole('listitem').filter({ hasText: 'Einspeisung' }).getByText('3,10\u00a0kW')).toBeVisible()
  await admin.getByText('Abgelehnte Werte', { exact: true }).click()
  const refused = admin.getByRole('table', { name: 'Abgelehnte Werte' }).getByRole('row')
  await expect(refused).toHaveCount(5)
  await expect(refused.filter({ hasText: 'Ganze Nachricht' })).toContainText('Die Nachricht ist nicht lesbar.')
  const unassigned = admin.getByRole('region', { name: 'Nicht zugeordnete Werte' })
  await expect(unassigned.getByRole('row').filter({ hasText: 'gird' })).toContainText('Unbekannt')
  await expect(refused.filter({ hasText: formatDateTime(new Date(now - 2 * minuteMs).toISOString()) })).toContainText(
    /angekommen \d\d\.\d\d\.\d{4},\u00a0\d\d:\d\d/,
  )
  await expectAccessible(admin, 'a site of the owner')

  const pv = (value: number) => push(JSON.stringify({ readings: [{ channel: 'pv', value }] }))
  expect((await pv(-2_000)).status).toBe(200)
  await admin.reload()
  const doubt = /^Zählt nicht mit, weil der Wert nicht stimmen kann: .+ \(.2,00.kW\)\.$/
  await expect(flows.getByText(doubt)).toBeVisible()
  await expect(flows.getByRole('listitem').filter({ hasText: 'Sonne' })).toHaveCount(0)
  await expectAccessible(admin, 'a value that cannot be true')
  expect((await pv(4_200)).status).toBe(200)

  await open(admin, '/admin-portal/power-master')
  const row = admin.getByRole('row').filter({ hasText: 'Haus am Hang' })
  await expect(row.getByRole('cell').filter({ hasText: /^4,20\u00a0kW/ })).toBeVisible()
  await expect(row.getByText(/^ältester vor \d+\u00a0(s|Minuten?)$/)).toBeVisible()
  const park = admin.getByRole('region', { name: 'Alle Anlagen zusammen' })
  await expect(park.getByText(/^von \d+ der \d+\u00a0Anlagen$/)).toBeVisible()
  await expectAccessible(admin, 'the sites of all customers')

  await customer.reload()
  await expect(customer.getByText('Haus am Hang')).toBeVisible()
  await expect(customer.getByRole('link', { name: 'Hilfe anfragen' })).toHaveCount(0)
  await expect(customer.getByRole('region', { name: 'Jetzt' }).getByText('4,20\u00a0kW', { exact: true })).toBeVisible()
  await expectNoSidewaysScroll(customer, 'the energy of a site')
  await customer.getByRole('combobox', { name: 'Zeitraum' }).selectOption({ label: 'Monat' })
  await expect.poll(() => new URL(customer.url()).searchParams.get('step')).toBe('day')
  await customer.getByRole('button', { name: 'Früher' }).click()
  await expect(customer.getByText('In diesem Zeitraum wurde nichts gemessen.')).toBeVisible()
  await expectAccessible(customer, 'a month without values')

  await customer.getByRole('button', { name: 'Heute', exact: true }).click()
  await customer.getByRole('link', { name: 'Monatsbericht' }).click()
  await expect(customer.getByRole('heading', { name: /^Monatsbericht / })).toBeVisible()
  await expectAccessible(customer, 'the report of a month')
  await open(customer, '/customer-portal/home')
  await expect(customer.getByRole('region', { name: 'Energie heute' }).getByText('Haus am Hang')).toBeVisible()
})

test('unassigned values of devices are assigned by one click, or with an input where there is no proposal', async ({
  portal,
  admin,
  visit,
}) => {
  await open(admin, '/admin-portal/power-master')
  await admin.getByRole('button', { name: 'Anlage anlegen' }).click()
  const form = admin.getByRole('dialog', { name: 'Anlage anlegen' })
  await form.getByRole('combobox', { name: 'Kunde' }).fill('Morgenröte')
  await admin.getByRole('option', { name: /Morgenröte/ }).click()
  await form.getByRole('textbox', { name: 'Name' }).fill('Haus mit evcc')
  await form.getByRole('checkbox', { name: 'Das Haus hat einen Akku' }).click()
  await form.getByRole('button', { name: 'Anlage speichern' }).click()
  await admin.waitForURL('**/admin-portal/energy-site/*')
  const channels = admin.getByRole('table', { name: 'Messkanäle' })
  await expect(channels.getByRole('row').filter({ hasText: 'Netz, Leistung' })).toBeVisible()
  await expect(channels.getByRole('row').filter({ hasText: 'Akku' })).toHaveCount(0)

  const path = new URL(admin.url()).pathname
  propose(portal, path.split('/').at(-1) ?? '')
  await open(admin, path)
  const phone = await visit({ as: 'demo-admin', width: phoneWidth })
  await open(phone, path)
  for (const page of [admin, phone]) {
    const section = page.getByRole('region', { name: 'Nicht zugeordnete Werte' })
    await expect(section.getByText('412.5\u00a0W')).toBeVisible()
    await section.getByText('1 weiterer Wert ohne Vorschlag', { exact: true }).click()
    await expect(section.getByText('Unbekannt')).toBeVisible()
    await expectAccessible(page, 'values that nobody has assigned')
    await expectNoSidewaysScroll(page, 'values that nobody has assigned')
  }

  const unassigned = admin.getByRole('region', { name: 'Nicht zugeordnete Werte' })
  await unassigned.getByRole('button', { name: 'site/gridPower zuordnen' }).press('Enter')
  await expect(admin.getByText('Netz, Leistung: Werte zählen ab jetzt.')).toBeVisible()
  await expect(channels.getByRole('row').filter({ hasText: 'Netz, Leistung' })).toHaveCount(1)
  await unassigned.getByRole('button', { name: 'SML 96_1_0 zuordnen' }).press('Enter')
  const dialog = admin.getByRole('dialog', { name: 'Wert zuordnen' })
  await expect(dialog.getByText('tele/keller/SENSOR · SML.96_1_0')).toBeVisible()
  await dialog.getByRole('button', { name: 'Zuordnen' }).click()
  await expect(dialog.getByRole('combobox', { name: 'Was wird gemessen?' })).toBeFocused()
  await dialog.getByRole('combobox', { name: 'Was wird gemessen?' }).selectOption({ label: 'Wärmepumpe' })
  await dialog.getByRole('combobox', { name: 'Messgröße' }).selectOption({ label: 'Leistung (W)' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Wärmepumpe')
  await expectAccessible(admin, 'the form of a value')
  await dialog.getByRole('button', { name: 'Zuordnen' }).click()
  await expect(channels.getByRole('row').filter({ hasText: 'Wärmepumpe' })).toBeVisible()
  await expect(unassigned.getByText('Alles, was gesendet wird, ist zugeordnet.')).toBeVisible()
})
