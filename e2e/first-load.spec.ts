/** What the first page costs before anything is done on it. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { type Portal, startPortal } from './portal.ts'
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

test.each([phoneWidth, deskWidth])('the homepage at %i px asks for at most twelve things', async width => {
  const { page, open, end } = await visit(browser, portal, { width })
  const asked: string[] = []
  page.on('request', request => {
    const { protocol, pathname } = new URL(request.url())
    if (protocol.startsWith('http')) asked.push(pathname)
  })
  await open('/')
  await page.waitForLoadState('networkidle')
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(12)
  expect(asked).toContain('/config.json')
  await end()
})

test('the page stands behind the loading screen before it leaves, unseen and out of reach', async () => {
  const slow = await startPortal({ environment: { LOADING_SCREEN_MS: '60000' } })
  const { page, end } = await visit(browser, slow)
  await page.goto('/')
  const heading = page.locator('h1').first()
  await heading.waitFor({ state: 'attached' })
  expect(await heading.isVisible()).toBe(false)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('#app'))).toBeNull()
  expect(await page.getByRole('status', { name: 'Wird geladen' }).isVisible()).toBe(true)
  await end()
  await slow.stop()
})
