import { expect, test } from 'vitest'
import { check, describeStates } from './states.ts'

describeStates('links', ({ look, start }) => {
  test('a customer’s links: menu, form with errors, toast, and a list that failed', async () => {
    const { page, open, end } = await start('demo-kunde')
    await open('/customer-portal/home')
    await page.getByRole('button', { name: 'Aktionen für Hausautomation' }).click()
    await page.getByRole('menuitem', { name: 'Nach oben' }).waitFor()
    await check(page, 'link menu')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Link hinzufügen' }).click()
    const form = page.getByRole('dialog', { name: 'Link hinzufügen' })
    await form.getByRole('button', { name: 'Link hinzufügen' }).click()
    await form.getByText('Dieses Feld ist ein Pflichtfeld.').first().waitFor()
    await check(page, 'link refused')
    const label = `Router ${look.width} ${look.scheme}`
    await form.getByLabel('Bezeichnung').fill(label)
    await form.getByLabel('Adresse').fill('fritz.box')
    await form.getByRole('button', { name: 'Link hinzufügen' }).click()
    await form.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `Aktionen für ${label}` }).click()
    const remove = page.getByRole('menuitem', { name: 'Löschen' })
    // The toast lasts five seconds, which a busy machine may need before it starts to look.
    const undo = page.getByRole('button', { name: 'Rückgängig machen' }).waitFor()
    const [clicked, shown] = await Promise.allSettled([remove.click(), undo])
    expect([clicked, shown]).toEqual([{ status: 'fulfilled' }, { status: 'fulfilled' }])
    await check(page, 'link deleted, toast')
    await page.route('**/api/backend/customer-links/**', route => route.abort())
    await open('/customer-portal/home')
    await page.getByText('Fehler beim Abrufen der Links').waitFor()
    await check(page, 'links failed')
    await end()
  })
})
