/**
 * Fails when a committed generated file is not what its script writes today, and then leaves the committed one in place;
 * with --write it writes them all.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const generatedBy = {
  'server/database/schema.sql': 'scripts/print-schema.ts',
  'docs/configuration.md': 'scripts/print-configuration.ts',
  'docs/api.md': 'scripts/print-api.ts',
}

const isWriting = process.argv.includes('--write')

for (const [file, script] of Object.entries(generatedBy)) {
  const committed = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const { status } = spawnSync(process.execPath, [script], { stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) fail(`${script} failed`)
  else if (!isWriting && readFileSync(file, 'utf8') !== committed) {
    writeFileSync(file, committed)
    fail(`${file} is out of date: node scripts/generated-files.ts --write`)
  }
}

function fail(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
  process.exitCode = 1
}
