/** The logo of the business: uploaded by an admin, visible to everybody, in the header and in print. */
import type { Page } from 'playwright-core'
import { pngOf } from '#server/testing/build-pictures.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './journey.ts'
import { deskWidth, open, phoneWidth } from './visit.ts'

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" onload="document.title='evil'">
<script>document.title = 'evil'</script><circle cx="20" cy="20" r="20" fill="#2f4a12"/></svg>`

const choose = (page: Page, name: string, mimeType: string, content: Buffer | string) =>
  page.locator('input[type="file"]').setInputFiles({ name, mimeType, buffer: Buffer.from(content) })
const logoIn = (page: Page) => page.getByRole('banner').locator('img')
const isDrawn = (page: Page) =>
  page.waitForFunction(() => (document.querySelector<HTMLImageElement>('header img')?.naturalWidth ?? 0) > 0)

test('an admin uploads the logo, sees it, replaces it and removes it', async ({ visit, guest: visitor }) => {
  const page = await visit({ as: 'demo-admin', expected: [/422/] })
  const requests: string[] = []
  visitor.on('request', request => {
    if (request.url().startsWith('http')) requests.push(new URL(request.url()).pathname)
  })
  await open(page, '/admin-portal/settings/company')
  await expect(page.getByText('Noch kein Logo.')).toBeVisible()
  await expect(logoIn(page)).toHaveCount(0)

  await choose(page, 'logo.pdf', 'application/pdf', '%PDF-1.7')
  await expect(page.getByText('Möglich sind PNG, JPEG und SVG.')).toBeVisible()
  await expectAccessible(page, 'a refused logo')

  await choose(page, 'logo.svg', 'image/svg+xml', svg)
  await isDrawn(page)
  await expect(page.getByText('SVG, in jeder Größe scharf')).toBeVisible()
  await expect(page.getByText('Möglich sind PNG, JPEG und SVG.')).toHaveCount(0)
  await expectAccessible(page, 'a logo in the settings')

  await open(visitor, '/')
  await isDrawn(visitor)
  // A square logo has the name next to it.
  await expect(visitor.getByRole('banner').getByText('Musterwerk Technik')).toBeVisible()
  // Requested once, and cached for later visits.
  const pictures = () => requests.filter(path => path.includes('/logo/'))
  expect(pictures()).toHaveLength(1)
  await expect(visitor).not.toHaveTitle('evil')
  await expectAccessible(visitor, 'a logo on the home')

  // A wide logo contains the name; open pages show it at once.
  await choose(page, 'logo.png', 'image/png', pngOf(300, 60))
  await expect(page.getByText('PNG, 300 × 60')).toBeVisible()
  await open(visitor, '/')
  await isDrawn(visitor)
  await expect(visitor.getByRole('banner').getByRole('link', { name: 'Musterwerk Technik' })).toHaveCount(1)
  const box = await logoIn(visitor).boundingBox()
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(5, 0)

  await page.getByRole('button', { name: 'Logo entfernen' }).click()
  await expectAccessible(page, 'whether to remove the logo')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Abbrechen' }).click()
  await expect(logoIn(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Logo entfernen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Logo entfernen' }).click()
  await expect(logoIn(page)).not.toBeAttached()
  await expect(page.getByText('Noch kein Logo.')).toBeVisible()
})

test.for([phoneWidth, deskWidth])(
  'the logo reserves its space and has a light plate in dark mode, at %i px',
  async (width, { admin, visit }) => {
    await open(admin, '/admin-portal/settings/company')
    await choose(admin, 'logo.png', 'image/png', pngOf(300, 60))
    await isDrawn(admin)
    for (const scheme of ['light', 'dark'] as const) {
      const page = await visit({ width, scheme })
      // The picture arrives late: nothing shifts.
      const come = Promise.withResolvers<void>()
      await page.route('**/logo/**', async route => {
        await come.promise
        await route.continue()
      })
      await open(page, '/contact')
      await expect(logoIn(page)).toBeVisible()
      const places = () =>
        page
          .locator('header a, header button, main h1')
          .evaluateAll(all => all.map(each => each.getBoundingClientRect().toJSON()))
      const before = await places()
      come.resolve()
      await isDrawn(page)
      await expect.poll(() => places()).toEqual(before)
      const plate = await logoIn(page).evaluate(image => getComputedStyle(image).backgroundColor)
      expect(plate).toBe(scheme === 'dark' ? 'rgb(255, 255, 255)' : 'rgba(0, 0, 0, 0)')
      await expectAccessible(page, `a logo, ${scheme}`)
    }
  },
)

test('a printed page starts with the logo', async ({ admin: page }) => {
  await open(page, '/admin-portal/settings/company')
  await choose(page, 'logo.png', 'image/png', pngOf(300, 60))
  await isDrawn(page)
  await open(page, '/impressum')
  await page.emulateMedia({ media: 'print' })
  await isDrawn(page)
  const [logo, heading] = [
    await logoIn(page).boundingBox(),
    await page.getByRole('heading', { level: 1 }).boundingBox(),
  ]
  // 14 mm.
  expect(logo?.height).toBeCloseTo(52.9, 0)
  expect((logo?.y ?? 0) + (logo?.height ?? 0)).toBeLessThan(heading?.y ?? 0)
  await expect(page.getByRole('button', { name: 'Abmelden' })).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Hauptmenü' })).toBeHidden()
})
