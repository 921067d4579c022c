/** The search over everything with Ctrl+K: by keyboard, in every spelling, without results and after failures. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { searchTexts } from '#web/texts/search.texts.ts'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { launchBrowser } from './browser.ts'
import { settled } from './settled.ts'
import { type Portal, startPortal } from './started-portal.ts'
import { deskWidth, logIn, phoneWidth, visit } from './visit.ts'

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

const field = (page: Page) => page.getByRole('combobox', { name: searchTexts.title })
const calls = '**/api/backend/search/**'

/** The shortcut works once the portal has rendered. */
async function openByKeys(page: Page, keys = 'Control+k'): Promise<void> {
  await page.getByRole('button', { name: searchTexts.open }).waitFor()
  await page.keyboard.press(keys)
  await field(page).waitFor()
}

test('an admin finds “Größl” in every spelling with the keyboard alone, and reaches the customer’s heading', async () => {
  const { page, end } = await visit(browser, portal)
  await logIn(page, 'demo-admin')
  for (const typed of ['grössl', 'GRÖSSL', 'groessl', 'Größl']) {
    await openByKeys(page)
    await page.keyboard.type(typed)
    const active = page.getByRole('option', { selected: true })
    await active.getByText('Größl').first().waitFor()
    expect(await active.count()).toBe(1)
    expect(await activeDescendant(page)).toBe(await active.getAttribute('id'))
    await page.getByRole('status').getByText('Treffer').waitFor({ state: 'attached' })
    await page.keyboard.press('Enter')
    await page.waitForURL('**/admin-portal/customer/*')
    await page.waitForFunction(
      () => document.activeElement?.tagName === 'H1' && document.activeElement.textContent.includes('Größl'),
    )
    await page.goBack()
    await page.waitForURL('**/admin-portal/home')
  }
  await end()
})

test('arrow keys move through all results and wrap around, Enter before the answer opens the first hit, Escape returns the focus', async () => {
  const { page, end } = await visit(browser, portal)
  await logIn(page, 'demo-admin')
  const button = page.getByRole('button', { name: searchTexts.open })
  await button.focus()
  await page.keyboard.press('Enter')
  await field(page).waitFor()
  await page.keyboard.type('größl')
  // The results of the complete input, not of its start.
  await page.getByRole('status').getByText('Treffer').waitFor({ state: 'attached' })
  const ids = await page.getByRole('option').evaluateAll(options => options.map(option => option.id))
  expect(ids.length).toBeGreaterThan(2)
  for (const id of [...ids.slice(1), ids[0]]) {
    await page.keyboard.press('ArrowDown')
    expect(await activeDescendant(page)).toBe(id)
  }
  await page.keyboard.press('ArrowUp')
  expect(await activeDescendant(page)).toBe(ids.at(-1))
  await page.keyboard.press('Escape')
  await field(page).waitFor({ state: 'detached' })
  expect(await button.evaluate(element => element === document.activeElement)).toBe(true)

  await openByKeys(page)
  expect(await field(page).inputValue()).toBe('')
  const answered = Promise.withResolvers<void>()
  await page.route(calls, async route => {
    await answered.promise
    await route.continue()
  })
  await page.keyboard.type('K-1001')
  await page.keyboard.press('Enter')
  answered.resolve()
  await page.waitForURL('**/admin-portal/customer/*')
  await page.getByText('K-1001').first().waitFor()
  await end()
})

test.each([
  ['the keys', (page: Page) => page.keyboard.press('Control+k')],
  ['the button', (page: Page) => page.getByRole('button', { name: searchTexts.open }).click()],
])('input right after %s, before the search has loaded, appears in order, and Enter works', async (_, openSearch) => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin' })
  const loaded = Promise.withResolvers<void>()
  await page.route(/\/portal-search-[^/]*\.js/, async route => {
    await loaded.promise
    await route.continue()
  })
  await open('/admin-portal/home')
  await page.getByRole('button', { name: searchTexts.open }).waitFor()
  await openSearch(page)
  await page.keyboard.type('K-1001')
  await page.keyboard.press('Enter')
  expect(await field(page).inputValue()).toBe('K-1001')
  expect(await page.getByRole('option').count()).toBe(0)
  loaded.resolve()
  await page.waitForURL('**/admin-portal/customer/*')
  await page.getByText('K-1001').first().waitFor()
  await end()
})

test('everyday words lead to a filtered list, in both portals', async () => {
  for (const [as, portalPath] of [
    ['demo-admin', '/admin-portal'],
    ['demo-kunde', '/customer-portal'],
  ] as const) {
    const { page, open, end } = await visit(browser, portal, { as })
    await open(`${portalPath}/home`)
    await page.getByRole('button', { name: 'Suchen' }).first().click()
    await page.getByRole('combobox', { name: 'Im Portal suchen' }).fill('offene rechnungen')
    await page.getByRole('option', { name: /^Offene Rechnungen/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${portalPath}/invoices-overview?paid=unpaid`)
    await end()
  }
})

test('pages and settings are found by name, limited to the user’s role', async () => {
  const admin = await visit(browser, portal, { as: 'demo-admin' })
  await admin.open('/admin-portal/home')
  await openByKeys(admin.page)
  await field(admin.page).fill('sicherungen')
  await admin.page.getByRole('option', { selected: true }).getByText('Sicherungen').waitFor()
  await admin.page.keyboard.press('Enter')
  await admin.page.waitForURL('**/admin-portal/settings/backups')
  await admin.end()

  const kim = await visit(browser, portal, { as: 'demo-kunde' })
  await kim.open('/customer-portal/home')
  await openByKeys(kim.page)
  await field(kim.page).fill('sicherungen')
  await kim.page.getByText(searchTexts.nothing('sicherungen')).waitFor()
  await field(kim.page).fill('passwort')
  await kim.page.getByRole('option', { selected: true }).getByText('Passwort').waitFor()
  await kim.page.keyboard.press('Enter')
  await kim.page.waitForURL('**/user-settings#passwort')
  await kim.end()
})

test('results of earlier input never replace those of the current input', async () => {
  const { page, end } = await visit(browser, portal)
  await logIn(page, 'demo-admin')
  await openByKeys(page)
  const first = Promise.withResolvers<void>()
  const asked: string[] = []
  await page.route(calls, async route => {
    const typed = new URL(route.request().url()).searchParams.get('search') ?? ''
    asked.push(typed)
    if (typed === 'wallbox') await first.promise
    await route.continue().catch(() => undefined)
  })
  const isAsked = page.waitForRequest(calls)
  await field(page).fill('wallbox')
  await isAsked
  await field(page).fill('größl')
  await page.getByRole('option').first().getByText('Größl').waitFor()
  first.resolve()
  await settled(page)
  expect(asked).toEqual(['wallbox', 'größl'])
  expect(await page.getByRole('option').first().textContent()).toContain('Größl')
  await end()
})

test('a customer searches their own rows, an admin in the customer portal those of their own record', async () => {
  const kim = await visit(browser, portal)
  await logIn(kim.page, 'demo-kunde')
  await openByKeys(kim.page, 'Meta+k')
  await field(kim.page).fill('2026')
  await kim.page.getByRole('option').first().waitFor()
  expect(await kim.page.getByRole('group', { name: 'Kunden' }).count()).toBe(0)
  await kim.page.keyboard.press('Enter')
  await kim.page.waitForURL('**/customer-portal/ticket/*')
  await kim.end()

  const admin = await visit(browser, portal, { as: 'demo-admin' })
  await admin.open('/customer-portal/home')
  await openByKeys(admin.page)
  await field(admin.page).fill('größl')
  await admin.page.getByText(searchTexts.nothing('größl')).waitFor()
  await admin.end()
})

describe.each([
  { width: phoneWidth, scheme: 'dark' },
  { width: deskWidth, scheme: 'light' },
] as const)('at $width px, $scheme', look => {
  test('it is accessible before a search, with and without results, and after a failure', async () => {
    const { page, end } = await visit(browser, portal, { ...look, expected: [/Failed to load|500/] })
    await logIn(page, 'demo-admin')
    await page.getByRole('button', { name: searchTexts.open }).click()
    await page.getByText(searchTexts.hint).waitFor()
    await check(page, 'search, nothing typed')
    await field(page).fill('t-2026')
    await page.getByRole('option', { name: searchTexts.allOf('Tickets') }).waitFor()
    await check(page, 'search, hits')
    await field(page).fill('gibtesnicht')
    await page.getByText(searchTexts.nothing('gibtesnicht')).waitFor()
    await check(page, 'search, nothing found')
    await page.route(calls, route =>
      route.fulfill({ status: 500, contentType: 'application/problem+json', body: problem }),
    )
    await field(page).fill('wallbox')
    await page.getByText(searchTexts.failed).waitFor()
    await check(page, 'search, failed')
    await page.unroute(calls)
    await page.getByRole('button', { name: 'Erneut versuchen' }).click()
    await page.getByRole('option').first().waitFor()
    await field(page).fill('t-2026')
    await page.getByRole('option', { name: searchTexts.allOf('Tickets') }).click()
    await page.waitForURL('**/admin-portal/tickets-overview?search=t-2026')
    await end()
  })
})

const problem = JSON.stringify({ type: 'about:blank', title: 'x', status: 500, code: 'internal', requestId: 'x' })

function activeDescendant(page: Page): Promise<string | null> {
  return field(page).getAttribute('aria-activedescendant')
}

async function check(page: Page, state: string): Promise<void> {
  await expectAccessible(page, state)
  await expectNoSidewaysScroll(page, state)
}
