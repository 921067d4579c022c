/** What a person without a mouse does. */
import type { Page } from 'playwright-core'
import { settled } from './settled.ts'

/** Waits until the page just opened has given the focus to its heading: before, Tab would start somewhere else. */
export async function atHeading(page: Page): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
  await settled(page)
}

/** Presses Tab until the focused element carries this name; fails when it never comes. */
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

/** How a screen reader would call the focused element, as far as tests need it. */
export function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement)) return ''
    const label = 'labels' in element ? (element as HTMLInputElement).labels?.[0]?.textContent : undefined
    return (element.getAttribute('aria-label') ?? label ?? element.textContent).trim()
  })
}
