import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { settled } from './settled.ts'
import { type Portal, startPortal } from './started-portal.ts'
import { logIn, visit } from './visit.ts'

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

test('a printed list has no checkboxes and menus, and each value is below its column’s header', async () => {
  const { page, open, end } = await visit(browser, portal)
  await logIn(page, 'demo-admin')
  await open('/admin-portal/tickets-overview')
  const row = page.getByRole('table').getByRole('row').nth(1)
  await row.getByRole('link').waitFor()
  await page.emulateMedia({ media: 'print' })
  const leftEdges = (cells: readonly Element[]) => cells.map(cell => Math.round(cell.getBoundingClientRect().left))
  const heads = await page.locator('table thead tr > *').evaluateAll(leftEdges)
  expect(await row.locator('> *').evaluateAll(leftEdges)).toEqual(heads)
  expect(await row.getByRole('checkbox').isVisible()).toBe(false)
  expect(await row.getByRole('button').isVisible()).toBe(false)
  await end()
})

test('a printed page starts with the name of the business, even without a logo', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin' })
  const pages = ['/admin-portal/tickets-overview', await pathOf(page, 'ticket', 'tickets/'), await issuedInvoice(page)]
  for (const path of pages) {
    await page.emulateMedia({ media: 'screen' })
    await open(path)
    await settled(page)
    await page.emulateMedia({ media: 'print' })
    const name = await page.getByRole('banner').getByText('Musterwerk Technik').boundingBox()
    const heading = await page.getByRole('heading', { level: 1 }).boundingBox()
    expect((name?.y ?? Number.NaN) + (name?.height ?? 0), path).toBeLessThan(heading?.y ?? 0)
    expect(await page.getByRole('button', { name: 'Abmelden' }).isVisible()).toBe(false)
    expect(await page.getByRole('navigation', { name: 'Hauptmenü' }).isVisible()).toBe(false)
  }
  await end()
})

test('print shows names of files and no empty boxes of screen-only content', async () => {
  const { page, open, end } = await visit(browser, portal, { as: 'demo-admin' })
  const { results } = await (await page.request.get('/api/backend/requests/?page_size=100')).json()
  const request = results.find(({ attachments }: { attachments: unknown[] }) => attachments.length > 0)
  const pages = [
    `/admin-portal/request/${request.id}`,
    await pathOf(page, 'ticket', 'tickets/?progress=inProgress'),
    await issuedInvoice(page),
  ]
  for (const path of pages) {
    await page.emulateMedia({ media: 'screen' })
    await open(path)
    await settled(page)
    const isPrinted = page.getByText(request.attachments[0].name).first()
    if (path.includes('/request/')) expect(await isPrinted.isVisible()).toBe(true)
    await page.emulateMedia({ media: 'print' })
    if (path.includes('/request/')) expect(await isPrinted.isVisible(), path).toBe(true)
    expect(await page.evaluate(emptyBoxes), path).toEqual([])
  }
  await end()
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
