/** docs/asvs.md: every requirement once, each with an existing test, an existing deviation, or its reason. */
import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { allEndpoints } from '#contract/api.ts'
import { tableRows } from './table-rows.ts'
import { problemOf, titlesOf } from './test-titles.ts'

/** Levels 1 and 2 of ASVS 5.0.0, by chapter and section: the numbers up to where level 3 begins, and single ones. */
const asked = [
  '1.1: 1-2; 1.2: 1-5 9; 1.3: 1-7 10-12; 1.5: 1-2',
  '2.1: 1-3; 2.2: 1-3; 2.3: 1-4; 2.4: 1',
  '3.2: 1-2; 3.3: 1-4; 3.4: 1-6; 3.5: 1-4; 3.7: 1-2',
  '4.1: 1-3; 4.2: 1',
  '5.1: 1; 5.2: 1-3; 5.3: 1-2; 5.4: 1-3',
  '6.1: 1-3; 6.2: 1-12; 6.3: 1-4; 6.4: 1-4; 6.5: 1-5',
  '7.1: 1-2; 7.2: 1-4; 7.3: 1-2; 7.4: 1-5; 7.5: 1-2; 7.6: 2',
  '8.1: 1-2; 8.2: 1-3; 8.3: 1; 8.4: 1',
  '11.1: 1-2; 11.2: 1-3; 11.3: 1-3; 11.4: 1-4; 11.5: 1; 11.6: 1',
  '12.1: 1-2; 12.2: 1-2; 12.3: 1-2',
  '13.1: 1; 13.2: 1-5; 13.3: 1-2; 13.4: 1-5',
  '14.1: 1-2; 14.2: 1-4; 14.3: 1-3',
  '15.1: 1-3; 15.2: 1-3; 15.3: 1-7',
  '16.1: 1; 16.2: 1-5; 16.3: 1-4; 16.4: 1-3; 16.5: 1-3',
].flatMap(chapter => chapter.split('; ').flatMap(idsOfSection))

const notApplicable = [
  ...['1.2.6', '1.2.7', '1.2.8', '1.3.8', '1.3.9', '1.4.*', '3.5.5', '4.3.*', '4.4.*', '6.6.*', '6.8.*'],
  ...['7.1.3', '7.6.1', '9.*', '10.*', '12.1.3', '12.3.3', '12.3.4', '17.*'],
]

/** Parts of the product that do not exist yet: the row changes with the part, and this list with the row. */
const notBuilt: string[] = []

const page = readFileSync('docs/asvs.md', 'utf8')
const security = readFileSync('SECURITY.md', 'utf8')
const rows = tableRows(page, /^## V\d/).map(([ids = '', level = '', what = '', , shownBy = '']) => ({
  ids: ids.split(', '),
  level,
  what,
  references: shownBy.split('<br>').filter(reference => reference !== ''),
}))

test('every requirement of levels 1 and 2 is in the table once, or with its reason among those that do not apply', () => {
  expect(asked.length).toBeGreaterThan(150)
  expect(inOrder(rows.flatMap(({ ids }) => ids))).toEqual(inOrder(asked))
  const others = tableRows(page, /^## Not applicable/)
  expect(others.map(([id]) => id)).toEqual(notApplicable)
  expect(others.filter(([, why = '']) => why.length < 5)).toEqual([])
})

test('the calls that ask for a fresh password are those listed in 7.5.1', () => {
  const [row = []] = tableRows(page, /^## V7 /).filter(([id]) => id === '7.5.1')
  const named = [...(row[3] ?? '').matchAll(/`([^`]+)`/g)].map(match => match[1] ?? '')
  const asking = allEndpoints().filter(({ endpoint }) => endpoint.stepUp)
  expect(asking.length).toBeGreaterThan(25)
  expect(inOrder(named)).toEqual(inOrder(asking.map(({ name }) => name)))
})

test('every row has its level, its requirement, and its proof', () => {
  for (const { ids, level, what, references } of rows) {
    expect(level, ids.join()).toMatch(/^[123]$/)
    expect(what.length, ids.join()).toBeGreaterThan(5)
    expect(references.length, ids.join()).toBeGreaterThan(0)
  }
})

test('every test and every deviation exists, and missing parts are listed here', () => {
  const problems = rows.flatMap(({ ids, references }) =>
    references.flatMap(reference => {
      const problem = problemIn(reference)
      return problem === undefined ? [] : [`${ids.join(', ')} ${problem}`]
    }),
  )
  expect(problems).toEqual([])
  const open = rows.filter(({ references }) => references.some(reference => reference.startsWith('not built: ')))
  expect(open.flatMap(({ ids }) => ids)).toEqual(notBuilt)
})

test('the accepted risks have the numbers of their anchors', () => {
  const entries = [...security.matchAll(/^(\d+)\. (?:<a id="deviation-(\d+)"><\/a>)?/gm)].map(match => match.slice(1))
  expect(entries.length).toBeGreaterThan(4)
  expect(entries).toEqual(entries.map((_, index) => [String(index + 1), String(index + 1)]))
})

describe('a reference', () => {
  test.each([
    ['`scripts/asvs.test.ts: a reference that is wrong is reported: %s`', undefined],
    ['`architecture.test.ts: no text becomes code`', undefined],
    ['`scripts/asvs.test.ts: a test that nobody wrote`', 'names a test that is not there'],
    ['`scripts/gone.test.ts: anything`', 'names a file that is not there'],
    ['`scripts/asvs.test.ts: every `', 'names 3 tests'],
    ['[text](../SECURITY.md)', 'is none'],
    ['deviation: [99](../SECURITY.md#deviation-99)', 'names a deviation that is not written'],
    ['deviation: [1](../SECURITY.md#deviation-2)', 'is none'],
  ])('that is wrong is reported: %s', (reference, problem) => {
    const found = problemIn(reference)
    if (problem === undefined) expect(found).toBeUndefined()
    else expect(found).toContain(problem)
  })

  test('does not name a test that does not run', () => {
    const text =
      "describe.each(x)('a', () => { it.skip('b', c); test.each([1])('d', e); describe.skip('f', () => { it('g') }) })"
    expect(titlesOf(parseSync('a.ts', text).program)).toEqual(['a d'])
  })
})

function problemIn(reference: string): string | undefined {
  const [, test] = /^`([^`]+)`$/.exec(reference) ?? []
  if (test !== undefined) return problemOf(test)
  if (/^not built: \S.+$/.test(reference)) return undefined
  const [, number] = /^deviation: \[(\d+)\]\(\.\.\/SECURITY\.md#deviation-\1\)$/.exec(reference) ?? []
  if (number === undefined) return `is none of test, deviation and "not built": ${reference}`
  return security.includes(`<a id="deviation-${number}"></a>`)
    ? undefined
    : `names a deviation that is not written: ${number}`
}

/** `1.2: 1-5 9` is 1.2.1 to 1.2.5 and 1.2.9. */
function idsOfSection(section: string): string[] {
  const [name = '', numbers = ''] = section.split(': ')
  return numbers.split(' ').flatMap(range => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => `${name}.${first + index}`)
  })
}

function inOrder(ids: readonly string[]): string[] {
  return ids.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
}
