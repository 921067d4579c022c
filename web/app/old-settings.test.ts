import { expect, test } from 'vitest'
import { settingsPathOf } from './old-settings.ts'

test('a link from the time when the sections of the settings shared one address leads to its section, filters and all', () => {
  expect(settingsPathOf('?section=outbox&state=failed&page=2')).toBe(
    '/admin-portal/settings/outbox?state=failed&page=2',
  )
  expect(settingsPathOf('?section=profile')).toBe('/admin-portal/settings/company')
})

test('an address without a section of that time stays where it is', () => {
  for (const text of ['', '?section=', '?section=secrets', '?section=toString', '?page=2']) {
    expect(settingsPathOf(text)).toBeUndefined()
  }
})
