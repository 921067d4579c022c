import { expect, test } from 'vitest'
import { allEndpoints } from '#contract/api.ts'
import { auditFieldTexts } from '#web/texts/audit-details.texts.ts'
import { auditDetailsText } from './audit-details.ts'

/** The fields of a writing request's body; a union or no body has none. */
function fieldsOf(body: unknown): string[] {
  const shape: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'shape') : undefined
  return typeof shape === 'object' && shape !== null ? Object.keys(shape) : []
}

/** Sent as proof of identity and never stored. */
const proofs = ['currentPassword']

const changed = allEndpoints().flatMap(({ name, endpoint }) =>
  ['PUT', 'PATCH'].includes(endpoint.method) ? fieldsOf(endpoint.body).map(field => [name, field] as const) : [],
)

test('finds the fields that can be changed', () => {
  expect(changed.length).toBeGreaterThan(60)
})

const fields = [...new Set(changed.map(([, field]) => field))].filter(field => !proofs.includes(field)).toSorted()

test.each(fields)('has a German label for %s', field => {
  expect(auditFieldTexts).toHaveProperty([field])
})

test('labels changed fields, each once, and shows no raw key of a newer server’s field', () => {
  expect(auditDetailsText({ action: 'customer.updated', details: 'firstName, hourlyRate, vatId' })).toBe(
    'Vorname, Stundensatz, USt-IdNr.',
  )
  expect(auditDetailsText({ action: 'ticket.updated', details: 'name, ofTomorrow, andMore' })).toBe('Name, Weiteres')
})

test.each([
  ['1 failed, 0 throttled, kim', 'kim: 1\u00a0Versuch'],
  ['1200 failed, 34 throttled, unknown account', 'Kein bekannter Zugang: 1.234\u00a0Versuche, davon 34 gebremst'],
  ['0 failed, 2 throttled, further accounts', 'Weitere Zugänge: 2\u00a0Versuche, davon 2 gebremst'],
  [
    '2 failed, 1 throttled, last 2026-03-10T09:01:00.000Z, kim',
    'kim: 3\u00a0Versuche, davon 1 gebremst, zuletzt 10.03.2026,\u00a010:01',
  ],
  ['of tomorrow', 'of tomorrow'],
])('counts failed logins as `%s` and names the account', (details, text) => {
  expect(auditDetailsText({ action: 'session.login_failed', details })).toBe(text)
})

test('translates the portal’s reasons and keeps names unchanged', () => {
  expect(auditDetailsText({ action: 'as_user.ended', details: 'session ended' })).toBe('Anmeldung beendet')
  expect(auditDetailsText({ action: 'user.password_set', details: 'invitation' })).toBe('mit einer Einladung')
  expect(auditDetailsText({ action: 'ticket.created', details: 'T-2026-0001' })).toBe('T-2026-0001')
  expect(auditDetailsText({ action: 'as_user.started', details: 'Rückfrage zur Rechnung' })).toBe(
    'Rückfrage zur Rechnung',
  )
  expect(auditDetailsText({ action: 'session.started', details: '' })).toBe('')
})
