import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { composeCommands, restoreCommands } from '#web/features/backups/restore-commands.ts'
import { backupTexts } from '#web/texts/backups.texts.ts'

test('the commands on the screen are those of the manual', () => {
  const manual = readFileSync('docs/operations.md', 'utf8')
  const { verify, ...commands } = restoreCommands('data', backupTexts.restore.anyFile)
  for (const command of [...Object.values(commands), composeCommands(backupTexts.restore.anyFile)]) {
    expect(manual).toContain(command)
  }
  // The manual tests one from elsewhere.
  expect(manual).toContain(verify.replace('data/backups/', '/mnt/elsewhere/'))
})
