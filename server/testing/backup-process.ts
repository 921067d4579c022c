/** Makes one backup as the nightly job does, and prints its steps. Waits for its end at the given step. */
import { runBackup } from '#server/backup/backup-run.ts'
import { systemClock } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import type { DatabaseCopies } from '#server/database/copies/copies.ts'
import { openDatabase } from '#server/database/open.ts'
import { openKeys } from '#server/keys.ts'
import { testRuntime } from './test-runtime.ts'

const [, , variables = '{}', lastStep = ''] = process.argv
const env: Record<string, string> = JSON.parse(variables)
const config = readConfig(env)
const database = await openDatabase(config)

async function announce(step: string): Promise<void> {
  process.stdout.write(`${step}\n`)
  if (step === lastStep) await new Promise(() => setInterval(() => {}, 1_000))
}

const { copy, tryOut } = database.copies
const copies: DatabaseCopies = {
  ...database.copies,
  async copy(file, read) {
    await announce('copying')
    const found = await copy(file, read)
    await announce('copied')
    return found
  },
  async tryOut(file, look) {
    await announce('trying')
    return tryOut(file, look)
  },
}

const runtime = { ...testRuntime(database, env), clock: systemClock, keys: openKeys(config.keysFile), copies }
await runBackup(runtime, 'nightly').then(
  () => announce('done'),
  error => announce(`failed ${error.reason}`),
)
process.exit()
