import { describe, expect, it } from 'vitest'
import { auditActions } from '#contract/operations.ts'
import { auditActionText, auditActorText } from './operations.labels.ts'

describe('the audit log', () => {
  it.each(auditActions)('has a German label for %s', action => {
    const text = auditActionText(action)
    expect(text).not.toBe(action)
    expect(text).not.toBe(auditActionText('of.tomorrow'))
  })

  it('shows no raw key for an action of a newer server', () => {
    expect(auditActionText('of.tomorrow')).toBe('Sonstiges')
  })

  it('distinguishes a person, the portal with the same name, and a visitor', () => {
    expect(auditActorText({ actorName: 'demo', isProgram: false })).toBe('demo')
    expect(auditActorText({ actorName: 'demo', isProgram: true })).toBe('Demodaten')
    expect(auditActorText({ actorName: 'of tomorrow', isProgram: true })).toBe('Das Portal selbst')
    expect(auditActorText({ actorName: '', isProgram: false })).toBe('Besucher ohne Anmeldung')
  })
})
