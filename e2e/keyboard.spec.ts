import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { type Portal, startPortal } from './portal.ts'
import { demoPassword, visit } from './visit.ts'

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

test('with the keyboard alone: skip link, log in, open a ticket, and the heading is read', async () => {
  const { page, open, end } = await visit(browser, portal)
  await open('/login')
  await page.keyboard.press('Tab')
  expect(await focusedName(page)).toBe('Zum Inhalt springen')
  await page.keyboard.press('Enter')

  await tabTo(page, 'Benutzername')
  await page.keyboard.type('demo-kunde')
  await page.keyboard.press('Tab')
  await page.keyboard.type(demoPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/customer-portal/home')

  await tabTo(page, 'Tickets')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/tickets-overview**')
  await page.getByRole('table').getByRole('link').first().waitFor()
  const name = (await page.getByRole('table').getByRole('link').first().textContent()) ?? ''
  await tabTo(page, name)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/customer-portal/ticket/*')
  // The heading takes the focus, so that a screen reader says where one is.
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
  await end()
})

test('the mobile menu opens, holds the focus, closes with Escape and gives the focus back', async () => {
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
  expect(await focusedName(page)).toMatch(/Menü/)
  await end()
})

/** The native dialog also lets the focus pass through the browser's own bar, where the page has none. */
function isInsideMenu(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const focused = document.activeElement
    return focused === document.body || focused?.closest('dialog') !== null
  })
}

/** Presses Tab until the focused element carries this name; fails when it never comes. */
async function tabTo(page: Page, name: string): Promise<void> {
  const seen: string[] = []
  for (let i = 0; i < 60; i += 1) {
    await page.keyboard.press('Tab')
    const focused = await focusedName(page)
    if (focused.startsWith(name)) return
    seen.push(focused)
  }
  throw new Error(`"${name}" cannot be reached by Tab: ${seen.join(' | ')}`)
}

function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement)) return ''
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined
    return (element.getAttribute('aria-label') ?? label ?? element.textContent).trim()
  })
}
