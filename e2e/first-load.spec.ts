/** The cost of the first page before any action. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pngOf } from '#server/testing/build-pictures.ts'
import { launchBrowser } from './browser.ts'
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

test.each([phoneWidth, deskWidth])('the homepage with a logo makes at most twelve requests at %i px', async width => {
  const admin = await visit(browser, portal, { as: 'demo-admin' })
  await admin.open('/admin-portal/settings/company')
  const logo = { name: 'logo.png', mimeType: 'image/png', buffer: pngOf(300, 60) }
  await admin.page.locator('input[type="file"]').setInputFiles(logo)
  await admin.page.getByText('PNG, 300 × 60').waitFor()
  await admin.end()
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
  expect(asked.filter(path => path.includes('/logo/'))).toHaveLength(1)
  await end()
})

test('the page renders behind the loading screen, hidden and not focusable', async () => {
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
