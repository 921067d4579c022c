import { test } from 'vitest'
import { settled } from '#e2e/settled.ts'
import { check, describeStates } from './states.ts'

describeStates('tickets', ({ look, start }) => {
  test('a customer’s list while loading, empty after filtering, and failed', async () => {
    const { page, open, end } = await start('demo-kunde')
    const held = Promise.withResolvers<void>()
    await page.route('**/api/backend/tickets/**', async route => {
      await held.promise
      await route.continue()
    })
    await open('/customer-portal/tickets-overview')
    await page.locator('[aria-busy=true]').first().waitFor()
    await check(page, 'list loading')
    held.resolve()
    await page.getByRole('table').getByRole('link').first().waitFor()
    await page.unroute('**/api/backend/tickets/**')
    await open('/customer-portal/tickets-overview?search=gibtesnicht')
    await page
      .getByRole('button', { name: 'Filter zurücksetzen' })
      .or(page.getByRole('link', { name: 'Filter zurücksetzen' }))
      .first()
      .waitFor()
    await check(page, 'list filtered empty')
    await page.route('**/api/backend/tickets/**', route => route.abort())
    await open('/customer-portal/tickets-overview')
    await page.getByText('Something went wrong.').first().waitFor()
    await page.getByRole('button', { name: 'Erneut versuchen' }).first().waitFor()
    await check(page, 'list failed')
    await end()
  })

  test('one ticket and the home while they load', async () => {
    const { page, end } = await start('demo-kunde')
    const list = await (await page.request.get('/api/backend/tickets/')).json()
    const held = Promise.withResolvers<void>()
    await page.route('**/api/backend/{tickets,requests,invoices}/**', async route => {
      await held.promise
      await route.continue()
    })
    await page.goto(`/customer-portal/ticket/${list.results[0].id}`)
    await page.getByRole('status').getByText('Wird geladen').waitFor()
    await check(page, 'ticket loading')
    await page.goto('/customer-portal/home')
    await page.getByRole('status').getByText('Wird geladen').first().waitFor()
    await check(page, 'home loading')
    held.resolve()
    await page.getByRole('heading', { name: 'Zu zahlen' }).waitFor()
    await end()
  })

  test('a ticket with its drawer, its toast and its confirmation before a loss', async () => {
    const { page, open, end } = await start('demo-kunde')
    await open('/customer-portal/tickets-overview?progress=inProgress')
    await page.getByRole('table').getByRole('link').first().click()
    await page.waitForURL('**/customer-portal/ticket/*')
    await page.getByRole('button', { name: 'Eintrag hinzufügen' }).first().waitFor()
    await settled(page)
    await check(page, 'ticket')
    await page.getByRole('button', { name: 'Eintrag hinzufügen' }).first().click()
    const drawer = page.getByRole('dialog', { name: 'Eintrag hinzufügen' })
    await drawer.getByRole('button', { name: 'Eintrag hinzufügen' }).click()
    await drawer.getByText('Dieses Feld ist ein Pflichtfeld.').first().waitFor()
    await check(page, 'entry refused')
    const name = `Bitte prüfen ${look.width} ${look.scheme}`
    await drawer.getByLabel('Worum geht es?').fill(name)
    await drawer.getByRole('button', { name: 'Eintrag hinzufügen' }).click()
    await drawer.waitFor({ state: 'detached' })
    await check(page, 'entry added, toast')
    await page.getByRole('button', { name: `Aktionen für ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Löschen' }).click()
    await page.getByRole('alertdialog').waitFor()
    await check(page, 'delete question')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Abbrechen' }).click()
    await end()
  })
})
