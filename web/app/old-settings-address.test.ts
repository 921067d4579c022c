import { expect, test } from 'vitest'
import { settingsPathOf } from './old-settings-address.ts'

test('an old link to a section of the settings redirects to the section’s page with its filters', () => {
  expect(settingsPathOf('?section=outbox&state=failed&page=2')).toBe(
    '/admin-portal/settings/outbox?state=failed&page=2',
  )
  expect(settingsPathOf('?section=profile')).toBe('/admin-portal/settings/company')
})

test('an unknown old section does not redirect', () => {
  for (const text of ['', '?section=', '?section=secrets', '?section=toString', '?page=2']) {
    expect(settingsPathOf(text)).toBeUndefined()
  }
})
