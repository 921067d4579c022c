import { expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'

test('the tests’ browser draws text and native form fields', async () => {
  const browser = await launchBrowser()
  const page = await browser.newPage()
  await page.setContent(`<h1>Größe</h1><input type="date"><select><option>Wohnung → Büro</option></select>`)
  expect(await page.locator('h1').boundingBox()).toMatchObject({ width: expect.any(Number) })
  expect((await page.screenshot()).length).toBeGreaterThan(1000)
  expect(browser.isConnected()).toBe(true)
  await browser.close()
})
