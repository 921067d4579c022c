/** The API's documentation: public, light and dark, wide and narrow, without scripts. */
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { test as demoTest, expect } from './journey.ts'
import { open, phoneWidth } from './visit.ts'

const test = demoTest.extend('portalOptions', { scope: 'file' }, { isDemo: false })

test('the pages of the API are accessible, and fit a phone', async ({ visit }) => {
  const window = await visit({ width: phoneWidth })
  for (const [path, heading] of [
    ['/api/docs/', 'Schnittstelle (API)'],
    ['/api/docs/errors/', 'Fehlercodes'],
  ] as const) {
    await open(window, path)
    await expect.poll(() => window.locator('h1').textContent()).toBe(heading)
    await expectNoSidewaysScroll(window, path)
    await expectAccessible(window, path)
  }
})

test('a call links to its schemas', async ({ guest: window }) => {
  await open(window, '/api/docs/')
  const link = window.locator('#tickets_get').locator('..').getByRole('link', { name: 'Ticket' })
  await link.click()
  const target = new URL(window.url()).hash
  await expect(window.locator(target)).toHaveText(/^Ticket/)
})
