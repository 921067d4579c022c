import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { demandSafePassword, passwordProblem } from './password-rules.ts'

const words = ['kim.mustermann', 'Kim', 'Größl-Weinbrenner', 'Musterwerk Technik GmbH', 'kim@sonnenhof.example', '']
const customer = { role: 'customer', words } as const
const admin = { role: 'admin', words } as const

test.each(['123', 'ab1!x', 'äöü€1'])('a customer may not take "%s": shorter than six', password => {
  expect(passwordProblem(password, customer)).toBe('password.too_short')
})

test('an admin needs twelve characters', () => {
  expect(passwordProblem('Zitrone-Aal', admin)).toBe('password.too_short_admin')
  expect(passwordProblem('Zitrone-Aale', admin)).toBeUndefined()
  expect(passwordProblem('Zitrone-Aal', customer)).toBeUndefined()
})

test('a character of several code units counts as one', () => {
  expect(passwordProblem('🔋🔌💡', customer)).toBe('password.too_short')
})

test.each([
  'passwort',
  'Passwort1',
  'PASSWORT!!',
  'p@ssw0rt',
  'P4ssw0rd2026',
  'g3heim',
  'w1llkommen',
  'w!llkommen',
  '5ommer',
  'pa$$wort',
  'mu77er',
  'hallo123',
  'Sommer2026!',
  'schalke04',
  'FCBayern',
  'ichliebedich',
  'qwertz',
  'QWERTZUIOP',
  '1qay2wsx',
  'asdfghjkl',
  '123456',
  '987654321',
  'abcdefgh',
  'fedcba',
  'aaaaaaaa',
  'abcabcabc',
  '12121212',
  'xkvxkv',
  'xkvjxkvj',
  'xkvjxkvjxk',
  '123123123123',
  '24.12.1985',
  '24121985',
  '241285',
  '1985-12-24',
  '12/24/1985',
  '31 01 2099',
  '01.10.00',
  'Müller1',
  '--Geheim--',
])('"%s" is too easy to guess', password => {
  expect(passwordProblem(password, customer)).toBe('password.common')
})

test.each(['passwort12345', 'Administrator1', 'SchatziSchatzi', 'willkommen2026!!'])(
  '"%s" is long enough for an admin, and still too easy to guess',
  password => {
    expect(passwordProblem(password, admin)).toBe('password.common')
  },
)

test.each([
  'mustermann',
  'kim.mustermann',
  'Musterwerk2026',
  'groessl7',
  'Weinbrenner!',
  'Sonnenhof-1',
  'MusterwerkTechnik',
])('"%s" consists of the names of the person or the business', password => {
  expect(passwordProblem(password, customer)).toBe('password.common')
})

test.each([
  'Regenschirm-Laterne-7',
  'drei kleine Enten',
  'Korrekt Pferd Batterie Klammer',
  'x7#kQ!m2',
  'tsubame',
  'ЖукНаКрыше',
  'Mustermanns Kuckucksuhr',
  // Five characters twice, and characters two apart: not among the first guesses.
  'xkvjqxkvjq',
  'acegik',
  'xkvjxk',
  'geheimxkvjqw',
  'ge9heim',
  // Dates that do not exist.
  '32.12.1985',
  '24.13.1985',
  '00.12.1985',
  '24.12.1885',
  '1985-12-24-7',
])('"%s" is good', password => {
  expect(passwordProblem(password, customer)).toBeUndefined()
})

test('a name with three letters more is still the name, with four it is a password', () => {
  expect(passwordProblem('mustermann-xkv', customer)).toBe('password.common')
  expect(passwordProblem('xkv-mustermann-7291', customer)).toBe('password.common')
  expect(passwordProblem('mustermann-xkvj', customer)).toBeUndefined()
})

test('a name within another is refused too, and one of three letters is ignored', () => {
  for (const words of [
    ['Wein', 'Weinbrenner'],
    ['Weinbrenner', 'Wein'],
  ]) {
    expect(passwordProblem('weinbrenner-12', { role: 'customer', words })).toBe('password.common')
  }
  expect(passwordProblem('kim-7291-#', { role: 'customer', words: ['Kim'] })).toBeUndefined()
  expect(passwordProblem('kimi-7291-#', { role: 'customer', words: ['Kimi'] })).toBe('password.common')
})

test('the error names the field of the password', () => {
  expect(() => demandSafePassword('newPassword', 'Regenschirm-Laterne-7', customer)).not.toThrow()
  expect(() => demandSafePassword('newPassword', 'passwort', customer)).toThrowError(
    expect.objectContaining({ errors: [expect.objectContaining({ field: 'newPassword', code: 'password.common' })] }),
  )
})

test('the list is long, lower-case and without duplicates', () => {
  const list = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  expect(list.length).toBeGreaterThan(4_000)
  expect(new Set(list).size).toBe(list.length)
  expect(list.filter(entry => entry !== entry.toLowerCase().trim())).toEqual([])
  for (const entry of list.filter(entry => entry.length >= 6)) {
    expect(passwordProblem(entry, customer), entry).toBe('password.common')
  }
})
