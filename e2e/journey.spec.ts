/** The check at the end of every journey. */
import { test } from './journey.ts'
import { open } from './visit.ts'

test.fails('a journey fails if its page logs an error to the console', async ({ guest: page }) => {
  await open(page, '/faq')
  await page.evaluate("console.error('planted')")
})

test.fails('a journey fails if its page throws', async ({ guest: page }) => {
  await open(page, '/faq')
  const thrown = page.waitForEvent('pageerror')
  await page.evaluate("void setTimeout(() => { throw new Error('planted') })")
  await thrown
})
