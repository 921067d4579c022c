/** Toasts are next to or above the next step, never on it: in every drawer and at every bar at the lower edge. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible } from './axe.ts'
import { launchBrowser } from './browser.ts'
import { settled } from './settled.ts'
import { type Portal, startPortal } from './started-portal.ts'
import { deskWidth, phoneWidth, visit } from './visit.ts'

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

type Stop = { path: string; show: (page: Page) => Promise<unknown>; only?: number; isBar?: true }

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
const throughRow = (show: Stop['show']) => async (page: Page) => {
  await page.getByRole('table').getByRole('link').first().click()
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
      show: page => page.getByRole('table').getByRole('checkbox').nth(1).check(),
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
  test('leave every button of a drawer, a confirmation and a bar at the lower edge uncovered', async () => {
    const { page, open, end } = await visit(browser, portal, { width, as })
    for (const [name, { path, show, only, isBar }] of Object.entries(stops[as])) {
      if (only !== undefined && only !== width) continue
      // The unsaved input of the previous form is confirmed.
      page.once('dialog', dialog => void dialog.accept())
      await open(path)
      await settled(page)
      await show(page)
      // A drawer opens before its form has loaded: then it has more buttons than the one that closes it.
      if (isBar) await page.locator('main .stuck-low button').first().waitFor()
      else await page.locator(':is(.drawer, .dialog)[data-open] button').nth(1).waitFor()
      await showToast(page)
      await expect.poll(() => coveredButtons(page), { message: name }).toEqual([])
      await scrollToEnd(page)
      await expect.poll(() => coveredButtons(page), { message: `${name}, at its end` }).toEqual([])
    }
    await end()
  })
})

test.each([
  ['demo-kunde', '/customer-portal/tickets-overview?progress=inProgress'],
  ['demo-admin', '/admin-portal/tickets-overview'],
] as const)('a toast does not cover the focused element, at every Tab, for %s', async (as, path) => {
  const { page, open, end } = await visit(browser, portal, { width: phoneWidth, as })
  await open(path)
  await page.getByRole('table').getByRole('link').first().click()
  await page.waitForURL(/\/ticket\//)
  await settled(page)
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
  await end()
})

test('a toast over an open drawer stays at the lower edge on a phone, and next to the drawer on a wide screen', async () => {
  for (const width of [phoneWidth, deskWidth]) {
    const { page, open, end } = await visit(browser, portal, { width, as: 'demo-kunde' })
    await open('/customer-portal/requests-overview?dialog=new')
    await page.getByRole('dialog', { name: 'Anfrage stellen' }).waitFor()
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
    await end()
  }
})

test.each(['light', 'dark'] as const)('a failure is completely red, %s', async scheme => {
  const { page, open, end } = await visit(browser, portal, { scheme, expected: [/ERR_FAILED|Failed to load/] })
  await page.route('**/api/backend/messageForm/', route => route.abort())
  await open('/contact')
  await page.getByLabel('E-Mail').fill('anna@groessl.example')
  await page.getByLabel('Nachricht', { exact: true }).fill('Dieser Text darf nicht verloren gehen.')
  await page.getByRole('button', { name: /senden/i }).click()
  const toast = page.locator('.toast', { hasText: 'Something went wrong.' })
  await toast.hover()
  const colour = await toast.evaluate(element => getComputedStyle(element).backgroundColor)
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map(Number)
  expect(red, colour).toBeGreaterThan(3 * Math.max(green, blue))
  await expectAccessible(page, 'red toast')
  await end()
})

/** A persistent one: about a newer build. */
async function showToast(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('vite:preloadError')))
  await page.locator('.toast').waitFor()
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
      const lowerEdge = element.getBoundingClientRect().bottom
      return /sticky|fixed/.test(position) && bottom !== 'auto' && lowerEdge > innerHeight / 2
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
