import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { atHeading, focusedName, tabTo } from './keyboard.ts'
import { demoPassword } from './secrets.ts'
import { type Portal, startPortal } from './started-portal.ts'
import { visit } from './visit.ts'

let browser: Browser
let portal: Portal

beforeAll(async () => {
  browser = await launchBrowser()
  portal = await startPortal()
})
afterAll(async () => {
  await browser?.close()
  await portal?.stop()
})

test('with the keyboard alone: skip link, login, open a ticket, focus its heading, add an entry and find it in the list', async () => {
  const { page, open, end } = await visit(browser, portal)
  await open('/login')
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
  await open('/customer-portal/tickets-overview?progress=inProgress')
  await page.getByRole('table').getByRole('link').first().waitFor()
  const name = (await page.getByRole('table').getByRole('link').first().textContent()) ?? ''
  await tabTo(page, name)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/customer-portal/ticket/*')
  // The heading receives the focus, so screen readers announce the page.
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1')

  await page.getByRole('button', { name: 'Eintrag hinzufügen' }).first().waitFor()
  await tabTo(page, 'Eintrag hinzufügen')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Eintrag hinzufügen' })
  await drawer.waitFor()
  await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement)
  await page.keyboard.type('Nur mit der Tastatur')
  // Right after the last key: it asks, and nothing is lost.
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Eingaben verwerfen?' })
  await question.waitFor()
  await expect.poll(() => focusedName(page)).toBe('Weiter bearbeiten')
  await page.keyboard.press('Enter')
  await question.waitFor({ state: 'detached' })
  await tabTo(page, 'Eintrag hinzufügen')
  await page.keyboard.press('Enter')
  await drawer.waitFor({ state: 'detached' })
  await page.getByRole('row').filter({ hasText: 'Nur mit der Tastatur' }).first().waitFor()
  await end()
})

test('the mobile menu opens, traps the focus, closes on Escape and returns the focus', async () => {
  const { page, open, end } = await visit(browser, portal, { width: 390 })
  await open('/')
  const button = page.getByRole('button', { name: /Menü/ })
  await button.focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('dialog')
  await menu.waitFor()
  for (let i = 0; i < 12; i += 1) {
    await page.keyboard.press('Tab')
    expect(await isInsideMenu(page)).toBe(true)
  }
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
  await expect.poll(() => focusedName(page)).toMatch(/Menü/)
  await end()
})

test('an admin sorts tickets by hours in the menu of the total, with the keyboard', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin' })
  await open('/admin-portal/tickets-overview')
  const head = page.getByRole('columnheader', { name: 'Summe' })
  await head.getByRole('button').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Stunden, absteigend' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focusedName(page)).toBe('Stunden, absteigend')
  await page.keyboard.press('Enter')
  await page.waitForURL(url => url.searchParams.get('ordering') === '-hoursCount')
  expect(await page.getByRole('columnheader', { name: 'Stunden' }).getAttribute('aria-sort')).toBe('descending')
  await end()
})

/** The native dialog also lets the focus move to the browser's own controls, outside the page. */
function isInsideMenu(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const focused = document.activeElement
    return focused === document.body || focused?.closest('dialog') !== null
  })
}
