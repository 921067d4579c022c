/** Actions of a keyboard user. */
import type { Page } from 'playwright-core'
import { waitUntilLoaded } from './wait-until-loaded.ts'

/** Waits until the new page has focused its heading: before that, Tab would start elsewhere. */
export async function atHeading(page: Page): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
  await waitUntilLoaded(page)
}

/** Presses Tab until the focused element has this name; fails if it never does. */
export async function tabTo(page: Page, name: string, most = 120): Promise<void> {
  const seen: string[] = []
  for (let i = 0; i < most; i += 1) {
    await page.keyboard.press('Tab')
    const focused = await focusedName(page)
    if (focused.startsWith(name)) return
    seen.push(focused)
  }
  throw new Error(`"${name}" cannot be reached by Tab: ${seen.map(each => each.slice(0, 40)).join(' | ')}`)
}

/** The focused element's accessible name, as far as tests need it. */
export function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement)) return ''
    const label = 'labels' in element ? (element as HTMLInputElement).labels?.[0]?.textContent : undefined
    return (element.getAttribute('aria-label') ?? label ?? element.textContent).trim()
  })
}
