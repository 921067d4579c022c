import { expect, test } from '#e2e/journey.ts'
import { open } from '#e2e/visit.ts'
import { waitUntilLoaded } from '#e2e/wait-until-loaded.ts'
import { check, describeStates } from './states.ts'

describeStates('services', look => {
  test('services of each kind, with a website that is down, a silent application, and a list that failed', async ({
    visit,
  }) => {
    const page = await visit({ ...look, as: 'demo-kunde' })
    for (const name of ['Tischreservierung', 'Weinladen', 'Kassenabgleich', 'Lagerliste', 'Router im Büro']) {
      await open(page, `/customer-portal/services-overview?search=${encodeURIComponent(name)}`)
      await page.getByRole('table').getByRole('link', { name }).click()
      await page.waitForURL('**/customer-portal/service/*')
      await waitUntilLoaded(page)
      const days = page.getByText('Als Tabelle zeigen')
      if ((await days.count()) > 0) await days.click()
      await check(page, name)
    }
    await page.route('**/api/backend/services/**', route => route.abort())
    await open(page, '/customer-portal/services-overview')
    await expect(page.getByText('Fehler beim Abrufen der Dienste')).toBeVisible()
    await check(page, 'services failed')
  })

  test('an admin’s service: forms of each kind, errors, heartbeat address, confirmations', async ({ visit }) => {
    const page = await visit({ ...look, as: 'demo-admin' })
    await open(page, '/admin-portal/services-overview')
    await page.getByRole('button', { name: 'Dienst anlegen' }).click()
    const form = page.getByRole('dialog', { name: 'Dienst anlegen' })
    for (const kind of ['Gerät', 'Website', 'Anwendung']) {
      await form.getByText(kind, { exact: true }).click()
      await form.getByRole('button', { name: 'Dienst anlegen' }).click()
      await expect(form.getByText('Dieses Feld ist ein Pflichtfeld.')).toHaveCount(2)
      await check(page, `new service, ${kind}`)
    }
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Verwerfen' }).click()
    await expect(form).not.toBeAttached()
    await open(page, '/admin-portal/services-overview?search=Kellersteuerung')
    await page.getByRole('table').getByRole('link', { name: 'Kellersteuerung' }).click()
    await page.waitForURL('**/admin-portal/service/*')
    await page.getByRole('button', { name: /Adresse erzeugen/ }).click()
    const question = page.getByRole('alertdialog')
    const made = page.getByText('Die neue Adresse wird nur jetzt gezeigt')
    await expect(question.or(made)).toBeVisible()
    // The previous one has created an address already.
    if ((await question.count()) > 0) await question.getByRole('button', { name: 'Neue Adresse erzeugen' }).click()
    await expect(made).toBeVisible()
    await expect(question).not.toBeAttached()
    await check(page, 'heartbeat address')
    await page.getByRole('button', { name: 'Ich habe die Adresse kopiert' }).click()
    await page.getByRole('button', { name: 'Adresse abschalten' }).click()
    await expect(question).toBeVisible()
    await check(page, 'heartbeat question')
    await question.getByRole('button', { name: 'Abbrechen' }).click()
    await expect(question).not.toBeAttached()
    await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
    await page.getByRole('menuitem', { name: 'Dienst löschen' }).click()
    await expect(page.getByRole('alertdialog', { name: '„Kellersteuerung“ löschen?' })).toBeVisible()
    await check(page, 'service delete question')
    await open(page, '/admin-portal/services-overview?view=groups')
    await page.getByRole('button', { name: 'Aktionen für Energie' }).click()
    await page.getByRole('menuitem', { name: 'Bearbeiten' }).click()
    await expect(
      page.getByRole('dialog', { name: 'Dienstgruppe bearbeiten' }).getByText('Hausautomation'),
    ).toBeVisible()
    await check(page, 'group form')
  })
})
