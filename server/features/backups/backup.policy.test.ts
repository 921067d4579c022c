import { expect, test } from 'vitest'
import { backupStates } from '#contract/backups.ts'
import { backupPermissionsOf } from './backup.policy.ts'

test('a complete backup can be downloaded, one that is running, has failed or has no file cannot', () => {
  const states = backupStates.filter(state => backupPermissionsOf({ state, file: 'a.backup' }).includes('download'))
  expect(states).toEqual(['unproven', 'proven'])
  for (const state of backupStates) expect(backupPermissionsOf({ state, file: '' })).toEqual([])
})
