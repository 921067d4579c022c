/** Writes docs/configuration.md; a test compares it with the configuration. */
import { writeFileSync } from 'node:fs'
import { printConfiguration } from '#server/configuration-text.ts'

writeFileSync(new URL('../docs/configuration.md', import.meta.url), printConfiguration())
