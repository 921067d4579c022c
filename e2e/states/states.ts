/** The states of a page in use: forms, errors, dialogs, menus, toasts. Accessible in each, light and dark. */
import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '#e2e/axe.ts'
import { deskWidth, phoneWidth } from '#e2e/visit.ts'
import { numberOfCases } from '#server/testing/number-of-cases.ts'

/** Viewports and colour schemes; axe checks the other scheme too. */
export const looks = [
  { width: phoneWidth, scheme: 'dark' },
  { width: deskWidth, scheme: 'light' },
] as const

type Look = (typeof looks)[number] & { expected: RegExp[] }

/** The browser's console messages about intended refusals and failures. */
const expected = [/401|403|404|409|422|500|503|ERR_FAILED|Failed to load/]

/** `npm test` takes the narrow one: most journeys are on wide screens. `npm run prove -- states` takes both. */
const looksOfRun = looks.slice(0, numberOfCases(1, looks.length))

/** Tests of one noun, with their own portal, because the files run in parallel. */
export function describeStates(noun: string, tests: (look: Look) => void): void {
  describe.each(looksOfRun)(`${noun} at $width px, $scheme`, look => tests({ ...look, expected }))
}

export async function check(page: Page, state: string): Promise<void> {
  await expectAccessible(page, state)
  await expectNoSidewaysScroll(page, state)
}
