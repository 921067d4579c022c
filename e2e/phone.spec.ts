/** Both portals on a phone: the bottom bar, the first screen, and links of phone numbers and addresses. */
import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { portalPlaces } from '#web/app/layouts/portal-places.ts'
import { paths } from '#web/app/paths.ts'
import { settingsGroups } from '#web/pages/admin-portal/settings/sections.ts'
import { shellTexts } from '#web/texts/shell.texts.ts'
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { expect, test } from './journey.ts'
import { anyOf, firstLink, firstVisible } from './list-places.ts'
import { open, phoneWidth } from './visit.ts'
import { waitUntilLoaded } from './wait-until-loaded.ts'

const users = { customer: 'demo-kunde', admin: 'demo-admin' } as const
const labels = { customer: shellTexts.customerPortal, admin: shellTexts.admin } as const
const bar = (page: Page, of: keyof typeof labels) =>
  page.getByRole('navigation', { name: labels[of], exact: true }).and(page.locator('.bottom-bar'))

/** Every list of a portal is a place of its own or a section of its settings. */
const pagesOf = {
  customer: portalPlaces.customer.map(({ to }) => to),
  admin: [
    ...portalPlaces.admin.map(({ to }) => to),
    ...settingsGroups.flatMap(({ sections }) => sections.map(({ to }) => to)),
  ],
}
/** A row of any list: of a table, of messages, of cards. */
const anyRow = 'main :is(table tbody tr, ul > li):not(nav *, [aria-busy="true"] *)'
/** Forms and the two homes, which have no main list; backups and impersonations, of which the demo has none. */
const withoutList =
  /\/(home|settings|company|billing|homepage|legal-texts|(?:settings|customer-portal)\/power-master|backups|as-user)$/

describe.each(['customer', 'admin'] as const)('the %s portal on a phone', of => {
  test('shows the first row of every list on the first screen, complete and above the bar', async ({ visit }) => {
    const page = await visit({ width: phoneWidth, as: users[of] })
    const shown: string[] = []
    for (const path of pagesOf[of].filter(path => !withoutList.test(path))) {
      await open(page, path)
      const row = firstVisible(page.locator(anyRow))
      await expect(row).toBeVisible()
      await expect(bar(page, of)).toBeVisible()
      const edges = await row.evaluate(element => ({
        bottom: Math.round(element.getBoundingClientRect().bottom),
        barTop: Math.round(document.querySelector('.bottom-bar')?.getBoundingClientRect().top ?? 0),
        scrolled: Math.round(scrollY),
      }))
      if (edges.bottom > edges.barTop || edges.scrolled > 0) shown.push(`${path}: ${JSON.stringify(edges)}`)
      await expectNoSidewaysScroll(page, path)
    }
    expect(shown).toEqual([])
  })

  test.for([360, phoneWidth])(
    'shows the figures of its home, of its tickets and of the sites in one line at %i px',
    async (width, { visit }) => {
      const page = await visit({ width, as: users[of] })
      const places = { home: 4, 'tickets-overview': 4, ...(of === 'admin' ? { 'power-master': 5 } : {}) }
      for (const [place, count] of Object.entries(places)) {
        await open(page, `/${of}-portal/${place}`)
        const figures = page.locator('.stat-strip .stat-value').filter({ visible: true })
        await expect(figures).toHaveCount(count)
        const linesCount = () =>
          figures.evaluateAll(all => new Set(all.map(figure => Math.round(figure.getBoundingClientRect().bottom))).size)
        await expect.poll(linesCount).toBe(1)
        await expectNoSidewaysScroll(page, place)
      }
    },
  )

  test('has its first four places and “Mehr” in a bar, the rest behind it, and marks the current one', async ({
    visit,
  }) => {
    const page = await visit({ width: phoneWidth, as: users[of] })
    await open(page, portalPlaces[of][0]?.to ?? '')
    const places = bar(page, of)
    await expect(places).toBeVisible()
    await expect
      .poll(() => places.getByRole('link').allTextContents())
      .toEqual(portalPlaces[of].slice(0, 4).map(({ label }) => label))
    const current = () => places.locator('[aria-current]').allTextContents()
    await expect.poll(current).toEqual([shellTexts.overview])
    await places.getByRole('link', { name: shellTexts.tickets }).click()
    await page.waitForURL('**/tickets-overview')
    await expect.poll(current).toEqual([shellTexts.tickets])
    await firstLink(page).click()
    await page.waitForURL('**/ticket/*')
    await expect.poll(current).toEqual([shellTexts.tickets])

    const more = places.getByRole('button', { name: shellTexts.more })
    await more.click()
    const sheet = page.getByRole('dialog', { name: shellTexts.more })
    await expect(sheet).toBeVisible()
    expect((await sheet.getByRole('link').allTextContents()).slice(0, portalPlaces[of].length - 4)).toEqual(
      portalPlaces[of].slice(4).map(({ label }) => label),
    )
    await expectAccessible(page, `${of} portal, sheet of places`)
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect.poll(() => more.evaluate(element => element === document.activeElement)).toBe(true)
    await more.click()
    await sheet.getByRole('link', { name: shellTexts.services }).click()
    await page.waitForURL('**/services-overview')
    await expect(sheet).toBeHidden()
    await expect.poll(current).toEqual([shellTexts.more])
    await expectAccessible(page, `${of} portal, bar of places`)
    await page.emulateMedia({ media: 'print' })
    await expect(places).toBeHidden()
  })
})

test('shows the first host name above the bar while the timer runs', async ({ visit }) => {
  const page = await visit({ width: phoneWidth, as: users.admin })
  await open(page, paths.adminHome)
  await anyOf(page.getByRole('button', { name: /^Zeitmessung starten: T-/ })).click()
  await expect(page.getByRole('button', { name: 'Stoppen' })).toBeVisible()
  await open(page, paths.adminDns)
  await expect(page.getByRole('button', { name: 'Stoppen' })).toBeVisible()
  const row = firstVisible(page.locator(anyRow))
  await expect(row).toBeVisible()
  const [rowBox, barBox] = [await row.boundingBox(), await bar(page, 'admin').boundingBox()]
  expect((rowBox?.y ?? 0) + (rowBox?.height ?? Number.NaN)).toBeLessThanOrEqual(barBox?.y ?? 0)
  await page.getByRole('button', { name: 'Stoppen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Verwerfen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Verwerfen' }).click()
  await expect(page.getByText('Die gemessene Zeit wurde verworfen.')).toBeVisible()
})

test('an empty list has no search, sorting or filters unless one is set', async ({ visit }) => {
  const page = await visit({ width: phoneWidth, as: 'demo-neu' })
  const tools = page.locator('main').locator('search, select')
  // The home and the energy page are not lists.
  const lists = portalPlaces.customer.filter(({ to }) => to !== paths.customerHome && to !== paths.customerPowerMaster)
  for (const { to } of lists) {
    await open(page, to)
    await expect(page.getByText(/^Es wurden keine .* gefunden\./)).toBeVisible()
    await expect(tools, to).toHaveCount(0)
    await open(page, `${to}?search=gibtesnicht`)
    await expect(page.getByRole('button', { name: 'Filter zurücksetzen' }).filter({ visible: true })).toBeVisible()
    await expect(page.getByRole('searchbox'), to).toHaveValue('gibtesnicht')
  }
})

test('every page has the user’s own portal bar, and none for visitors', async ({ visit }) => {
  const everywhere = ['/user-settings', '/', '/contact', '/faq', '/power-master', '/no-such-page']
  for (const [of, more] of [
    ['customer', ['/admin-portal/home', '/customer-portal/ticket/0192f667-0680-7501-ac6e-739ad6e74b49']],
    ['admin', ['/admin-portal/no-such-page']],
  ] as const) {
    const page = await visit({ width: phoneWidth, as: users[of], expected: [/404/] })
    for (const path of [...everywhere, ...more]) {
      await open(page, path)
      await expect(bar(page, of)).toBeVisible()
      await expect(page.locator('.bottom-bar'), path).toHaveCount(1)
    }
  }
  const page = await visit({ width: phoneWidth })
  await open(page, '/')
  await expect(page.locator('.bottom-bar')).toHaveCount(0)
})

test('a wide window has tabs instead of the bar', async ({ admin: page }) => {
  await open(page, '/admin-portal/home')
  await expect(page.locator('.bottom-bar')).toBeHidden()
  await expect(page.getByRole('navigation', { name: shellTexts.admin, exact: true })).toHaveCount(1)
})

test('a phone number dials and an address opens a map, without requests before the click', async ({ visit }) => {
  // A request to another host would fail the visit.
  const page = await visit({ width: phoneWidth, as: 'demo-admin' })
  await open(page, '/admin-portal/customers-overview')
  await firstLink(page).click()
  await page.waitForURL('**/admin-portal/customer/*')
  const map = page.locator('main address a')
  await expect(map).toBeVisible()
  const href = new URL((await map.getAttribute('href')) ?? '')
  expect(href.origin + href.pathname).toBe('https://www.openstreetmap.org/search')
  expect(href.searchParams.get('query')).toMatch(/\d{5} /)
  await expect.poll(() => map.getAttribute('rel')).toContain('noreferrer')
  await expect.poll(() => page.locator('main a[href^="tel:"]').getAttribute('href')).toMatch(/^tel:\+?\d{5,}$/)
  for (const path of ['/contact', '/impressum']) {
    await open(page, path)
    await expect(page.locator('main address a[href^="https://www.openstreetmap.org/search?"]')).toBeVisible()
    await expect(page.locator('main a[href^="tel:"]')).toBeVisible()
  }
})

test.for(['/admin-portal/tickets-overview', '/admin-portal/settings/audit-log'])(
  'the keyboard stops only where it is seen on a phone: %s',
  async (path, { visit }) => {
    const page = await visit({ as: 'demo-admin', width: phoneWidth })
    await open(page, path)
    await waitUntilLoaded(page)
    await expect(page.locator('#loading')).not.toBeAttached()
    const unseen: string[] = []
    for (let stop = 0; stop < 30; stop += 1) {
      await page.keyboard.press('Tab')
      const hidden = await page.evaluate(coveredFocus)
      if (hidden !== null) unseen.push(hidden)
    }
    expect(unseen).toEqual([])
  },
)

/** Runs in the page: the name of the focused element if its middle is outside of the window or below another element. */
function coveredFocus(): string | null {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body) return null
  const { left, top, width, height } = focused.getBoundingClientRect()
  const seen = document.elementFromPoint(left + width / 2, top + height / 2)
  const labels = focused instanceof HTMLInputElement ? [...(focused.labels ?? [])] : []
  const isSeen = seen !== null && [focused, ...labels].some(part => part.contains(seen) || seen.contains(part))
  return isSeen ? null : (focused.getAttribute('aria-label') ?? focused.textContent)
}
