/** Playwright's assertions: `await expect(locator)` and `expect.poll` retry until they hold. */
import { expect as assert } from 'playwright/test'

/** Two busy processors may be all there is. What is waited for comes; how soon is not what a journey tests. */
export const expect = assert.configure({ timeout: 30_000 })
