/** The tariffs of a household, refused and saved, at each size and scheme. */

import { emptyHouses } from './empty-houses.ts'
import { test as base, expect } from './journey.ts'
import { check, describeStates } from './states/states.ts'
import { open } from './visit.ts'

describeStates('tariffs', look => {
  base(
    'a customer enters the tariffs of the house: missing, wrong, saved, followed by another, deleted',
    async ({ startOwn }) => {
      const { portal, visit } = await startOwn()
      emptyHouses(portal)
      const page = await visit({ ...look, as: 'demo-kunde' })
      await open(page, '/customer-portal/power-master?view=tariffs')
      const table = page.getByRole('table', { name: 'Tarife' })
      await expect(page.getByText(/^Noch kein Tarif\./)).toBeVisible()
      await check(page, 'no tariff')

      await page.getByRole('button', { name: 'Tarif hinzufügen' }).click()
      const form = page.getByRole('dialog', { name: 'Tarif hinzufügen' })
      const field = (name: string | RegExp) => form.getByRole('textbox', { name, exact: typeof name === 'string' })
      const inWindow = (number: number, name: string) =>
        form.getByRole('listitem', { name: `Zeitfenster ${number}` }).getByRole('textbox', { name, exact: true })
      const save = form.getByRole('button', { name: 'Tarif speichern' })
      await field('Name').fill('Stadtwerke mit Modul 3')
      await field('Energie').fill('15')
      await field('Netzentgelt').fill('9,53')
      await form.getByRole('button', { name: 'Zeitfenster hinzufügen' }).click()
      await expect(field('Von')).toBeFocused()
      await field('Von').fill('25:00')
      await field('Bis').fill('7')
      await save.click()
      await expect(form.getByText('Bitte geben Sie eine Uhrzeit wie 07:00 ein.')).toHaveCount(1)
      await expect(field('Von')).toHaveValue('25:00')
      await expect(field('Von')).toHaveAttribute('aria-invalid', 'true')
      await check(page, 'a tariff with missing prices and an impossible time')

      await form.getByLabel('Gilt ab').fill('2026-01-01')
      await field('Von').fill('00:00')
      await inWindow(1, 'Netzentgelt').fill('0,95')
      await field('Steuern, Umlagen, Konzessionsabgabe').fill('4,63')
      await field('Vergütung').fill('7,86')
      await form.getByRole('button', { name: 'Zeitfenster hinzufügen' }).click()
      await inWindow(2, 'Von').fill('06:00')
      await inWindow(2, 'Bis').fill('10:00')
      await inWindow(2, 'Netzentgelt').fill('18')
      await save.click()
      await expect(form.getByText('Überschneidet sich mit Zeitfenster 1.')).toBeVisible()
      await check(page, 'windows that overlap')
      await inWindow(2, 'Von').fill('07:00')
      await form
        .getByRole('listitem', { name: 'Zeitfenster 2' })
        .getByRole('checkbox', { name: '2.\u00a0Quartal' })
        .click()
      await expect(
        form.getByText(
          /^Zusammen 34,70\u00a0ct je Kilowattstunde, brutto\. In den Zeitfenstern 24,49\u00a0ct bis 44,78\u00a0ct\.$/,
        ),
      ).toBeVisible()
      await save.click()
      await expect(form).not.toBeAttached()
      await expect(table.getByText('34,70\u00a0ct').filter({ visible: true })).toBeVisible()
      await expect(table.getByText('gilt jetzt').filter({ visible: true })).toBeVisible()
      await check(page, 'a tariff')

      await page.getByRole('button', { name: 'Tarif hinzufügen' }).click()
      await expect(field('Energie')).toHaveValue('15,00')
      await field('Name').fill('Dynamisch')
      await form.getByLabel('Gilt ab').fill('2026-01-01')
      await form.getByRole('radio', { name: /^Dynamisch nach der Börse/ }).click()
      await field('Aufschlag des Versorgers').fill('1,5')
      await save.click()
      await expect(form.getByText('An diesem Tag beginnt schon ein anderer Tarif dieser Anlage.')).toBeVisible()
      await expect(field('Name')).toHaveValue('Dynamisch')
      await form.getByLabel('Gilt ab').fill('2026-03-01')
      await save.click()
      await expect(form).not.toBeAttached()
      await expect(table.getByText('Börse + 18,64\u00a0ct').filter({ visible: true })).toBeVisible()
      await expect(table.getByText('01.01.2026 bis 28.02.2026').filter({ visible: true })).toBeVisible()
      await check(page, 'two tariffs')

      await page.getByRole('button', { name: 'Aktionen für Dynamisch' }).click()
      await page.getByRole('menuitem', { name: 'Löschen' }).click()
      const question = page.getByRole('alertdialog', { name: 'Tarif „Dynamisch“ löschen?' })
      await expect(question.getByText(/gilt dann der Tarif davor/)).toBeVisible()
      await check(page, 'the question before a tariff is deleted')
      await question.getByRole('button', { name: 'Löschen' }).click()
      await expect(table.getByText('ab 01.01.2026').filter({ visible: true })).toBeVisible()
    },
  )
})
