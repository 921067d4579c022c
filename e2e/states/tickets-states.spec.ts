import { expect, test } from '#e2e/journey.ts'
import { firstLink } from '#e2e/list-places.ts'
import { open } from '#e2e/visit.ts'
import { waitUntilLoaded } from '#e2e/wait-until-loaded.ts'
import { check, describeStates } from './states.ts'

describeStates('tickets', look => {
  test('a customer’s list while loading, empty after filtering, and failed', async ({ visit }) => {
    const page = await visit({ ...look, as: 'demo-kunde' })
    const held = Promise.withResolvers<void>()
    await page.route('**/api/backend/tickets/**', async route => {
      await held.promise
      await route.continue()
    })
    await open(page, '/customer-portal/tickets-overview')
    await expect(page.locator('[aria-busy=true]')).not.toHaveCount(0)
    await check(page, 'list loading')
    held.resolve()
    await expect(firstLink(page)).toBeVisible()
    await page.unroute('**/api/backend/tickets/**')
    await open(page, '/customer-portal/tickets-overview?search=gibtesnicht')
    await expect(page.getByRole('status').getByRole('button', { name: 'Filter zurücksetzen' })).toBeVisible()
    await check(page, 'list filtered empty')
    await page.route('**/api/backend/tickets/**', route => route.abort())
    await open(page, '/customer-portal/tickets-overview')
    await expect(page.getByText('Something went wrong.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Erneut versuchen' })).toBeVisible()
    await check(page, 'list failed')
  })

  test('one ticket and the home while they load', async ({ visit }) => {
    const page = await visit({ ...look, as: 'demo-kunde' })
    const list = await (await page.request.get('/api/backend/tickets/')).json()
    const held = Promise.withResolvers<void>()
    await page.route('**/api/backend/{tickets,requests,invoices}/**', async route => {
      await held.promise
      await route.continue()
    })
    await page.goto(`/customer-portal/ticket/${list.results[0].id}`)
    await expect(page.getByRole('status').getByText('Wird geladen')).toBeVisible()
    await check(page, 'ticket loading')
    await page.goto('/customer-portal/home')
    await expect(page.getByRole('status').getByText('Wird geladen')).not.toHaveCount(0)
    await check(page, 'home loading')
    held.resolve()
    await expect(page.getByRole('heading', { name: 'Zu zahlen' })).toBeVisible()
  })

  test('a ticket with its drawer, its toast and its confirmation before a loss', async ({ visit }) => {
    const page = await visit({ ...look, as: 'demo-kunde' })
    await open(page, '/customer-portal/tickets-overview?progress=inProgress')
    await firstLink(page).click()
    await page.waitForURL('**/customer-portal/ticket/*')
    await expect(page.getByRole('button', { name: 'Eintrag hinzufügen' })).toBeVisible()
    await waitUntilLoaded(page)
    await check(page, 'ticket')
    await page.getByRole('button', { name: 'Eintrag hinzufügen' }).click()
    const drawer = page.getByRole('dialog', { name: 'Eintrag hinzufügen' })
    await drawer.getByRole('button', { name: 'Eintrag hinzufügen' }).click()
    await expect(drawer.getByText('Dieses Feld ist ein Pflichtfeld.')).toBeVisible()
    await check(page, 'entry refused')
    const name = `Bitte prüfen ${look.width} ${look.scheme}`
    await drawer.getByLabel('Worum geht es?').fill(name)
    await drawer.getByRole('button', { name: 'Eintrag hinzufügen' }).click()
    await expect(drawer).not.toBeAttached()
    await check(page, 'entry added, toast')
    await page.getByRole('button', { name: `Aktionen für ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Löschen' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await check(page, 'delete question')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Abbrechen' }).click()
  })
})
