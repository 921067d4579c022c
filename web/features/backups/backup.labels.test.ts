import { describe, expect, it } from 'vitest'
import { backupReasons } from '#contract/backups.ts'
import { backupEndText, backupKindText, backupReasonText } from './backup.labels.ts'

describe('the labels of backups', () => {
  it('exist for every reason, including one of a newer server', () => {
    for (const reason of backupReasons.filter(Boolean)) expect(backupReasonText(reason)).toMatch(/^\S.+\.$/)
    expect(backupReasonText('')).toBe('')
    expect(backupReasonText('of_tomorrow')).toBe('Anderer Grund.')
    expect(backupReasonText('constructor')).toBe('Anderer Grund.')
    expect(backupKindText('of_tomorrow')).toBe('of_tomorrow')
  })

  it('describe how a backup ended', () => {
    expect(backupEndText({ state: 'proven', reason: '' })).toBe('Die Sicherung ist geprüft.')
    expect(backupEndText({ state: 'failed', reason: 'disk_full' })).toBe(
      'Die Sicherung ist fehlgeschlagen. Auf der Festplatte ist kein Platz mehr.',
    )
    expect(backupEndText({ state: 'unproven', reason: 'may_not_try' })).toMatch(
      /konnte aber nicht geprüft werden\. Zum/,
    )
  })
})
