import { describe, expect, test } from 'vitest'
import { fold, foldCase, foldPlain } from './fold.ts'

test.each([
  ['Größl', 'groessl', 'grossl'],
  ['GRÖSSL', 'groessl', 'grossl'],
  ['GRO\u0308ẞL', 'groessl', 'grossl'],
  ['Groessl', 'groessl', 'groessl'],
  ['Müller-Lüdenscheidt', 'mueller-luedenscheidt', 'muller-ludenscheidt'],
  ['Café Æther Łódź', 'cafe aether lodz', 'cafe aether lodz'],
  ['Ｋｕｎｄｅ ① ﬁx', 'kunde 1 fix', 'kunde 1 fix'],
  ['İstanbul', 'istanbul', 'istanbul'],
  ['', '', ''],
])('%s sorts as %s and is typed without umlaut keys as %s', (text, folded, plain) => {
  expect(fold(text)).toBe(folded)
  expect(foldPlain(text)).toBe(plain)
})

describe('a user name', () => {
  test('is the same in another case and width, and with ß written as ss', () => {
    expect(foldCase('Größl')).toBe(foldCase('GRÖSSL'))
    expect(foldCase('ａｎｎａ')).toBe(foldCase('Anna'))
    expect(foldCase('A\u0308nne')).toBe(foldCase('änne'))
  })

  test('differs with an umlaut and without', () => {
    expect(foldCase('Müller')).not.toBe(foldCase('Mueller'))
    expect(foldCase('Müller')).not.toBe(foldCase('Muller'))
  })
})
