import { describe, expect, it } from 'vitest'
import { auditActions } from '#contract/operations.ts'
import { auditActionText, auditActorText } from './operations.labels.ts'

describe('the log', () => {
  it.each(auditActions)('says in German what %s means', action => {
    const text = auditActionText(action)
    expect(text).not.toBe(action)
    expect(text).not.toBe(auditActionText('of.tomorrow'))
  })

  it('shows no key of the program for an action of a newer server', () => {
    expect(auditActionText('of.tomorrow')).toBe('Sonstiges')
  })

  it('tells a person from the portal of the same name, and both from a visitor', () => {
    expect(auditActorText({ actorName: 'demo', isProgram: false })).toBe('demo')
    expect(auditActorText({ actorName: 'demo', isProgram: true })).toBe('Demodaten')
    expect(auditActorText({ actorName: 'of tomorrow', isProgram: true })).toBe('Das Portal selbst')
    expect(auditActorText({ actorName: '', isProgram: false })).toBe('Besucher ohne Anmeldung')
  })
})
