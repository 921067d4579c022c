/** The logo of the business: uploaded by an admin, visible to everybody, in the header and in print. */
import type { Page } from 'playwright-core'
import { readPng } from '#server/files/picture-bytes.ts'
import { pngOf } from '#server/testing/build-pictures.ts'
import { expectAccessible } from './axe.ts'
import { expect, mailTest as test } from './journey.ts'
import { mailTo } from './received-mails.ts'
import { deskWidth, open, phoneWidth } from './visit.ts'

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" onload="document.title='evil'">
<script>document.title = 'evil'</script><circle cx="20" cy="20" r="20" fill="#2f4a12"/></svg>`

const choose = (page: Page, name: string, mimeType: string, content: Buffer | string) =>
  page.locator('input[type="file"]').setInputFiles({ name, mimeType, buffer: Buffer.from(content) })
const pixelsIn = (page: Page, png: Buffer, ...places: [x: number, y: number][]) =>
  page.evaluate(
    async ([address, all]) => {
      const image = new Image()
      image.src = address
      await image.decode()
      const surface = document.createElement('canvas').getContext('2d')
      surface?.drawImage(image, 0, 0)
      return all.map(([x, y]) => [...(surface?.getImageData(x, y, 1, 1).data ?? [])])
    },
    [`data:image/png;base64,${png.toString('base64')}`, places] as const,
  )
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

test('mails show an SVG logo as the picture that the admin’s browser draws of its safe form', async ({
  admin,
  guest,
  mailbox,
}) => {
  await open(admin, '/admin-portal/settings/company')
  await choose(admin, 'logo.svg', 'image/svg+xml', svg)
  await expect(admin.getByText('Das Logo ist gespeichert.', { exact: true })).toBeVisible()
  await expect(admin.getByText('steht statt dieses SVG der Firmenname')).toHaveCount(0)

  const before = mailbox.mails.length
  await open(guest, '/contact')
  await guest.getByLabel('E-Mail').fill('anna@groessl.example')
  await guest.getByLabel('Nachricht', { exact: true }).fill('Bitte rufen Sie mich wegen der Wallbox zurück.')
  await guest.getByRole('button', { name: /senden/i }).click()
  await expect(guest.getByText('Nachricht Gesendet')).toBeVisible()

  const { attachments } = await mailTo(mailbox, 'post@musterwerk.example', /Nachricht/, before)
  expect(attachments).toMatchObject([{ mimeType: 'image/png', filename: 'logo.png', disposition: 'inline' }])
  const png = Buffer.from(attachments[0]?.content as ArrayBuffer)
  expect(await readPng(png)).toMatchObject({ width: 160, height: 160 })
  // A circle: green in the middle, nothing in the corner.
  expect(await pixelsIn(guest, png, [80, 80], [2, 2])).toEqual([
    [0x2f, 0x4a, 0x12, 0xff],
    [0, 0, 0, 0],
  ])
})

test('where the browser cannot read its drawing, the admin learns that mails show the name', async ({
  admin: page,
}) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.toBlob = callback => callback(null)
  })
  await open(page, '/admin-portal/settings/company')
  await choose(page, 'logo.svg', 'image/svg+xml', svg.replace('#2f4a12', '#102030'))
  await expect(page.getByText('denn aus dem SVG ist kein Bild entstanden.')).toBeVisible()
  await expect(page.getByText('steht statt dieses SVG der Firmenname')).toBeVisible()
  await isDrawn(page)
  await expectAccessible(page, 'a logo without raster')
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
