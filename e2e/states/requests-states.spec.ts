import { expect, test } from '#e2e/journey.ts'
import { firstLink } from '#e2e/list-places.ts'
import { open } from '#e2e/visit.ts'
import { waitUntilLoaded } from '#e2e/wait-until-loaded.ts'
import { check, describeStates } from './states.ts'

describeStates('requests', look => {
  test('a customer’s request: form with files of all kinds, the request, its answers', async ({ visit }) => {
    const page = await visit({ ...look, as: 'demo-kunde' })
    await open(page, '/customer-portal/requests-overview?dialog=new')
    const form = page.getByRole('dialog', { name: 'Anfrage stellen' })
    await form.getByRole('button', { name: 'Anfrage senden' }).click()
    await expect(form.getByText('Dieses Feld ist ein Pflichtfeld.')).toBeVisible()
    await check(page, 'request refused')
    await form.getByLabel('Worum geht es?').fill('Wie wird die Arbeit abgerechnet?')
    await expect(form.getByRole('heading', { name: 'Vielleicht hilft das schon' })).toBeVisible()
    const held = Promise.withResolvers<void>()
    await page.route('**/api/backend/files/', async route => {
      await held.promise
      await route.continue().catch(() => {})
    })
    await form.locator('input[type=file][multiple]').setInputFiles([
      { name: 'Plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
      { name: 'Seite.html', mimeType: 'text/html', buffer: Buffer.from('<!doctype html>') },
    ])
    await expect(
      form.getByText('Möglich sind PDF, JPEG, PNG und HEIC. Diese Datei ist etwas anderes.', { exact: true }),
    ).toBeVisible()
    await check(page, 'request with a file on its way and one refused')
    held.resolve()
    await expect(form.getByText('Hochgeladen', { exact: true })).toBeVisible()
    await check(page, 'request with a file')
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Verwerfen' }).click()
    await expect(form).not.toBeAttached()
    for (const state of ['open', 'accepted', 'declined']) {
      await open(page, `/customer-portal/requests-overview?state=${state}`)
      await firstLink(page).click()
      await page.waitForURL('**/customer-portal/request/*')
      await waitUntilLoaded(page)
      await check(page, `request, ${state}`)
    }
  })

  test('an admin’s request: accepting it, declining it, deleting it', async ({ visit }) => {
    const page = await visit({ ...look, as: 'demo-admin' })
    await open(page, '/admin-portal/requests-overview?state=open')
    await firstLink(page).click()
    await page.waitForURL('**/admin-portal/request/*')
    await waitUntilLoaded(page)
    await check(page, 'admin request')
    await page.getByRole('button', { name: 'Annehmen' }).click()
    await expect(page.getByRole('dialog', { name: 'Anfrage annehmen' })).toBeVisible()
    await check(page, 'accepting')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Ablehnen' }).click()
    const decline = page.getByRole('dialog', { name: 'Anfrage ablehnen' })
    await decline.getByRole('button', { name: 'Anfrage ablehnen' }).click()
    await expect(decline.getByText('Dieses Feld ist ein Pflichtfeld.')).toBeVisible()
    await check(page, 'declining refused')
    await page.keyboard.press('Escape')
    await expect(decline).not.toBeAttached()
    await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
    await page.getByRole('menuitem', { name: 'Anfrage löschen' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await check(page, 'question before a request is deleted')
    await open(page, '/admin-portal/requests-overview?dialog=new')
    await expect(page.getByRole('dialog', { name: 'Anfrage erfassen' })).toBeVisible()
    await check(page, 'request for a customer')
  })
})
