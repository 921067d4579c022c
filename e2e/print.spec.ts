import type { Page } from 'playwright-core'
import { pagesOf, readPdf, textsOf } from '#server/testing/read-pdf.ts'
import { expect, test } from './journey.ts'
import { firstLink, firstRow } from './list-places.ts'
import { storeSavings } from './saving-days.ts'
import { logIn, open } from './visit.ts'
import { waitUntilLoaded } from './wait-until-loaded.ts'

test('a printed list has no checkboxes and menus, and each value is below its column’s header', async ({
  guest: page,
}) => {
  await logIn(page, 'demo-admin')
  await open(page, '/admin-portal/tickets-overview')
  const row = firstRow(page)
  await expect(row.getByRole('link')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  const leftEdges = (cells: readonly Element[]) => cells.map(cell => Math.round(cell.getBoundingClientRect().left))
  const heads = await page.locator('table thead tr > *').evaluateAll(leftEdges)
  await expect.poll(() => row.locator('> *').evaluateAll(leftEdges)).toEqual(heads)
  await expect(row.getByRole('checkbox')).toBeHidden()
  await expect(row.getByRole('button')).toBeHidden()
})

test('a printed page starts with the name of the business, even without a logo', async ({ admin: page }) => {
  const pages = ['/admin-portal/tickets-overview', await pathOf(page, 'ticket', 'tickets/'), await issuedInvoice(page)]
  for (const path of pages) {
    await page.emulateMedia({ media: 'screen' })
    await open(page, path)
    await waitUntilLoaded(page)
    await page.emulateMedia({ media: 'print' })
    const name = await page.getByRole('banner').getByText('Musterwerk Technik').boundingBox()
    const heading = await page.getByRole('heading', { level: 1 }).boundingBox()
    expect((name?.y ?? Number.NaN) + (name?.height ?? 0), path).toBeLessThan(heading?.y ?? 0)
    await expect(page.getByRole('button', { name: 'Abmelden' })).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'Hauptmenü' })).toBeHidden()
  }
})

test('print shows names of files and no empty boxes of screen-only content', async ({ admin: page }) => {
  const { results } = await (await page.request.get('/api/backend/requests/?page_size=100')).json()
  const request = results.find(({ attachments }: { attachments: unknown[] }) => attachments.length > 0)
  const pages = [
    `/admin-portal/request/${request.id}`,
    await pathOf(page, 'ticket', 'tickets/?progress=inProgress'),
    await issuedInvoice(page),
  ]
  for (const path of pages) {
    await page.emulateMedia({ media: 'screen' })
    await open(page, path)
    await waitUntilLoaded(page)
    const isPrinted = page.getByText(request.attachments[0].name)
    if (path.includes('/request/')) await expect(isPrinted).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    if (path.includes('/request/')) await expect(isPrinted, path).toBeVisible()
    await expect.poll(() => page.evaluate(emptyBoxes), path).toEqual([])
  }
})

test('the owner prints the month report of a site from its page, and goes back to it', async ({ admin: page }) => {
  await open(page, '/admin-portal/power-master')
  await firstLink(page).click()
  await page.waitForURL('**/admin-portal/energy-site/*')
  const site = new URL(page.url()).pathname
  await page.getByRole('link', { name: 'Monatsbericht' }).click()
  await page.waitForURL('**/month-report*')
  await expect(page.getByRole('heading', { level: 1, name: /^Monatsbericht/ })).toBeVisible()
  await page.getByRole('link', { name: 'Monat davor' }).click()
  await page.waitForURL(/month-report\?from=\d{4}-\d\d-01$/)
  await expect(page.getByRole('button', { name: 'Drucken' })).toBeVisible()
  const crumbs = page.getByRole('navigation', { name: 'Sie sind hier' })
  await crumbs.getByRole('link', { name: 'Anlage' }).click()
  await page.waitForURL(url => url.pathname === site)
})

test('the report of a month is a document: every part, each day once, the sums at its end, nothing cut', async ({
  customer: page,
}) => {
  const month = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 7)
  await open(page, `/customer-portal/power-master-report?from=${month}-01`)
  await expect(page.getByRole('table', { name: 'Kosten je Tarif' })).toBeVisible()
  await waitUntilLoaded(page)
  const file = await page.pdf({ format: 'A4' })
  const pages = (await readPdf(file, textsOf)).map(text => text.split('\n').filter(line => line.trim() !== ''))
  const text = pages.flat().join('\n')
  const parts = ['Woher kam der Verbrauch?', 'Direkt von der Sonne', 'Kosten und CO₂', 'Messung und Lücken', 'Stand ']
  for (const part of [...parts, 'Umweltbundesamts', 'Autarkie', 'Eigenverbrauch']) expect(text).toContain(part)
  for (const button of ['Drucken', 'Abmelden', 'Monat davor']) expect(text).not.toContain(button)
  const [year = 0, number = 0] = month.split('-').map(Number)
  const days = Array.from(
    { length: new Date(Date.UTC(year, number, 0)).getUTCDate() },
    (_, index) => `${String(index + 1).padStart(2, '0')}.${month.slice(5)}.${year}`,
  )
  const rows = pages.flat().filter(line => /^\d\d\.\d\d\.\d{4} .*%$/.test(line))
  expect(rows.map(row => row.slice(0, 10))).toEqual(days)
  const lines = pages.flat()
  expect(lines.filter(line => line.startsWith('Summen '))).toHaveLength(1)
  expect(lines.findIndex(line => line.startsWith('Summen '))).toBeGreaterThan(lines.indexOf(rows.at(-1) ?? ''))
  expect(await readPdf(file, textsOutside)).toEqual([])
  // Every page has words, and each page with days has their table head.
  for (const shown of pages) {
    expect(shown.length).toBeGreaterThan(0)
    if (shown.some(line => rows.includes(line))) expect(shown.join(' ')).toContain('Gemessen')
  }
})

test('the printed values of a day have each quarter-hour and all their columns, and cover nothing', async ({
  customer: page,
}) => {
  const day = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10)
  await open(page, `/customer-portal/power-master?from=${day}`)
  await expect(page.getByText('Werte als Tabelle')).toBeVisible()
  await waitUntilLoaded(page)
  const file = await page.pdf({ format: 'A4', preferCSSPageSize: true })
  const lines = (await readPdf(file, textsOf)).flatMap(text => text.split('\n'))
  expect(lines.filter(line => /^\d\d:\d\d( [AB])? .*€.*%$/.test(line)).length).toBeGreaterThanOrEqual(92)
  expect(await readPdf(file, textsOutside)).toEqual([])
  expect(await readPdf(file, textsOverlapping)).toEqual([])
})

test('the printed savings of a month do not overlap the table below them, regardless of page breaks', async ({
  customer: page,
  portal,
}) => {
  const month = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 7)
  const site = storeSavings(portal, month)
  await open(page, `/customer-portal/power-master-report?site=${site}&from=${month}-01`)
  await expect(page.getByRole('table', { name: 'Kosten der ausgewerteten Tage im Vergleich' })).toBeVisible()
  await waitUntilLoaded(page)
  // In steps smaller than the height of the figures, so that a page ends inside them.
  for (let height = 150; height <= 297; height += 14) {
    const file = await page.pdf({ width: '210mm', height: `${height}mm` })
    expect(await readPdf(file, textsOverlapping), `pages of ${height} mm`).toEqual([])
    const sheets = (await readPdf(file, textsOf)).map((text, index) => ({ text, index }))
    const sheetsOf = (words: RegExp) => sheets.filter(({ text }) => words.test(text)).map(({ index }) => index)
    // A note below the table mentions such days, too.
    const lastFigure = sheetsOf(/Tage mit Mehrkosten(?!\s+zählen)/)
    expect(lastFigure, `${height} mm`).toHaveLength(1)
    expect(lastFigure, `${height} mm`).toEqual(sheetsOf(/gegenüber Eigenverbrauch/))
  }
})

test('the bill of a month prints its total and no empty sheet after it', async ({ customer: page }) => {
  await open(page, '/customer-portal/power-master?view=bill&from=2026-01-01')
  await expect(page.getByRole('heading', { name: /^Abrechnung / })).toBeVisible()
  await waitUntilLoaded(page)
  const pages = await readPdf(await page.pdf({ format: 'A4' }), textsOf)
  expect(pages.join(' ')).toMatch(/Zu zahlen|Sie bekommen/)
  expect(pages.filter(text => text.trim() === '')).toEqual([])
})

/** Texts that reach beyond the right edge of their page. */
async function textsOutside(pdf: Parameters<typeof pagesOf>[0]): Promise<string[]> {
  const pages = await pagesOf(pdf)
  const found = pages.map(async page => {
    const { width } = page.getViewport({ scale: 1 })
    const { items } = await page.getTextContent()
    return items.flatMap(item => ('str' in item && item.transform[4] + item.width > width ? [item.str] : []))
  })
  return (await Promise.all(found)).flat()
}

/** Texts that are printed over another. */
async function textsOverlapping(pdf: Parameters<typeof pagesOf>[0]): Promise<string[]> {
  const found = (await pagesOf(pdf)).map(async page => {
    const { items } = await page.getTextContent()
    const boxes = items.flatMap(item => {
      if (!('str' in item) || item.str.trim() === '') return []
      const [x, y] = [item.transform[4], item.transform[5]]
      // Without the space above and below the letters, where lines may touch.
      return [{ text: item.str, left: x, right: x + item.width, low: y, high: y + item.height * 0.5 }]
    })
    return boxes.flatMap((one, index) =>
      boxes
        .slice(index + 1)
        .filter(
          ({ left, right, low, high }) =>
            left < one.right - 1 && one.left < right - 1 && low < one.high && one.low < high,
        )
        .map(({ text }) => `${one.text} / ${text}`),
    )
  })
  return (await Promise.all(found)).flat()
}

async function pathOf(page: Page, of: string, list: string): Promise<string> {
  const [row] = (await (await page.request.get(`/api/backend/${list}`)).json()).results
  return `/admin-portal/${of}/${row.id}`
}

const issuedInvoice = (page: Page) => pathOf(page, 'invoice', 'invoices/?state=issued')

/** In the page: elements with a background or border but without visible content. */
function emptyBoxes(): string[] {
  return (
    [...document.querySelectorAll<HTMLElement>('main *')]
      .filter(element => {
        const { backgroundColor, borderTopWidth, borderLeftWidth } = getComputedStyle(element)
        const hasFrame = Number.parseFloat(borderTopWidth) > 0 && Number.parseFloat(borderLeftWidth) > 0
        const hasGround = !/^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor)
        const isDrawing = element.closest('svg, [role=img], [role=meter], [role=progressbar], [data-graphic], .sr-only')
        return (hasFrame || hasGround) && element.checkVisibility() && !isDrawing
      })
      .filter(element => !element.querySelector('[role=img], [role=meter], canvas, img'))
      // biome-ignore lint/performance/useDomNodeTextContent: only visible text counts
      .filter(element => element.innerText.trim() === '')
      .map(element => element.outerHTML.slice(0, 200))
  )
}
