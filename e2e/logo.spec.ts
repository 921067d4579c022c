/** The logo of the business: uploaded by an admin, visible to everybody, in the header and in print. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pngOf } from '#server/testing/build-pictures.ts'
import { expectAccessible } from './axe.ts'
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

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" onload="document.title='evil'">
<script>document.title = 'evil'</script><circle cx="20" cy="20" r="20" fill="#2f4a12"/></svg>`

const choose = (page: Page, name: string, mimeType: string, content: Buffer | string) =>
  page.locator('input[type="file"]').setInputFiles({ name, mimeType, buffer: Buffer.from(content) })
const logoIn = (page: Page) => page.getByRole('banner').locator('img')
const isDrawn = (page: Page) =>
  page.waitForFunction(() => (document.querySelector<HTMLImageElement>('header img')?.naturalWidth ?? 0) > 0)

test('an admin uploads the logo, sees it, replaces it and removes it', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin', expected: [/422/] })
  const visitor = await visit(browser, portal)
  const requests: string[] = []
  visitor.page.on('request', request => {
    if (request.url().startsWith('http')) requests.push(new URL(request.url()).pathname)
  })
  await open('/admin-portal/settings/company')
  await page.getByText('Noch kein Logo.').waitFor()
  expect(await logoIn(page).count()).toBe(0)

  await choose(page, 'logo.pdf', 'application/pdf', '%PDF-1.7')
  await page.getByText('Möglich sind PNG, JPEG und SVG.').waitFor()
  await expectAccessible(page, 'a refused logo')

  await choose(page, 'logo.svg', 'image/svg+xml', svg)
  await isDrawn(page)
  await page.getByText('SVG, in jeder Größe scharf').waitFor()
  expect(await page.getByText('Möglich sind PNG, JPEG und SVG.').count()).toBe(0)
  await expectAccessible(page, 'a logo in the settings')

  await visitor.open('/')
  await isDrawn(visitor.page)
  // A square logo has the name next to it.
  expect(await visitor.page.getByRole('banner').getByText('Musterwerk Technik').isVisible()).toBe(true)
  // Requested once, and cached for later visits.
  const pictures = () => requests.filter(path => path.includes('/logo/'))
  expect(pictures()).toHaveLength(1)
  expect(await visitor.page.title()).not.toBe('evil')
  await expectAccessible(visitor.page, 'a logo on the home')

  // A wide logo contains the name; open pages show it at once.
  await choose(page, 'logo.png', 'image/png', pngOf(300, 60))
  await page.getByText('PNG, 300 × 60').waitFor()
  await visitor.open('/')
  await isDrawn(visitor.page)
  expect(await visitor.page.getByRole('banner').getByRole('link', { name: 'Musterwerk Technik' }).count()).toBe(1)
  const box = await logoIn(visitor.page).boundingBox()
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(5, 0)

  await page.getByRole('button', { name: 'Logo entfernen' }).click()
  await expectAccessible(page, 'whether to remove the logo')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Abbrechen' }).click()
  expect(await logoIn(page).count()).toBe(1)
  await page.getByRole('button', { name: 'Logo entfernen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Logo entfernen' }).click()
  await logoIn(page).waitFor({ state: 'detached' })
  await page.getByText('Noch kein Logo.').waitFor()
  await visitor.end()
  await end()
})

test.each([phoneWidth, deskWidth])(
  'the logo reserves its space and has a light plate in dark mode, at %i px',
  async width => {
    const admin = await visit(browser, portal, { as: 'demo-admin' })
    await admin.open('/admin-portal/settings/company')
    await choose(admin.page, 'logo.png', 'image/png', pngOf(300, 60))
    await isDrawn(admin.page)
    for (const scheme of ['light', 'dark'] as const) {
      const { page, open, end } = await visit(browser, portal, { width, scheme })
      // The picture arrives late: nothing shifts.
      const come = Promise.withResolvers<void>()
      await page.route('**/logo/**', async route => {
        await come.promise
        await route.continue()
      })
      await open('/contact')
      await logoIn(page).waitFor()
      const places = () =>
        page
          .locator('header a, header button, main h1')
          .evaluateAll(all => all.map(each => each.getBoundingClientRect().toJSON()))
      const before = await places()
      come.resolve()
      await isDrawn(page)
      expect(await places()).toEqual(before)
      const plate = await logoIn(page).evaluate(image => getComputedStyle(image).backgroundColor)
      expect(plate).toBe(scheme === 'dark' ? 'rgb(255, 255, 255)' : 'rgba(0, 0, 0, 0)')
      await expectAccessible(page, `a logo, ${scheme}`)
      await end()
    }
    await admin.end()
  },
)

test('a printed page starts with the logo', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin' })
  await open('/admin-portal/settings/company')
  await choose(page, 'logo.png', 'image/png', pngOf(300, 60))
  await isDrawn(page)
  await open('/impressum')
  await page.emulateMedia({ media: 'print' })
  await isDrawn(page)
  const [logo, heading] = [
    await logoIn(page).boundingBox(),
    await page.getByRole('heading', { level: 1 }).boundingBox(),
  ]
  // 14 mm.
  expect(logo?.height).toBeCloseTo(52.9, 0)
  expect((logo?.y ?? 0) + (logo?.height ?? 0)).toBeLessThan(heading?.y ?? 0)
  expect(await page.getByRole('button', { name: 'Abmelden' }).isVisible()).toBe(false)
  expect(await page.getByRole('navigation', { name: 'Hauptmenü' }).isVisible()).toBe(false)
  await end()
})
