/**
 * Fails when a committed generated file differs from its script's output, and then leaves the committed one in place;
 * with --write it writes them all. A script prints its file or writes it.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const generatedBy = {
  'server/database/schema.sql': 'scripts/print-schema.ts',
  'docs/configuration.md': 'scripts/print-configuration.ts',
  'docs/api.md': 'scripts/print-api.ts',
  'web/features/power-master/public-day.ts': 'scripts/print-public-day.ts',
  'web/features/power-master/finished-answer.ts': 'scripts/print-finished-answer.ts',
}

const isWriting = process.argv.includes('--write')

for (const [file, script] of Object.entries(generatedBy)) {
  const committed = contentOf(file)
  const made = make(script) || contentOf(file)
  const isSame = made === committed
  if (made === '') fail(`${script} makes nothing`)
  else if (!isWriting && !isSame) fail(`${file} is out of date: node scripts/generated-files.ts --write`)
  writeFileSync(file, isWriting ? made : committed)
}

/** The script's output; empty when it failed or writes the file itself. */
function make(script: string): string {
  const { status, stdout } = spawnSync(process.execPath, [script], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) fail(`${script} failed`)
  return status === 0 ? stdout : ''
}

function contentOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function fail(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
  process.exitCode = 1
}
