import type { Page } from 'playwright-core'
import { expect, test } from './journey.ts'
import { atHeading, focusedName, tabTo } from './keyboard.ts'
import { firstLink } from './list-places.ts'
import { demoPassword } from './secrets.ts'
import { open } from './visit.ts'

test('with the keyboard alone: skip link, login, open a ticket, focus its heading, add an entry and find it in the list', async ({
  guest: page,
}) => {
  await open(page, '/login')
  await page.keyboard.press('Tab')
  await expect.poll(() => focusedName(page)).toBe('Zum Inhalt springen')
  await page.keyboard.press('Enter')

  await tabTo(page, 'Benutzername')
  await page.keyboard.type('demo-kunde')
  await page.keyboard.press('Tab')
  await page.keyboard.type(demoPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/customer-portal/home')
  await atHeading(page)

  await tabTo(page, 'Tickets')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/tickets-overview**')
  // A ticket that accepts entries.
  await open(page, '/customer-portal/tickets-overview?progress=inProgress')
  await expect(firstLink(page)).toBeVisible()
  const name = (await firstLink(page).textContent()) ?? ''
  await tabTo(page, name)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/customer-portal/ticket/*')
  // The heading receives the focus, so screen readers announce the page.
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1')

  await expect(page.getByRole('button', { name: 'Eintrag hinzufügen' })).toBeVisible()
  await tabTo(page, 'Eintrag hinzufügen')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Eintrag hinzufügen' })
  await expect(drawer).toBeVisible()
  await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement)
  await page.keyboard.type('Nur mit der Tastatur')
  // Right after the last key: it asks, and nothing is lost.
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Eingaben verwerfen?' })
  await expect(question).toBeVisible()
  await expect.poll(() => focusedName(page)).toBe('Weiter bearbeiten')
  await page.keyboard.press('Enter')
  await expect(question).not.toBeAttached()
  await tabTo(page, 'Eintrag hinzufügen')
  await page.keyboard.press('Enter')
  await expect(drawer).not.toBeAttached()
  await expect(page.getByRole('row').filter({ hasText: 'Nur mit der Tastatur' })).toBeVisible()
})

test('the mobile menu opens, traps the focus, closes on Escape and returns the focus', async ({ visit }) => {
  const page = await visit({ width: 390 })
  await open(page, '/')
  const button = page.getByRole('button', { name: /Menü/ })
  await button.focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('dialog')
  await expect(menu).toBeVisible()
  for (let i = 0; i < 12; i += 1) {
    await page.keyboard.press('Tab')
    await expect.poll(() => isInsideMenu(page)).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(menu).not.toBeAttached()
  await expect.poll(() => focusedName(page)).toMatch(/Menü/)
})

test('an admin sorts tickets by hours in the menu of the total, with the keyboard', async ({ admin: page }) => {
  await open(page, '/admin-portal/tickets-overview')
  const head = page.getByRole('columnheader', { name: 'Summe' })
  await head.getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Stunden, absteigend' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focusedName(page)).toBe('Stunden, absteigend')
  await page.keyboard.press('Enter')
  await page.waitForURL(url => url.searchParams.get('ordering') === '-hoursCount')
  await expect(page.getByRole('columnheader', { name: 'Stunden' })).toHaveAttribute('aria-sort', 'descending')
})

/** The native dialog also lets the focus move to the browser's own controls, outside the page. */
function isInsideMenu(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const focused = document.activeElement
    return focused === document.body || focused?.closest('dialog') !== null
  })
}
