/** Playwright's assertions: `await expect(locator)` and `expect.poll` retry until they hold. */
import { expect as assert } from 'playwright/test'

/** Allows for two busy cores: journeys test that a state appears, not how soon. */
export const patienceMs = 60_000

export const expect = assert.configure({ timeout: patienceMs })
