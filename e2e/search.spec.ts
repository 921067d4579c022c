/** The search over everything with Ctrl+K: by keyboard, in every spelling, without results and after failures. */
import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { customerTexts } from '#web/texts/customers.texts.ts'
import { searchTexts } from '#web/texts/search.texts.ts'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { expect, test } from './journey.ts'
import { firstOption } from './list-places.ts'
import { deskWidth, logIn, open, phoneWidth, pressRetry } from './visit.ts'
import { waitUntilLoaded } from './wait-until-loaded.ts'

const field = (page: Page) => page.getByRole('combobox', { name: searchTexts.title })
const calls = '**/api/backend/search/**'

/** The shortcut works once the portal has rendered. */
async function openByKeys(page: Page, keys = 'Control+k'): Promise<void> {
  await expect(page.getByRole('button', { name: searchTexts.open })).toBeVisible()
  await page.keyboard.press(keys)
  await expect(field(page)).toBeVisible()
}

test('an admin finds “Größl” in every spelling with the keyboard alone, and reaches the customer’s heading', async ({
  guest: page,
}) => {
  await logIn(page, 'demo-admin')
  for (const typed of ['grössl', 'GRÖSSL', 'groessl', 'Größl']) {
    await openByKeys(page)
    await page.keyboard.type(typed)
    const active = page.getByRole('option', { selected: true })
    await expect(active.getByText('Größl')).toBeVisible()
    await expect(active).toHaveCount(1)
    expect(await activeDescendant(page)).toBe(await active.getAttribute('id'))
    await expect(page.getByRole('status').getByText('Treffer')).toBeAttached()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/admin-portal/customer/*')
    await page.waitForFunction(
      () => document.activeElement?.tagName === 'H1' && document.activeElement.textContent.includes('Größl'),
    )
    await page.goBack()
    await page.waitForURL('**/admin-portal/home')
  }
})

test('arrow keys move through all results and wrap around, Enter before the answer opens the first hit, Escape returns the focus', async ({
  guest: page,
}) => {
  await logIn(page, 'demo-admin')
  const button = page.getByRole('button', { name: searchTexts.open })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(field(page)).toBeVisible()
  await page.keyboard.type('größl')
  // The results of the complete input, not of its start.
  await expect(page.getByRole('status').getByText('Treffer')).toBeAttached()
  const ids = await page.getByRole('option').evaluateAll(options => options.map(option => option.id))
  expect(ids.length).toBeGreaterThan(2)
  for (const id of [...ids.slice(1), ids[0]]) {
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => activeDescendant(page)).toBe(id)
  }
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => activeDescendant(page)).toBe(ids.at(-1))
  await page.keyboard.press('Escape')
  await expect(field(page)).not.toBeAttached()
  await expect.poll(() => button.evaluate(element => element === document.activeElement)).toBe(true)

  await openByKeys(page)
  await expect(field(page)).toHaveValue('')
  const answered = Promise.withResolvers<void>()
  await page.route(calls, async route => {
    await answered.promise
    await route.continue()
  })
  await page.keyboard.type('K-1001')
  await page.keyboard.press('Enter')
  answered.resolve()
  await page.waitForURL('**/admin-portal/customer/*')
  await expect(page.getByText('K-1001')).toBeVisible()
})

test.for([
  ['the keys', (page: Page) => page.keyboard.press('Control+k')],
  ['the button', (page: Page) => page.getByRole('button', { name: searchTexts.open }).click()],
] as const)(
  'input right after %s, before the search has loaded, appears in order, and Enter works',
  async ([_, openSearch], { admin: page }) => {
    const loaded = Promise.withResolvers<void>()
    await page.route(/\/portal-search-[^/]*\.js/, async route => {
      await loaded.promise
      await route.continue()
    })
    await open(page, '/admin-portal/home')
    await expect(page.getByRole('button', { name: searchTexts.open })).toBeVisible()
    await openSearch(page)
    await page.keyboard.type('K-1001')
    await page.keyboard.press('Enter')
    await expect(field(page)).toHaveValue('K-1001')
    await expect(page.getByRole('option')).toHaveCount(0)
    loaded.resolve()
    await page.waitForURL('**/admin-portal/customer/*')
    await expect(page.getByText('K-1001')).toBeVisible()
  },
)

test('everyday words lead to a filtered list, in both portals', async ({ visit }) => {
  for (const [as, portalPath] of [
    ['demo-admin', '/admin-portal'],
    ['demo-kunde', '/customer-portal'],
  ] as const) {
    const page = await visit({ as })
    await open(page, `${portalPath}/home`)
    await page.getByRole('button', { name: 'Suchen' }).click()
    await page.getByRole('combobox', { name: 'Im Portal suchen' }).fill('offene rechnungen')
    await expect(page.getByRole('option', { name: /^Offene Rechnungen/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${portalPath}/invoices-overview?paid=unpaid`)
  }
})

test('pages and settings are found by name, limited to the user’s role', async ({ admin, visit }) => {
  await open(admin, '/admin-portal/home')
  await openByKeys(admin)
  await field(admin).fill('sicherungen')
  await expect(admin.getByRole('option', { selected: true }).getByText('Sicherungen')).toBeVisible()
  await admin.keyboard.press('Enter')
  await admin.waitForURL('**/admin-portal/settings/backups')

  const kim = await visit({ as: 'demo-kunde' })
  await open(kim, '/customer-portal/home')
  await openByKeys(kim)
  await field(kim).fill('sicherungen')
  await expect(kim.getByText(searchTexts.nothing('sicherungen'))).toBeVisible()
  await field(kim).fill('passwort')
  await expect(kim.getByRole('option', { selected: true }).getByText('Passwort')).toBeVisible()
  await kim.keyboard.press('Enter')
  await kim.waitForURL('**/user-settings#passwort')
})

test('the search opens the form of a new customer, also on the page of the customers', async ({ admin: page }) => {
  await open(page, '/admin-portal/customers-overview')
  const form = page.getByRole('dialog', { name: customerTexts.form.createTitle })
  for (const _ of ['once', 'again']) {
    await openByKeys(page)
    await field(page).fill('kunde anlegen')
    await page.getByRole('option', { name: customerTexts.newCustomer }).click()
    await expect(form).toBeVisible()
    await page.waitForURL('**/customers-overview?dialog=new')
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await page.waitForURL('**/customers-overview')
  }
})

test('results of earlier input never replace those of the current input', async ({ guest: page }) => {
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
  await expect(firstOption(page).getByText('Größl')).toBeVisible()
  first.resolve()
  await waitUntilLoaded(page)
  expect(asked).toEqual(['wallbox', 'größl'])
  await expect(firstOption(page)).toContainText('Größl')
})

test('a customer searches their own rows, an admin in the customer portal those of their own record', async ({
  guest: kim,
  visit,
}) => {
  await logIn(kim, 'demo-kunde')
  await openByKeys(kim, 'Meta+k')
  await field(kim).fill('2026')
  await expect(firstOption(kim)).toBeVisible()
  await expect(kim.getByRole('group', { name: 'Kunden' })).toHaveCount(0)
  await kim.keyboard.press('Enter')
  await kim.waitForURL('**/customer-portal/ticket/*')

  const admin = await visit({ as: 'demo-admin' })
  await open(admin, '/customer-portal/home')
  await openByKeys(admin)
  await field(admin).fill('größl')
  await expect(admin.getByText(searchTexts.nothing('größl'))).toBeVisible()
})

describe.each([
  { width: phoneWidth, scheme: 'dark' },
  { width: deskWidth, scheme: 'light' },
] as const)('at $width px, $scheme', look => {
  test('it is accessible before a search, with and without results, and after a failure', async ({ visit }) => {
    const page = await visit({ ...look, expected: [/Failed to load|500/] })
    await logIn(page, 'demo-admin')
    await page.getByRole('button', { name: searchTexts.open }).click()
    await expect(page.getByText(searchTexts.hint)).toBeVisible()
    await check(page, 'search, nothing typed')
    await field(page).fill('t-2026')
    await expect(page.getByRole('option', { name: searchTexts.allOf('Tickets') })).toBeVisible()
    await check(page, 'search, hits')
    await field(page).fill('gibtesnicht')
    await expect(page.getByText(searchTexts.nothing('gibtesnicht'))).toBeVisible()
    await check(page, 'search, nothing found')
    await page.route(calls, route =>
      route.fulfill({ status: 500, contentType: 'application/problem+json', body: problem }),
    )
    await field(page).fill('wallbox')
    await expect(page.getByText(searchTexts.failed)).toBeVisible()
    await check(page, 'search, failed')
    await pressRetry(page, calls)
    await expect(firstOption(page)).toBeVisible()
    await field(page).fill('t-2026')
    await page.getByRole('option', { name: searchTexts.allOf('Tickets') }).click()
    await page.waitForURL('**/admin-portal/tickets-overview?search=t-2026')
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
