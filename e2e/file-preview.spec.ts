import type { Locator, Page } from 'playwright-core'
import { expectAccessible } from './axe.ts'
import { expect, test } from './journey.ts'
import { attach, onDetails, openForm, type pdf } from './request-form.ts'
import { open, phoneWidth } from './visit.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
const fileOf = (name: string, mimeType: string, buffer: ReturnType<typeof pdf>['buffer']) => ({
  name,
  mimeType,
  buffer,
})

/** Two pages with a word on each, as a printer driver writes them. */
function twoPages(): ReturnType<typeof pdf>['buffer'] {
  const stream = (word: string) => {
    const text = `BT /F1 36 Tf 72 720 Td (${word}) Tj ET`
    return `<< /Length ${text.length} >>\nstream\n${text}\nendstream`
  }
  const page = (content: number) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${content} 0 R /Resources << /Font << /F1 7 0 R >> >> >>`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
    page(5),
    page(6),
    stream('Zaehlerschrank'),
    stream('Hauptverteiler'),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const start = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`
  text += `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

async function askWith(page: Page, ...files: ReturnType<typeof fileOf>[]): Promise<void> {
  const form = await openForm(page)
  await form.getByLabel('Worum geht es?').fill('Mit Anhängen')
  await attach(form, ...files)
  await form.getByRole('button', { name: 'Anfrage senden' }).click()
  await onDetails(page)
  // Its list of files unmounts too.
  await expect(form).not.toBeAttached()
}
const preview = async (page: Page, name: string): Promise<Locator> => {
  await page.getByRole('button', { name: `${name} ` }).click()
  return page.getByRole('dialog', { name })
}
/** Whether a page contains dark pixels. */
const hasInk = (canvas: Locator) =>
  canvas.evaluate(element => {
    const drawn = element instanceof HTMLCanvasElement ? element : undefined
    const pixels = drawn?.getContext('2d')?.getImageData(0, 0, drawn.width, drawn.height).data ?? []
    for (let at = 0; at < pixels.length; at += 4)
      if ((pixels[at + 3] ?? 0) > 200 && (pixels[at] ?? 255) < 60) return true
    return false
  })

test.for([
  ['light', 1280],
  ['dark', phoneWidth],
] as const)('the portal previews a PDF and a picture, %s at %i px', async ([scheme, width], { visit }) => {
  const page = await visit({ as: 'demo-kunde', scheme, width })
  await askWith(page, fileOf('Plan.pdf', 'application/pdf', twoPages()), fileOf('Foto.png', 'image/png', png))

  const plan = await preview(page, 'Plan.pdf')
  const first = plan.getByRole('img', { name: 'Seite 1 von 2' })
  await expect.poll(() => hasInk(first)).toBe(true)
  await expect.poll(() => plan.textContent()).toContain('Zaehlerschrank')
  await expectAccessible(page, `preview of a PDF, ${scheme}`)
  const readAgain: unknown[] = []
  page.on('worker', worker => readAgain.push(worker.url()))
  const plainWidth = await first.evaluate(element => element.clientWidth)
  await plan.getByRole('button', { name: 'Größer' }).click()
  await expect(plan.getByText('150\u00a0% · 2\u00a0Seiten')).toBeVisible()
  await expect.poll(() => first.evaluate(element => element.clientWidth)).toBeGreaterThan(plainWidth)
  await expect.poll(() => hasInk(first)).toBe(true)
  expect(readAgain, 'workers that read the file again for the zoom').toEqual([])
  await page.keyboard.press('Escape')
  await expect(plan).not.toBeAttached()

  const picture = await preview(page, 'Foto.png')
  const image = picture.getByRole('img', { name: 'Foto.png' })
  await expect
    .poll(() => image.evaluate(element => element instanceof HTMLImageElement && element.naturalWidth))
    .toBe(1)
  const heightOf = (place: Locator) => place.evaluate(({ clientHeight }) => clientHeight)
  const fitted = await heightOf(image)
  expect(fitted).toBeLessThanOrEqual(await heightOf(picture.getByRole('region', { name: 'Foto.png' })))
  await picture.getByRole('button', { name: 'Größer' }).click()
  await expect.poll(() => heightOf(image)).toBeGreaterThan(fitted * 1.4)
  const saved = page.waitForEvent('download')
  await picture.getByRole('button', { name: 'Herunterladen' }).click()
  expect((await saved).suggestedFilename()).toBe('Foto.png')
})

test('a preview shows an error if its code does not load, and loads it on retry', async ({ visit }) => {
  const page = await visit({ as: 'demo-kunde', expected: [/ERR_FAILED/] })
  await askWith(page, fileOf('Plan.pdf', 'application/pdf', twoPages()), fileOf('Foto.png', 'image/png', png))
  // The dialog loads with the first picture, the PDF viewer does not.
  const picture = await preview(page, 'Foto.png')
  await expect(picture.getByRole('img', { name: 'Foto.png' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(picture).not.toBeAttached()

  await page.route('**/*.js', route => route.abort())
  const plan = await preview(page, 'Plan.pdf')
  await expect(plan.getByText('Die Datei konnte nicht geladen werden.')).toBeVisible()
  await page.unroute('**/*.js')
  await plan.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect.poll(() => hasInk(plan.getByRole('img', { name: 'Seite 1 von 2' }))).toBe(true)
  await expect.poll(() => page.locator('h1').textContent()).toBe('Mit Anhängen')
})

test('a file that browsers cannot show has a message and can be downloaded', async ({ customer: page }) => {
  await askWith(page, fileOf('Kaputt.pdf', 'application/pdf', Buffer.from('%PDF-1.7 und weiter nichts')))
  const dialog = await preview(page, 'Kaputt.pdf')
  await expect(dialog.getByText(/^Die Datei lässt sich hier nicht anzeigen\./)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Herunterladen' })).toBeVisible()
})

test('the files of a request appear on its ticket', async ({ customer: kim, visit }) => {
  await askWith(kim, fileOf('Vollmacht.pdf', 'application/pdf', twoPages()))
  const path = new URL(kim.url()).pathname.replace('/customer-portal/', '/admin-portal/')

  const page = await visit({ as: 'demo-admin' })
  await open(page, path)
  await page.getByRole('button', { name: 'Annehmen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ticket anlegen' }).click()
  await page.waitForURL('**/admin-portal/ticket/*')
  // The request, which has the same file, stays until the ticket is there.
  await expect(page.getByRole('button', { name: 'Zeitmessung starten' })).toBeVisible()
  const dialog = await preview(page, 'Vollmacht.pdf')
  await expect.poll(() => hasInk(dialog.getByRole('img', { name: 'Seite 1 von 2' }))).toBe(true)
})

test('the preview’s policy trusts its worker, and no other script can create trusted URLs with it', async ({
  visit,
}) => {
  const page = await visit({
    as: 'demo-neu',
    expected: [/TrustedTypePolicy/, /requires 'Trusted/],
  })
  await askWith(page, fileOf('Plan.pdf', 'application/pdf', twoPages()))
  const plan = await preview(page, 'Plan.pdf')
  await expect.poll(() => plan.textContent()).toContain('Zaehlerschrank')
  const refused = await page.evaluate(() => {
    const policies = Reflect.get(globalThis, 'trustedTypes')
    const attempts = [
      ...['pdf-worker', 'fremd', 'default'].map(name => () => policies.createPolicy(name, { createScriptURL: String })),
      () => new Worker('data:text/javascript,'),
      () => {
        document.createElement('div').innerHTML = '<img>'
      },
    ]
    return attempts.map(attempt => {
      try {
        attempt()
        return false
      } catch {
        return true
      }
    })
  })
  expect(refused).toEqual([true, true, true, true, true])
})

test('a preview fits into the window, regardless of the length of the file’s name', async ({ visit }) => {
  const page = await visit({ as: 'demo-kunde', width: phoneWidth })
  const name = `${'Schaltplan der Unterverteilung im Keller '.repeat(4)}(endgültig).pdf`
  await askWith(page, fileOf(name, 'application/pdf', twoPages()))
  const dialog = await preview(page, name.split(' ')[0] ?? '')
  await expect.poll(() => hasInk(dialog.getByRole('img', { name: 'Seite 1 von 2' }))).toBe(true)
  const box = await dialog.boundingBox()
  expect(box?.y).toBeGreaterThanOrEqual(0)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844)
})
