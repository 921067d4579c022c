/** Control of storages: the owner sets the target; the customer switches on, orders, reads the log, and stops it. */
import { freePort } from '#server/testing/free-port.ts'
import { test as base, expect } from './journey.ts'
import { check, describeStates } from './states/states.ts'
import { open } from './visit.ts'
import { waitUntilLoaded } from './wait-until-loaded.ts'

describeStates('control', look => {
  base(
    'a target refused and set, control switched on, an order sent and logged, everything stopped',
    async ({ startOwn }) => {
      const { visit } = await startOwn({ environment: { MQTT_PORT: String(await freePort()) } })
      const admin = await visit({ ...look, as: 'demo-admin' })
      await open(admin, '/admin-portal/power-master')
      await admin.getByRole('table').getByRole('link', { name: 'Weingut, Hauptgebäude' }).click()
      await admin.waitForURL('**/admin-portal/energy-site/*')
      await waitUntilLoaded(admin)
      const form = admin.getByRole('dialog', { name: 'Speicher bearbeiten' })
      const edit = async (name: string) => {
        await admin.getByRole('button', { name: `Aktionen für ${name}`, exact: true }).click()
        await admin.getByRole('menuitem', { name: 'Bearbeiten' }).click()
      }
      const target = form.getByRole('combobox', { name: 'Befehle gehen an' })
      const save = form.getByRole('button', { name: 'Speicher speichern' })
      await edit('Hausakku')
      await target.selectOption({ label: 'Gerät aus Home Assistant' })
      await expect(form.getByText(/^Noch kein Gerät dieser Anlage hat beschrieben/)).toBeVisible()
      await save.click()
      const topic = form.getByRole('combobox', { name: 'Was wird gestellt?' })
      await expect(topic).toHaveAttribute('aria-invalid', 'true')
      await check(admin, 'a device of Home Assistant that nobody has described')
      await target.selectOption({ label: 'Ladepunkt in evcc' })
      const loadpoint = form.getByRole('textbox', { name: 'Nummer des Ladepunkts' })
      await loadpoint.fill('0')
      await save.click()
      await expect(loadpoint).toHaveAttribute('aria-invalid', 'true')
      await expect(loadpoint).toHaveValue('0')
      await check(admin, 'a loadpoint that evcc does not count')
      // By keyboard; the number of the other kind is no longer an error.
      await target.focus()
      await admin.keyboard.press('ArrowUp')
      await expect(target).toHaveValue('evcc_battery')
      await save.click()
      await expect(form).not.toBeAttached()
      await edit('Hausakku')
      await expect(target).toHaveValue('evcc_battery')

      const page = await visit({ ...look, as: 'demo-kunde' })
      await open(page, '/customer-portal/power-master')
      await waitUntilLoaded(page)
      const stop = page.getByRole('button', { name: 'Alles anhalten' })
      const isOff = page.getByText('Die Geräte entscheiden selbst. Das Portal sendet nichts.')
      // The house of the demo is controlled.
      await stop.click()
      await expect(isOff).toBeVisible()
      await page.getByRole('button', { name: 'Steuerung einschalten' }).click()
      const question = page.getByRole('alertdialog', { name: 'Steuerung einschalten?' })
      await expect(question).toBeVisible()
      await check(page, 'the question before control')
      await question.getByRole('button', { name: 'Einschalten', exact: true }).click()
      await expect(stop).toBeVisible()

      await page.getByRole('button', { name: 'Hausakku anders steuern' }).click()
      const order = page.getByRole('dialog', { name: 'Hausakku steuern' })
      await order.getByRole('combobox', { name: 'Was soll geschehen?' }).selectOption('hold')
      await check(page, 'an order')
      await order.getByRole('button', { name: 'Anordnen', exact: true }).click()
      await expect(order).not.toBeAttached()
      await expect(page.getByRole('button', { name: 'Anordnung beenden: Hausakku' })).toBeVisible()

      await page.getByText('Gesendete Befehle ansehen', { exact: true }).click()
      const log = page.getByRole('table', { name: 'Gesendete Befehle' })
      const ordered = log.getByRole('row', { name: /Hausakku.*so angeordnet bis/ })
      await expect(ordered).toContainText('Halten')
      await check(page, 'the log of commands')

      await stop.click()
      await expect(isOff).toBeVisible()
      await expect(stop).not.toBeAttached()
      await check(page, 'control that is off')
    },
  )
})
