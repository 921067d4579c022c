import { expect, test } from 'vitest'
import { auditPages } from '#contract/audit-subjects.ts'
import { paths } from '#web/app/paths.ts'
import { auditSubjectLink } from './audit-subject.ts'

const id = '0193f0aa-0000-7000-8000-000000000001'

test.each(auditPages)(
  'a line about an item of the page of a %s links there, or nowhere if the item was deleted',
  kind => {
    const subject = { name: 'T-1', of: '' }
    const link = auditSubjectLink({ subjectKind: kind, details: '', subject: { ...subject, page: { kind, id } } })
    const named = { user: 'T-1', backup: '/backups', outbox_mail: '/outbox' } as Partial<Record<string, string>>
    expect(JSON.stringify(link)).toContain(named[kind] ?? id)
    expect(auditSubjectLink({ subjectKind: kind, details: '', subject: { ...subject, page: null } })).toBeUndefined()
    expect(auditSubjectLink({ subjectKind: kind, details: '', subject: null })).toBeUndefined()
  },
)

test('a line about the business links to the changed section, and a line without a page nowhere', () => {
  const sectionOf = (details: string) =>
    auditSubjectLink({ subjectKind: 'business_profile', details, subject: null })?.to
  expect(sectionOf('companyName, phone')).toBe(paths.adminCompany)
  expect(sectionOf('homepage')).toBe(paths.adminHomepage)
  expect(sectionOf('iban, bic')).toBe(paths.adminBilling)
  expect(sectionOf('powerMaster')).toBe(paths.adminPowerMasterTexts)
  expect(sectionOf('imprintText')).toBe(paths.adminLegalTexts)
  expect(sectionOf('iban, homepage')).toBe(paths.adminCompany)
  // A line about the logo has no fields.
  expect(sectionOf('')).toBe(paths.adminCompany)
  expect(auditSubjectLink({ subjectKind: 'login_policy', details: '', subject: null })?.to).toBe(paths.adminUsers)
  expect(auditSubjectLink({ subjectKind: 'job', details: '', subject: null })).toBeUndefined()
})
