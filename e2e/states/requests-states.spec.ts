import { test } from 'vitest'
import { settled } from '#e2e/settled.ts'
import { check, describeStates } from './states.ts'

describeStates('requests', ({ start }) => {
  test('a customer’s request: form with files of all kinds, the request, its answers', async () => {
    const { page, open, end } = await start('demo-kunde')
    await open('/customer-portal/requests-overview?dialog=new')
    const form = page.getByRole('dialog', { name: 'Anfrage stellen' })
    await form.getByRole('button', { name: 'Anfrage senden' }).click()
    await form.getByText('Dieses Feld ist ein Pflichtfeld.').first().waitFor()
    await check(page, 'request refused')
    await form.getByLabel('Worum geht es?').fill('Wie wird die Arbeit abgerechnet?')
    await form.getByRole('heading', { name: 'Vielleicht hilft das schon' }).waitFor()
    const held = Promise.withResolvers<void>()
    await page.route('**/api/backend/files/', async route => {
      await held.promise
      await route.continue().catch(() => {})
    })
    await form.locator('input[type=file][multiple]').setInputFiles([
      { name: 'Plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
      { name: 'Seite.html', mimeType: 'text/html', buffer: Buffer.from('<!doctype html>') },
    ])
    await form.getByText('Diese Datei ist etwas anderes.').first().waitFor()
    await check(page, 'request with a file on its way and one refused')
    held.resolve()
    await form.getByText('Hochgeladen', { exact: true }).waitFor()
    await check(page, 'request with a file')
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Verwerfen' }).click()
    await form.waitFor({ state: 'detached' })
    for (const state of ['open', 'accepted', 'declined']) {
      await open(`/customer-portal/requests-overview?state=${state}`)
      await page.getByRole('table').getByRole('link').first().click()
      await page.waitForURL('**/customer-portal/request/*')
      await settled(page)
      await check(page, `request, ${state}`)
    }
    await end()
  })

  test('an admin’s request: accepting it, declining it, deleting it', async () => {
    const { page, open, end } = await start('demo-admin')
    await open('/admin-portal/requests-overview?state=open')
    await page.getByRole('table').getByRole('link').first().click()
    await page.waitForURL('**/admin-portal/request/*')
    await settled(page)
    await check(page, 'admin request')
    await page.getByRole('button', { name: 'Annehmen' }).click()
    await page.getByRole('dialog', { name: 'Anfrage annehmen' }).waitFor()
    await check(page, 'accepting')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Ablehnen' }).click()
    const decline = page.getByRole('dialog', { name: 'Anfrage ablehnen' })
    await decline.getByRole('button', { name: 'Anfrage ablehnen' }).click()
    await decline.getByText('Dieses Feld ist ein Pflichtfeld.').first().waitFor()
    await check(page, 'declining refused')
    await page.keyboard.press('Escape')
    await decline.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
    await page.getByRole('menuitem', { name: 'Anfrage löschen' }).click()
    await page.getByRole('alertdialog').waitFor()
    await check(page, 'question before a request is deleted')
    await open('/admin-portal/requests-overview?dialog=new')
    await page.getByRole('dialog', { name: 'Anfrage erfassen' }).waitFor()
    await check(page, 'request for a customer')
    await end()
  })
})
