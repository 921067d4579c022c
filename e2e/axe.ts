/** Runs axe-core on the current page. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { listAppearances, type Outcome, prepareAxe, runAll, runColours } from './axe-run.ts'
import { expect } from './expect.ts'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Scheme = 'light' | 'dark'

/** Appearances of texts whose contrast has passed, on any page and at any width. */
const passed = { light: new Set<string>(), dark: new Set<string>() }

/**
 * Fails with each rule, element and reason, light and dark. No rule is disabled. Only those about colours can have another
 * result in the other scheme: contrast runs there for each text that appears as none did before.
 */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  // Half a megabyte, injected once per page load.
  if (await page.evaluate(() => !('axe' in window))) {
    await page.evaluate(source)
    await page.evaluate(prepareAxe)
  }
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const [asOpened, otherwise] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  await settled(page)
  const lines = noted(await page.evaluate(runAll), state, asOpened)
  await page.emulateMedia({ colorScheme: otherwise })
  await settled(page)
  const appearances = (await page.evaluate(listAppearances)).filter(appearance => !passed[otherwise].has(appearance))
  lines.push(...noted(await page.evaluate(runColours, appearances), state, otherwise))
  await page.emulateMedia({ colorScheme: asOpened })
  expect(lines).toEqual([])
}

function noted({ findings, passed: appearances }: Outcome, state: string, scheme: Scheme): string[] {
  for (const appearance of appearances) passed[scheme].add(appearance)
  return findings.map(finding => `${state}, ${scheme}: ${finding}`)
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
