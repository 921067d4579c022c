import { expect, test } from 'vitest'
import { auditSubjectLink } from './audit-subject.ts'

const subjectId = '0193f0aa-0000-7000-8000-000000000001'

test.each(['customer', 'invoice', 'message', 'request', 'service', 'ticket'])(
  'a line about a %s leads to its page, but not when it is gone',
  subjectKind => {
    const link = auditSubjectLink({ action: `${subjectKind}.updated`, subjectKind, subjectId })
    expect(JSON.stringify(link)).toContain(subjectId)
    expect(auditSubjectLink({ action: `${subjectKind}.deleted`, subjectKind, subjectId })).toBeUndefined()
  },
)

test('a line about nothing, or about what has no page, leads nowhere', () => {
  expect(auditSubjectLink({ action: 'ticket.updated', subjectKind: 'ticket', subjectId: '' })).toBeUndefined()
  expect(auditSubjectLink({ action: 'session.started', subjectKind: 'session', subjectId })).toBeUndefined()
})
