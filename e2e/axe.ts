/** Runs axe-core on the current page. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from './expect.ts'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Finding = { id: string; nodes: { target: string[]; html: string; failureSummary: string }[] }

/** Rules about colours; all other rules have the same result in both schemes. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Fails with each rule, element and reason, light and dark. No rule is disabled. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  // Half a megabyte, injected once per page load.
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(source)
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const [asOpened, otherwise] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  const lines = await findings(page, `${state}, ${asOpened}`)
  await page.emulateMedia({ colorScheme: otherwise })
  lines.push(...(await findings(page, `${state}, ${otherwise}`, colourRules)))
  await page.emulateMedia({ colorScheme: asOpened })
  expect(lines).toEqual([])
}

async function findings(page: Page, state: string, rules?: string[]): Promise<string[]> {
  await settled(page)
  const found = await page.evaluate(async rules => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: Finding[] }> } }
    const { violations } = await axe.run({ resultTypes: ['violations'], ...(rules ? { runOnly: rules } : {}) })
    return violations
  }, rules)
  return found.flatMap(({ id, nodes }) =>
    nodes.map(
      node => `${state}: ${id} at ${node.target.join(' ')} (${node.failureSummary.split('\n')[1]?.trim() ?? ''})`,
    ),
  )
}

/**
 * Fading changes contrast: waits for short animations to end. Endless and slow ones continue, and scroll-driven ones
 * never end.
 */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(animation => {
      const endMs = Number(animation.effect?.getComputedTiming().endTime ?? 0)
      const isTimed = animation.timeline instanceof DocumentTimeline
      return !isTimed || animation.playState !== 'running' || endMs > 1_000
    }),
  )
}

/** The page must not scroll sideways at this width. */
export async function expectNoSidewaysScroll(page: Page, state: string): Promise<void> {
  // Space reserved for a scrollbar makes the content narrower than the window, which is correct.
  const excess = await page.evaluate(() =>
    Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
  )
  expect(`${state}: ${excess} px`).toBe(`${state}: 0 px`)
}

/** No table scrolls sideways inside its frame. */
export async function expectTablesFit(page: Page, state: string): Promise<void> {
  const tables = page.getByRole('table')
  await expect.poll(() => tables.count(), state).toBeGreaterThan(0)
  const cut = await tables.evaluateAll(list =>
    list.flatMap(({ parentElement: frame }) =>
      frame && frame.scrollWidth > frame.clientWidth + 1 ? [frame.ariaLabel] : [],
    ),
  )
  expect(cut, state).toEqual([])
}
