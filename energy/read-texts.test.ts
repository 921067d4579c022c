import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTextReader } from './read-texts.ts'

const read = (lines: readonly string[]) => {
  const reader = createTextReader()
  return [...lines.flatMap(line => reader.add(line)), ...reader.end()]
}

test('one text over any number of lines, and one in each line, are read the same', () => {
  fc.assert(
    fc.property(
      fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 4 }),
      fc.boolean(),
      (values, isLong) => {
        const texts = values.map(value => JSON.stringify(value, null, isLong ? 2 : 0))
        expect(read(texts.flatMap(text => text.split('\n'))).map(text => JSON.parse(text))).toEqual(
          texts.map(text => JSON.parse(text)),
        )
      },
    ),
  )
})

test('a text is handed on with its last line', () => {
  const reader = createTextReader()
  expect(reader.add('{"a": [')).toEqual([])
  expect(reader.add('1]')).toEqual([])
  expect(reader.add('}')).toEqual(['{"a": [\n1]\n}'])
})

test.each([
  ['{"id": 1,', '{"id":2}'],
  ['{"id":', '"x"}}', '{"id":2}'],
  ['{"id": "x', '{"id":2}'],
  ['nonsense', '{"id":2}'],
  ['}', '{"id":2}'],
  ['{"id": NaN}', '{"id":2}'],
  ['{"a":[1,', '{"id":2}'],
])('after the malformed %s the next line is read', (...lines) => {
  expect(read(lines).at(-1)).toContain('{"id":2}')
})

test('empty lines are no texts', () => {
  expect(read(['', '  ', '{}', ''])).toEqual(['{}'])
})
