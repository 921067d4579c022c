import type { Page } from 'playwright-core'
import { expect, test } from './journey.ts'
import { firstRow } from './list-places.ts'
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
