import type { Page } from 'playwright-core'
import { hear, measureYesterday } from '#e2e/house-states.ts'
import { test as base, expect } from '#e2e/journey.ts'
import { anyOf } from '#e2e/list-places.ts'
import { open, pressRetry, remove, send } from '#e2e/visit.ts'
import { waitUntilLoaded } from '#e2e/wait-until-loaded.ts'
import { minuteMs } from '#server/clock.ts'
import { check, describeStates } from './states.ts'

const test = base.extend('portalOptions', { scope: 'file' }, { environment: { MQTT_ADDRESS: 'mqtt.example.org:8883' } })

async function openHouse(page: Page, name: string): Promise<void> {
  await open(page, '/admin-portal/power-master')
  await page.getByRole('table').getByRole('link', { name }).click()
  await page.waitForURL('**/admin-portal/energy-site/*')
  await waitUntilLoaded(page)
}

describeStates('energy', look => {
  test('current and past values of a house, by keyboard alone: a quarter-hour, a day compared with the day before, a week, all years', async ({
    visit,
  }) => {
    const page = await visit({ ...look, as: 'demo-kunde' })
    await open(page, '/customer-portal/power-master')
    await waitUntilLoaded(page)
    const now = page.getByRole('region', { name: 'Jetzt', exact: true })
    await expect(now.getByRole('status')).toContainText(/Der Akku ist zu \d+\u00a0% voll\./)
    await expect(now.getByRole('listitem').filter({ hasText: 'Netz' })).toContainText(/vor \d+\u00a0s/)
    await check(page, 'live')
    const day = page.getByRole('group', { name: /Erzeugung, Verbrauch, Netz und Ladestand je Viertelstunde/ })
    await day.focus()
    await page.keyboard.press('PageUp')
    await expect.poll(() => new URL(page.url()).searchParams.get('from')).not.toBeNull()
    await waitUntilLoaded(page)
    await day.focus()
    // Of a whole day: soon after midnight, today has none yet.
    await page.keyboard.press('Home')
    await expect(page.getByText(/^00:00 bis 00:15\u00a0Uhr: /)).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByText(/^00:15 bis 00:30\u00a0Uhr: .*Verbrauch/)).toBeVisible()
    await check(page, 'a quarter-hour of a day')
    await page.getByRole('combobox', { name: 'Vergleich' }).selectOption({ label: 'mit der Zeit davor' })
    await expect(page.getByRole('table', { name: /im Vergleich$/ })).toBeVisible()
    await check(page, 'a day compared with the day before')
    await page.getByRole('combobox', { name: 'Zeitraum' }).selectOption({ label: 'Woche' })
    await expect.poll(() => new URL(page.url()).searchParams.get('to')).not.toBeNull()
    await expect(page.getByRole('group', { name: /^Woher kam der Strom\?/ })).toBeVisible()
    await check(page, 'a week')
    await page.getByRole('combobox', { name: 'Zeitraum' }).selectOption({ label: 'Gesamt' })
    const years = page.getByRole('group', { name: /^Woher kam der Strom\?/ })
    await expect(years).toBeVisible()
    await years.focus()
    await page.keyboard.press('End')
    await check(page, 'all years')
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).searchParams.get('step')).toBe('month')
  })

  test('a customer without a house, then with one without values, and one that is old, silent and unreachable', async ({
    visit,
    portal,
  }) => {
    const page = await visit({ ...look, as: 'demo-neu' })
    await open(page, '/customer-portal/power-master')
    await expect(page.getByRole('link', { name: 'Was PowerMaster kann' })).toBeVisible()
    await check(page, 'no site')

    const admin = await visit({ as: 'demo-admin' })
    const { results } = await (await admin.request.get('/api/backend/customer/?search=Morgenr%C3%B6te')).json()
    const customerId = results[0].id
    await send(admin, '/api/backend/energy-sites/', {
      customerId,
      name: 'Haus am Hang',
      usualChannels: true,
      pvKwp: 9.8,
    })
    await open(page, '/customer-portal/power-master')
    await expect(page.getByText('Es ist noch kein Wert angekommen.')).toBeVisible()
    await expect(page.getByText('In diesem Zeitraum wurde nichts gemessen.')).toBeVisible()
    await check(page, 'no values yet')

    await send(admin, '/api/backend/energy-sites/', { customerId, name: 'Werk am Hafen', usualChannels: true })
    const own = await (await page.request.get('/api/backend/energy-sites/?search=Werk')).json()
    const { id } = own.results[0]
    hear(portal, id, 10 * minuteMs, 'ok')
    const day = measureYesterday(portal, id)
    await open(page, `/customer-portal/power-master?site=${id}&from=${day}`)
    const houses = page.getByRole('navigation', { name: 'Anlagen' })
    await expect(houses.getByRole('link')).toHaveText(['Haus am Hang', 'Werk am Hafen'])
    const now = page.getByRole('region', { name: 'Jetzt', exact: true })
    await expect(anyOf(now.getByText(/alter Wert vo[mn] /))).toBeVisible()
    await expect(anyOf(now.getByText('900.000,00\u00a0kW'))).toBeVisible()
    const linesOf = (figures: readonly Element[]) => figures.map(figure => figure.getClientRects().length)
    expect(new Set(await now.getByText('900.000,00\u00a0kW', { exact: true }).evaluateAll(linesOf))).toEqual(
      new Set([1]),
    )
    const sums = page.getByRole('region', { name: 'Summen', exact: true })
    await expect(sums.getByText('17,60\u00a0GWh')).toBeVisible()
    await page.getByRole('group', { name: /Erzeugung, Verbrauch, Netz und Ladestand je Viertelstunde/ }).focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await expect(page.getByText(/^00:15 bis 00:30\u00a0Uhr: Lücke/)).toBeVisible()
    await check(page, 'two sites, old values, very large numbers, a gap')

    hear(portal, id, 2 * 60 * minuteMs, 'silent')
    await page.reload()
    await expect(now.getByText(/^Die Anlage meldet sich nicht\. Der letzte Wert ist vom /)).toBeVisible()
    await expect(sums).toBeVisible()
    await check(page, 'silent')

    const calls = /\/energy-sites\/[^/]+\/(live|energy)\//
    await page.route(calls, route => route.fulfill({ status: 500, json: {} }))
    await page.reload()
    await expect(page.getByText('Fehler beim Abrufen der Energiedaten')).toHaveCount(2)
    await check(page, 'an error')
    await pressRetry(page, calls, now)
    await expect(now.getByText(/^Die Anlage meldet sich nicht/)).toBeVisible()
    await expect(anyOf(now.getByText(/alter Wert vo[mn] /))).toBeVisible()
    for (const site of (await (await page.request.get('/api/backend/energy-sites/')).json()).results) {
      await remove(admin, `/api/backend/energy-sites/${site.id}/`)
    }
  })

  test('the access of senders: the settings of each', async ({ visit }) => {
    const page = await visit({ ...look, as: 'demo-admin' })
    // Its senders fall silent; the customer's house stays usable for the other cases.
    await openHouse(page, 'Hotel Seeblick')
    await page.getByRole('button', { name: 'Neue Adresse erzeugen', exact: true }).click()
    const question = page.getByRole('alertdialog', { name: 'Neue Adresse erzeugen?' })
    await question.getByRole('button', { name: 'Neue Adresse erzeugen', exact: true }).click()
    await expect(page.getByText('Diesen Zugang sehen Sie nur jetzt.')).toBeVisible()
    await expect(question).not.toBeAttached()
    await check(page, 'access by HTTPS')
    const shown: readonly [sender: string, text: RegExp][] = [
      ['MQTT', /^mosquitto_pub -h mqtt\.example\.org -p 8883/],
      ['mosquitto als Brücke', /^connection portal\naddress mqtt\.example\.org:8883/],
      ['evcc', /^mqtt:\n {2}broker: tls:\/\/mqtt\.example\.org:8883/],
      ['Home Assistant', /^rest_command:/],
      ['Shelly (ab der zweiten Generation)', /MQTT\.SetConfig/],
      ['Tasmota', /^Backlog MqttHost mqtt\.example\.org; MqttPort 8883/],
      ['OpenDTU', /^pm\/[a-z0-9-]+\/solar\/$/],
    ]
    for (const [sender, text] of shown) {
      await page.getByRole('heading', { name: sender, exact: true }).click()
      await expect(page.locator('pre').filter({ hasText: text, visible: true })).toBeVisible()
      await check(page, `access, ${sender}`)
    }
  })

  test('the storages of a site: none, added, refused, changed and deleted', async ({ visit }) => {
    const page = await visit({ ...look, as: 'demo-admin' })
    // It has none yet.
    await openHouse(page, 'Weingut, Kelterhalle')
    await expect(page.getByText('Diese Anlage hat noch keinen Speicher.')).toBeVisible()
    await check(page, 'no storages')
    await page.getByRole('button', { name: 'Speicher hinzufügen', exact: true }).click()
    const form = page.getByRole('dialog', { name: 'Speicher hinzufügen' })
    await form.getByRole('button', { name: 'Speicher speichern', exact: true }).click()
    await expect(form.getByText('Dieses Feld ist ein Pflichtfeld.')).toHaveCount(3)
    await check(page, 'a storage without content')
    await form.getByRole('combobox', { name: 'Art' }).selectOption({ label: 'Wärmespeicher' })
    await expect(form.getByRole('textbox', { name: 'Höchste Entladeleistung' })).toHaveCount(0)
    await form.getByRole('combobox', { name: 'Art' }).selectOption({ label: 'Hausakku' })
    await form.getByRole('textbox', { name: 'Name' }).fill('Akku im Keller')
    await form.getByRole('textbox', { name: 'Nutzbarer Inhalt' }).fill('10000')
    await expect(form.getByText('10,00\u00a0kWh')).toBeVisible()
    await form.getByRole('textbox', { name: 'Nicht weiter leeren als' }).fill('20000')
    await form.getByRole('textbox', { name: 'Höchste Ladeleistung' }).fill('5000')
    await form.getByRole('textbox', { name: 'Höchste Entladeleistung' }).fill('4600')
    await form.getByRole('button', { name: 'Speicher speichern', exact: true }).click()
    await expect(form.getByRole('textbox', { name: 'Nicht weiter leeren als' })).toHaveAttribute('aria-invalid', 'true')
    await check(page, 'a storage that is refused')
    await form.getByRole('textbox', { name: 'Nicht weiter leeren als' }).fill('500')
    await form.getByRole('button', { name: 'Speicher speichern', exact: true }).click()
    await expect(form).not.toBeAttached()
    const table = page.getByRole('table', { name: 'Speicher' })
    await expect(table.getByText('Akku im Keller').filter({ visible: true })).toBeVisible()
    await expect(table.getByText('5,00\u00a0kW, 4,60\u00a0kW').filter({ visible: true })).toBeVisible()
    await check(page, 'a storage')
    await table.getByRole('button', { name: 'Aktionen für Akku im Keller', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Bearbeiten', exact: true }).click()
    const change = page.getByRole('dialog', { name: 'Speicher bearbeiten' })
    await expect(change.getByRole('textbox', { name: 'Nicht weiter leeren als' })).toHaveValue('500')
    await change.getByRole('textbox', { name: 'Nutzbarer Inhalt' }).fill('12000')
    await change.getByRole('button', { name: 'Speicher speichern', exact: true }).click()
    await expect(table.getByText('12,00\u00a0kWh').filter({ visible: true })).toBeVisible()
    await expect(change).not.toBeAttached()
    await table.getByRole('button', { name: 'Aktionen für Akku im Keller', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Löschen', exact: true }).click()
    const question = page.getByRole('alertdialog', { name: 'Speicher „Akku im Keller“ löschen?' })
    await expect(question).toBeVisible()
    await check(page, 'the question before a storage is deleted')
    await question.getByRole('button', { name: 'Löschen', exact: true }).click()
    await expect(page.getByText('Diese Anlage hat noch keinen Speicher.')).toBeVisible()
  })

  test('the details of a site: roof planes and limits, refused and saved', async ({ visit }) => {
    const page = await visit({ ...look, as: 'demo-admin' })
    // It has none yet.
    await openHouse(page, 'Wohnhaus Lindenweg')
    const edit = page.getByRole('button', { name: 'Bearbeiten', exact: true })
    const form = page.getByRole('dialog', { name: 'Anlage bearbeiten' })
    const save = form.getByRole('button', { name: 'Anlage speichern', exact: true })
    await edit.click()
    await form.getByRole('button', { name: 'Dachfläche hinzufügen', exact: true }).click()
    const power = form.getByRole('textbox', { name: 'Leistung', exact: true })
    await expect(power).toBeFocused()
    await save.click()
    await expect(form.getByText('Dieses Feld ist ein Pflichtfeld.')).toHaveCount(3)
    await check(page, 'a plane without values')
    await power.fill('9,8')
    await form.getByRole('textbox', { name: 'Neigung' }).fill('95')
    await form.getByRole('textbox', { name: 'Richtung' }).fill('180')
    await form.getByRole('textbox', { name: 'Höchste Einspeisung' }).fill('7000')
    await save.click()
    await expect(form.getByRole('textbox', { name: 'Neigung' })).toHaveAttribute('aria-invalid', 'true')
    await form.getByRole('textbox', { name: 'Neigung' }).fill('35')
    await save.click()
    await expect(form).not.toBeAttached()
    await edit.click()
    await expect(form.getByRole('textbox', { name: 'Neigung' })).toHaveValue('35')
    await expect(form.getByRole('textbox', { name: 'Höchste Einspeisung' })).toHaveValue('7.000')
    await check(page, 'a site with a roof plane')
    await form.getByRole('button', { name: 'Dachfläche 1 entfernen', exact: true }).click()
    await expect(form.getByRole('button', { name: 'Dachfläche hinzufügen', exact: true })).toBeFocused()
    await form.getByRole('textbox', { name: 'Höchste Einspeisung' }).fill('')
    await save.click()
    await expect(form).not.toBeAttached()
    await edit.click()
    await expect(form.getByRole('textbox', { name: 'Höchste Einspeisung' })).toHaveValue('')
    await expect(power).toHaveCount(0)
  })
})
