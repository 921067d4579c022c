/** Every admin list between phone and wide screen: nothing overflows its cell, and row titles have room. */
import { portalPlaces } from '#web/app/layouts/portal-places.ts'
import { settingsGroups } from '#web/pages/admin-portal/settings/sections.ts'
import { expectNoSidewaysScroll } from './axe.ts'
import { expect, test } from './journey.ts'
import { open } from './visit.ts'
import { waitUntilLoaded } from './wait-until-loaded.ts'

const widths = [640, 768, 900, 1024, 1100, 1280]
const lists = [
  ...portalPlaces.admin.map(({ to }) => to),
  ...settingsGroups.flatMap(({ sections }) => sections.map(({ to }) => to)),
]

test('tables fit their frame and their cells at every width', { timeout: 300_000 }, async ({ admin: page }) => {
  let tablesCount = 0
  for (const path of lists) {
    await open(page, path)
    await waitUntilLoaded(page)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      // A resized element is still being laid out.
      const look = { message: `${path} at ${width}` }
      await expect.poll(async () => (await page.evaluate(overhangs)).found, look).toEqual([])
      tablesCount += (await page.evaluate(overhangs)).tables
      await expectNoSidewaysScroll(page, path)
    }
  }
  expect(tablesCount).toBeGreaterThan(40)
})

/** In the page: cells whose text or icons overflow, titles without room, and tables wider than their frame. */
function overhangs(): { tables: number; found: string[] } {
  const titleWidthMin = 120
  const found: string[] = []
  const frames = [...document.querySelectorAll('.data-table-frame')].filter(frame => frame.querySelector('tbody td'))
  for (const frame of frames) {
    if (frame.scrollWidth > frame.clientWidth + 1) found.push(`${frame.scrollWidth} in ${frame.clientWidth} px`)
    for (const cell of frame.querySelectorAll('th, td')) {
      const box = cell.getBoundingClientRect()
      if (box.width === 0) continue
      const title = cell.matches('tbody .table-phone-title')
      if (title && box.width < titleWidthMin) found.push(`${box.width} px for ${cell.textContent}`)
      const shown = [...cell.querySelectorAll('*'), cell].filter(
        element => !element.closest('.sr-only, label') && !element.matches('.table-sort'),
      )
      const rects = shown.flatMap(element =>
        [...element.childNodes].flatMap(child => {
          if (child instanceof SVGElement) return [child.getBoundingClientRect()]
          if (!(child instanceof Text)) return []
          const range = document.createRange()
          range.selectNodeContents(child)
          return [...range.getClientRects()]
        }),
      )
      const over = Math.max(...rects.filter(({ width }) => width > 1).map(({ right }) => right - box.right))
      if (over > 0.5) found.push(`${over} px of ${cell.textContent}`)
    }
  }
  return { tables: frames.length, found }
}
