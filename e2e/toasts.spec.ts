/** Toasts are next to or above the next step, never on it: in every drawer and at every bar at the lower edge. */
import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { expectAccessible } from './axe.ts'
import { expect, test } from './journey.ts'
import { firstLink, selectRows } from './list-places.ts'
import { deskWidth, open, phoneWidth } from './visit.ts'
import { waitUntilLoaded } from './wait-until-loaded.ts'

type Stop = { path: string; show: (page: Page) => Promise<unknown>; only?: number; isBar?: true }

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).click()
const throughRow = (show: Stop['show']) => async (page: Page) => {
  await firstLink(page).click()
  await page.waitForURL(/\/(ticket|request|customer|service|invoice)\//)
  await show(page)
}

const stops: Record<'demo-kunde' | 'demo-admin', Record<string, Stop>> = {
  'demo-kunde': {
    'an entry': {
      path: '/customer-portal/tickets-overview?progress=inProgress',
      show: throughRow(press('Eintrag hinzufügen')),
    },
    'a request': { path: '/customer-portal/requests-overview?dialog=new', show: async () => {} },
    filters: { path: '/customer-portal/tickets-overview', show: press(/^Filter/), only: phoneWidth },
    'a link': { path: '/customer-portal/home', show: press('Link hinzufügen') },
    'a question': {
      path: '/customer-portal/requests-overview?state=open',
      show: throughRow(press('Löschen')),
    },
  },
  'demo-admin': {
    'a ticket': { path: '/admin-portal/tickets-overview', show: press('Ticket anlegen') },
    'a service': { path: '/admin-portal/services-overview', show: press('Dienst anlegen') },
    'a customer': { path: '/admin-portal/customers-overview', show: press('Kunden anlegen') },
    'an answer': { path: '/admin-portal/requests-overview?state=open', show: throughRow(press('Annehmen')) },
    'chosen rows': {
      path: '/admin-portal/tickets-overview',
      show: page => selectRows(page.getByRole('table'), 1),
      isBar: true,
    },
    'unsaved settings': {
      path: '/admin-portal/settings/company',
      show: page => page.getByLabel('Leitsatz').fill('Wir kümmern uns'),
      isBar: true,
    },
  },
}

describe.each([
  ['demo-kunde', phoneWidth],
  ['demo-kunde', deskWidth],
  ['demo-admin', phoneWidth],
  ['demo-admin', deskWidth],
] as const)('toasts of %s at %i px', (as, width) => {
  test('leave every button of a drawer, a confirmation and a bar at the lower edge uncovered', async ({ visit }) => {
    const page = await visit({ width, as })
    for (const [name, { path, show, only, isBar }] of Object.entries(stops[as])) {
      if (only !== undefined && only !== width) continue
      // The unsaved input of the previous form is confirmed.
      page.once('dialog', dialog => void dialog.accept())
      await open(page, path)
      await waitUntilLoaded(page)
      await show(page)
      // A drawer opens before its form has loaded; once loaded, it has more buttons than the one that closes it.
      if (isBar) await expect(page.locator('main .stuck-low button')).not.toHaveCount(0)
      else await expect.poll(() => page.locator(':is(.drawer, .dialog)[data-open] button').count()).toBeGreaterThan(1)
      await showToast(page)
      await expect.poll(() => coveredButtons(page), { message: name }).toEqual([])
      await scrollToEnd(page)
      await expect.poll(() => coveredButtons(page), { message: `${name}, at its end` }).toEqual([])
    }
  })
})

test.for([
  ['demo-kunde', '/customer-portal/tickets-overview?progress=inProgress'],
  ['demo-admin', '/admin-portal/tickets-overview'],
] as const)('a toast does not cover the focused element, at every Tab, for %s', async ([as, path], { visit }) => {
  const page = await visit({ width: phoneWidth, as })
  await open(page, path)
  await firstLink(page).click()
  await page.waitForURL(/\/ticket\//)
  await waitUntilLoaded(page)
  await showToast(page)
  const covered: string[] = []
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press('Tab')
    // Toasts are placed in the frame after a movement.
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
    const name = await page.evaluate(() => {
      const focused = document.activeElement
      if (!focused || focused === document.body || focused.closest('[data-toasts]')) return null
      const box = focused.getBoundingClientRect()
      const meets = [...document.querySelectorAll('.toast')]
        .map(toast => toast.getBoundingClientRect())
        .some(({ left, right, top, bottom }) => {
          return left < box.right && right > box.left && top < box.bottom && bottom > box.top
        })
      return meets ? focused.textContent : null
    })
    if (name !== null) covered.push(name)
  }
  expect(covered).toEqual([])
})

test('a toast over an open drawer stays at the lower edge on a phone, and next to the drawer on a wide screen', async ({
  visit,
}) => {
  for (const width of [phoneWidth, deskWidth]) {
    const page = await visit({ width, as: 'demo-kunde' })
    await open(page, '/customer-portal/requests-overview?dialog=new')
    await expect(page.getByRole('dialog', { name: 'Anfrage stellen' })).toBeVisible()
    await showToast(page)
    const drawer = await page.locator('.drawer').boundingBox()
    const toast = await page.locator('.toast').boundingBox()
    const height = page.viewportSize()?.height ?? 0
    if (!drawer || !toast) throw new Error('Drawer and toast are shown.')
    if (width === phoneWidth) expect(toast.y).toBeGreaterThan(height / 2)
    else {
      expect(toast.x + toast.width).toBeLessThan(drawer.x)
      expect(toast.y + toast.height).toBe(height - 16)
      expect(toast.width).toBe(384)
    }
  }
})

test.for(['light', 'dark'] as const)('a failure is completely red, %s', async (scheme, { visit }) => {
  const page = await visit({ scheme, expected: [/ERR_FAILED|Failed to load/] })
  await page.route('**/api/backend/messageForm/', route => route.abort())
  await open(page, '/contact')
  await page.getByLabel('E-Mail').fill('anna@groessl.example')
  await page.getByLabel('Nachricht', { exact: true }).fill('Dieser Text darf nicht verloren gehen.')
  await page.getByRole('button', { name: /senden/i }).click()
  const toast = page.locator('.toast', { hasText: 'Something went wrong.' })
  await toast.hover()
  const colour = await toast.evaluate(element => getComputedStyle(element).backgroundColor)
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map(Number)
  expect(red, colour).toBeGreaterThan(3 * Math.max(green, blue))
  await expectAccessible(page, 'red toast')
})

/** A persistent one: about a newer build. */
async function showToast(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('vite:preloadError')))
  await expect(page.locator('.toast')).toBeVisible()
}

/** Every scroll container: the page, the content of a drawer. */
async function scrollToEnd(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of [document.documentElement, ...document.querySelectorAll('.drawer > *')]) {
      element.scrollTo({ top: element.scrollHeight, behavior: 'instant' })
    }
  })
}

/**
 * The buttons of the next step that a toast covers: found by role and position, not by attribute. A row of actions ends
 * a drawer or a confirmation; a bar sticks to the lower edge.
 */
async function coveredButtons(page: Page): Promise<string[]> {
  // Toasts are placed in the frame after a movement.
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
  const { seen, covered } = await page.evaluate(() => {
    const popups = [...document.querySelectorAll('.drawer[data-open], .dialog[data-open]')]
    const rows = '[type="submit"], :has(> [type="submit"]) > :is(button, a), .dialog-actions > *'
    const isBar = (element: Element) => {
      const { position, bottom } = getComputedStyle(element)
      // At the end of its page a sticky bar is where its form ends; the `bottom` of a fixed bar is never auto.
      const isLow = position === 'sticky' || element.getBoundingClientRect().bottom > innerHeight / 2
      return /sticky|fixed/.test(position) && bottom !== 'auto' && isLow
    }
    const places =
      popups.length > 0
        ? popups.flatMap(popup => [
            ...popup.querySelectorAll(rows),
            ...(popup.lastElementChild?.querySelector('form')
              ? []
              : (popup.lastElementChild?.querySelectorAll('button') ?? [])),
          ])
        : [...document.querySelectorAll('main *, nav, nav *')]
            .filter(isBar)
            .flatMap(bar => [...bar.querySelectorAll('button, a')])
    const toasts = [...document.querySelectorAll('.toast')].map(toast => toast.getBoundingClientRect())
    const shown = places.filter(place => {
      const { top, bottom, width } = place.getBoundingClientRect()
      return width > 0 && top >= 0 && bottom <= innerHeight
    })
    const isCovered = (place: Element) => {
      const box = place.getBoundingClientRect()
      const meets = toasts.some(
        toast => toast.left < box.right && toast.right > box.left && toast.top < box.bottom && toast.bottom > box.top,
      )
      const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
      return meets || (top !== null && top.closest('.toast') !== null)
    }
    const [toast] = toasts
    const onTop = toast && document.elementFromPoint(toast.left + 8, toast.top + toast.height / 2)
    const hidden = onTop?.closest('.toast') ? [] : ['the toast itself']
    return {
      seen: places.length,
      covered: [...hidden, ...shown.filter(isCovered).map(place => place.textContent ?? '')],
    }
  })
  expect(seen, 'buttons looked at').toBeGreaterThan(0)
  return covered
}
