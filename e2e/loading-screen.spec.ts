import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { type Portal, startPortal } from './started-portal.ts'
import { visit } from './visit.ts'

let browser: Browser
let portal: Portal

beforeAll(async () => {
  browser = await launchBrowser()
  portal = await startPortal({ environment: { LOADING_SCREEN_MS: '2000' } })
})
afterAll(async () => {
  await browser?.close()
  await portal?.stop()
})

test('fourteen rings of digits turn in 22 to 110 seconds, without text, and delay the app for two seconds', async () => {
  const { page, end } = await visit(browser, portal)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  // The screen stays until the session lookup has ended, which leaves time for checks on a slow machine.
  const seen = Promise.withResolvers<void>()
  await page.route('**/api/backend/customer/**', async route => {
    await seen.promise
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  const screen = page.getByRole('status', { name: 'Wird geladen' })
  await screen.waitFor()
  const rings = await screen.locator('svg').evaluateAll(svgs =>
    svgs.map(svg => ({
      text: svg.textContent ?? '',
      seconds: Number.parseFloat(getComputedStyle(svg).animationDuration),
    })),
  )
  expect(rings).toHaveLength(14)
  expect(rings.every(ring => /^[\d\s]+$/.test(ring.text))).toBe(true)
  expect(Math.min(...rings.map(ring => ring.seconds))).toBe(22)
  expect(Math.max(...rings.map(ring => ring.seconds))).toBe(110)
  seen.resolve()

  await page.locator('h1').first().waitFor()
  expect(await page.evaluate(() => performance.now())).toBeGreaterThanOrEqual(2_000)
  await screen.waitFor({ state: 'detached' })
  await end()
})

test('the app appears although the session lookup fails', async () => {
  const { page, end } = await visit(browser, portal, { expected: [/Failed to load|ERR_FAILED|500/] })
  await page.route('**/api/backend/customer/**', route => route.abort())
  await page.goto('/')
  await page.locator('h1').first().waitFor()
  await page.getByRole('link', { name: 'Anmelden' }).first().waitFor()
  expect(await page.getByText('Something went wrong.').count()).toBe(0)
  await end()
})

test('the rings do not move under reduced motion', async () => {
  const { page, end } = await visit(browser, portal)
  await page.goto('/', { waitUntil: 'commit' })
  const ring = page.getByRole('status', { name: 'Wird geladen' }).locator('svg').first()
  await ring.waitFor()
  expect(await ring.evaluate(svg => getComputedStyle(svg).animationName)).toBe('none')
  await page.locator('h1').first().waitFor()
  await end()
})
