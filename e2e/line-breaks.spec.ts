/** Text that is read as one word stays on one line, and no figure is cut off: both portals on a phone, down to 320 px. */
import type { Page } from 'playwright-core'
import { portalPlaces } from '#web/app/layouts/portal-places.ts'
import { settingsGroups } from '#web/pages/admin-portal/settings/sections.ts'
import { expectNoSidewaysScroll } from './axe.ts'
import { expect, test } from './journey.ts'
import { deskWidth, open, phoneWidth } from './visit.ts'
import { waitUntilLoaded } from './wait-until-loaded.ts'

/** As narrow as required by WCAG 1.4.10. */
const narrowWidth = 320
const tabletWidth = 700
const users = { customer: 'demo-kunde', admin: 'demo-admin' } as const
const pagesOf = {
  customer: [...portalPlaces.customer.map(({ to }) => to), '/user-settings'],
  admin: [
    ...portalPlaces.admin.map(({ to }) => to),
    ...settingsGroups.flatMap(({ sections }) => sections.map(({ to }) => to)),
    '/user-settings',
  ],
}

/** The lists and forms of a portal, and the first two items of each list; each in a window of each of these widths. */
async function walk(
  page: Page,
  of: keyof typeof pagesOf,
  widths: readonly number[],
  look: (place: string, width: number) => unknown,
) {
  const lookAt = async (path: string) => {
    await open(page, path)
    await waitUntilLoaded(page)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 })
      await waitUntilLoaded(page)
      await look(`${path} at ${width} px`, width)
    }
  }
  for (const path of pagesOf[of]) {
    await lookAt(path)
    const links = await page
      .locator(`main :is(table, ul) a[href^="/${of}-portal/"]`)
      .evaluateAll(anchors => anchors.map(anchor => new URL(anchor.getAttribute('href') ?? '', location.href).pathname))
    for (const item of [...new Set(links)].filter(link => link.length > 36).slice(0, 2)) await lookAt(item)
  }
}

test.for(['customer', 'admin'] as const)(
  'the %s portal tears no number, time, rate, “E-Mail” or address and cuts off no figure and no placeholder, from the narrowest phone to the desk',
  { timeout: 900_000 },
  async (of, { visit }) => {
    const page = await visit({ as: users[of], width: narrowWidth })
    const faults = new Set<string>()
    const seenWords = new Map<number, number>()
    const seenStrips = new Map<number, number>()
    await walk(page, of, [narrowWidth, phoneWidth, tabletWidth, deskWidth], async (place, width) => {
      if (width !== deskWidth) {
        const strips = await page.evaluate(readStrips)
        seenStrips.set(width, (seenStrips.get(width) ?? 0) + strips.length)
        for (const hidden of strips.filter(({ length }) => length > 0)) faults.add(`${place}, cut off: ${hidden}`)
      }
      if (width === phoneWidth || width === deskWidth) {
        const { seen, torn } = await page.evaluate(readWholeWords)
        seenWords.set(width, (seenWords.get(width) ?? 0) + seen)
        const cut = await page.evaluate(readCutPlaceholders)
        for (const word of [...torn, ...cut]) faults.add(`${place}: ${word}`)
      }
      if (width === phoneWidth || width === tabletWidth) await expectNoSidewaysScroll(page, place)
    })
    expect([...faults]).toEqual([])
    expect(Math.min(...seenWords.values()), 'words that could have been broken').toBeGreaterThan(200)
    expect(Math.min(...seenStrips.values()), 'strips of figures').toBeGreaterThan(4)
  },
)

/** In the page: of each strip of figures, the texts that leave their cell. */
function readStrips(): (string | null)[][] {
  return [...document.querySelectorAll('.stat-strip')]
    .filter(strip => strip.checkVisibility({ visibilityProperty: true }))
    .map(strip => {
      const frame = strip.getBoundingClientRect()
      const texts = [...strip.querySelectorAll('dt, .stat-value, .stat-note')]
      return texts
        .filter(text => {
          const range = document.createRange()
          range.selectNodeContents(text)
          const cell = text.closest('.stat-strip > *')?.getBoundingClientRect() ?? frame
          return [...range.getClientRects()].some(({ left, right }) => left < cell.left || right > cell.right + 0.5)
        })
        .map(text => text.textContent)
    })
}

/** In the page: text that must not break, and the parts of it on two lines. */
function readWholeWords(): { seen: number; torn: string[] } {
  const number = String.raw`\b[A-Z]{1,3}-\d[\d-]*`
  const moment = String.raw`\d{2}\.\d{2}\.\d{4}(?:,\s\d{2}:\d{2})?(?:\sUhr)?`
  const amount = String.raw`[\d.]*\d(?:,\d+)?\s(?:€|%|Std\.|Min\.|[KM]B|ms|Tagen?|Stunden?|Minuten?|Tickets?|Rechnung(?:en)?)(?!\p{L})`
  const rate = String.raw`[\d.]*\d,\d{2}\s€(?:\s(?:netto|brutto))?\s/\sStd\.`
  // It may break before its @ and its dots.
  const address = String.raw`[\w+-]+(?=@)|@[\w-]+`
  const pattern = new RegExp([number, moment, rate, amount, address, 'E-Mail'].join('|'), 'gu')
  const torn: string[] = []
  let seen = 0
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node
    if (!(element instanceof HTMLElement) || !element.checkVisibility({ visibilityProperty: true })) continue
    // A word may consist of several nodes: reads their block as a whole.
    if (
      getComputedStyle(element).display.startsWith('inline') ||
      element.matches('select, textarea, script, .font-mono')
    )
      continue
    const pieces = textsOf(element)
    const whole = pieces.map(piece => piece.data).join('')
    for (const { 0: word, index } of whole.matchAll(pattern)) {
      const middles: number[] = []
      let at = 0
      for (const piece of pieces) {
        const from = Math.max(index - at, 0)
        const to = Math.min(index + word.length - at, piece.data.length)
        at += piece.data.length
        if (from >= to) continue
        const range = document.createRange()
        range.setStart(piece, from)
        range.setEnd(piece, to)
        for (const { width, top, height } of range.getClientRects()) if (width > 0) middles.push(top + height / 2)
      }
      seen += 1
      // No line is lower than this.
      if (Math.max(...middles) - Math.min(...middles) > 12) torn.push(word)
    }
  }
  return { seen, torn }

  function textsOf(element: HTMLElement): Text[] {
    return [...element.childNodes].flatMap(child => {
      if (child instanceof Text) return [child]
      if (child instanceof HTMLBRElement) return [new Text('\n')]
      const isInline = child instanceof HTMLElement && getComputedStyle(child).display === 'inline'
      return isInline && !child.matches('.sr-only, select') ? textsOf(child) : []
    })
  }
}

/** In the page: placeholders too long for their fields. */
function readCutPlaceholders(): string[] {
  const canvas = document.createElement('canvas').getContext('2d')
  return [...document.querySelectorAll<HTMLInputElement>('input[placeholder]')]
    .filter(field => field.checkVisibility())
    .filter(field => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(field)
      const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      if (canvas) canvas.font = font
      return canvas !== null && canvas.measureText(field.placeholder).width > room
    })
    .map(field => field.placeholder)
}
