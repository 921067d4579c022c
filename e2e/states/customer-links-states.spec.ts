import { expect, test } from '#e2e/journey.ts'
import { open } from '#e2e/visit.ts'
import { check, describeStates } from './states.ts'

describeStates('links', look => {
  test('a customer’s links: menu, form with errors, toast, and a list that failed', async ({ visit }) => {
    const page = await visit({ ...look, as: 'demo-kunde' })
    await open(page, '/customer-portal/home')
    await page.getByRole('button', { name: 'Aktionen für Hausautomation' }).click()
    await expect(page.getByRole('menuitem', { name: 'Nach oben' })).toBeVisible()
    await check(page, 'link menu')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Link hinzufügen' }).click()
    const form = page.getByRole('dialog', { name: 'Link hinzufügen' })
    await form.getByRole('button', { name: 'Link hinzufügen' }).click()
    await expect(form.getByText('Dieses Feld ist ein Pflichtfeld.')).toHaveCount(2)
    await check(page, 'link refused')
    const label = `Router ${look.width} ${look.scheme}`
    await form.getByLabel('Bezeichnung').fill(label)
    await form.getByLabel('Adresse').fill('fritz.box')
    await form.getByRole('button', { name: 'Link hinzufügen' }).click()
    await expect(form).not.toBeAttached()
    await page.getByRole('button', { name: `Aktionen für ${label}` }).click()
    const remove = page.getByRole('menuitem', { name: 'Löschen' })
    // The toast lasts five seconds, which a busy machine may need before it starts to look.
    const undo = expect(page.getByRole('button', { name: 'Rückgängig machen' })).toBeVisible()
    const [clicked, shown] = await Promise.allSettled([remove.click(), undo])
    expect([clicked, shown]).toEqual([{ status: 'fulfilled' }, { status: 'fulfilled' }])
    await check(page, 'link deleted, toast')
    await page.route('**/api/backend/customer-links/**', route => route.abort())
    await open(page, '/customer-portal/home')
    await expect(page.getByText('Fehler beim Abrufen der Links')).toBeVisible()
    await check(page, 'links failed')
  })
})
