import { expect, test } from 'vitest'
import { auditPages } from '#contract/audit-subjects.ts'
import { auditSubjectLink } from './audit-subject.ts'

const id = '0193f0aa-0000-7000-8000-000000000001'

test.each(auditPages)('a line about what the page of a %s shows leads there, and nowhere when it is gone', kind => {
  const subject = { name: 'T-1', of: '' }
  const link = auditSubjectLink({ subjectKind: kind, subject: { ...subject, page: { kind, id } } })
  const named = { user: 'T-1', backup: '/backups', outbox_mail: '/outbox' } as Partial<Record<string, string>>
  expect(JSON.stringify(link)).toContain(named[kind] ?? id)
  expect(auditSubjectLink({ subjectKind: kind, subject: { ...subject, page: null } })).toBeUndefined()
  expect(auditSubjectLink({ subjectKind: kind, subject: null })).toBeUndefined()
})

test('a line about the business leads to its settings, one about what has no page nowhere', () => {
  expect(auditSubjectLink({ subjectKind: 'business_profile', subject: null })).toBeDefined()
  expect(auditSubjectLink({ subjectKind: 'job', subject: null })).toBeUndefined()
})
