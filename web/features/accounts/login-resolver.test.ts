import { describe, expect, it } from 'vitest'
import { credentials } from '#contract/accounts.ts'
import { loginResolver } from './login-resolver.ts'

const names = [
  '',
  ' ',
  'a',
  'ab',
  ' ab ',
  'abc',
  '  abc ',
  'Jörg',
  'kim@example.org',
  'x'.repeat(254),
  'x'.repeat(255),
  '   a   ',
]
const passwords = ['', ' ', '12345', '123456', '      ', 'ä'.repeat(256), 'ä'.repeat(257)]

describe('the login form', () => {
  it.each(names.flatMap(username => passwords.map(password => ({ username, password }))))(
    'agrees with the contract on $username / $password',
    async input => {
      const result = await loginResolver(input, undefined, { fields: {}, shouldUseNativeValidation: false })
      const contract = credentials.safeParse(input)
      const expected = Object.fromEntries(
        contract.error?.issues.map(issue => [issue.path.join('.'), issue.message]).toReversed() ?? [],
      )
      const said = Object.entries(result.errors).map(([field, error]) => [field, error.message])
      expect(Object.fromEntries(said)).toEqual(expected)
      if (contract.success) expect(result.values).toEqual(contract.data)
    },
  )
})
