/**
 * Finds or installs PostgreSQL and Chromium before the long part of the tests; reports missing ones in one sentence.
 */

import { findChromium } from '#e2e/browser.ts'
import { findPostgresBinaries } from '#server/testing/postgres-binaries.ts'

for (const find of [findPostgresBinaries, findChromium]) {
  try {
    find()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
