import fc from 'fast-check'
import { expect, test } from 'vitest'
import { namesAsTexts } from './number-names.ts'

test.each([
  ['{"value":NaN}', '{"value":"NaN"}'],
  ['[Infinity,-Infinity, nan ,-nan,inf,-inf]', '["Infinity","-Infinity", "nan" ,"-nan","inf","-inf"]'],
  ['{"NaN":"\\"NaN,Infinity","b":NaN}', '{"NaN":"\\"NaN,Infinity","b":"NaN"}'],
  ['"NaN', '"NaN'],
  ['[NaNa]', '["NaN"a]'],
  ['"\\', '"\\'],
])('in %s words for numbers become texts: %s', (text, expected) => {
  expect(namesAsTexts(text)).toBe(expected)
})

test('JSON stays as it is', () => {
  fc.assert(
    fc.property(fc.json(), text => {
      expect(namesAsTexts(text)).toBe(text)
    }),
  )
})

test('any text that is JSON apart from such words can be read afterwards', () => {
  const word = fc.constantFrom('NaN', 'Infinity', '-Infinity', 'nan', '-nan', 'inf', '-inf')
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.oneof(word, fc.json()))), entries => {
      const body = `[${entries.map(([key, value]) => `{${JSON.stringify(key)}:${value}}`).join()}]`
      expect(JSON.parse(namesAsTexts(body))).toHaveLength(entries.length)
    }),
  )
})
