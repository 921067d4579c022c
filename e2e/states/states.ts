/** The states of a page in use: forms, errors, dialogs, menus, toasts. Accessible in each, light and dark. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '#e2e/axe.ts'
import { launchBrowser } from '#e2e/browser.ts'
import { type Portal, startPortal } from '#e2e/started-portal.ts'
import { deskWidth, phoneWidth, type Visit, visit } from '#e2e/visit.ts'

/** Viewports and colour schemes; axe checks the other scheme too. */
export const looks = [
  { width: phoneWidth, scheme: 'dark' },
  { width: deskWidth, scheme: 'light' },
] as const

type Tests = (setup: { look: (typeof looks)[number]; start: (as?: string) => Promise<Visit> }) => void

/** The browser's console messages about intended refusals and failures. */
const expected = [/401|403|404|409|422|500|503|ERR_FAILED|Failed to load/]

/** Tests of one noun at each size and scheme, with their own portal and browser, because the files run in parallel. */
export function describeStates(noun: string, tests: Tests): void {
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
  describe.each(looks)(`${noun} at $width px, $scheme`, look =>
    tests({ look, start: as => visit(browser, portal, { ...look, expected, ...(as ? { as } : {}) }) }),
  )
}

export async function check(page: Page, state: string): Promise<void> {
  await expectAccessible(page, state)
  await expectNoSidewaysScroll(page, state)
}
