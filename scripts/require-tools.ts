/**
 * Finds, fetches or installs PostgreSQL, Chromium, name servers and mosquitto before the long part of the tests; reports missing ones
 * in one sentence.
 */

import { findChromium } from '#e2e/browser.ts'
import { findDnsPrograms } from '#server/testing/dns-programs.ts'
import { findMosquitto } from '#server/testing/mosquitto.ts'
import { findPostgresBinaries } from '#server/testing/postgres-binaries.ts'

for (const find of [findPostgresBinaries, findChromium, findDnsPrograms, findMosquitto]) {
  try {
    find()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
