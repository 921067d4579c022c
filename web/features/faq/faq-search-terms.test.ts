import { expect, test } from 'vitest'
import { searchTerms } from './faq-search-terms.ts'

test('a greeting alone yields no search', () => {
  expect(searchTerms('Sehr geehrte Damen und Herren, guten Morgen')).toBe('')
})

test('the significant words are searched, the last typed first', () => {
  expect(searchTerms('Hallo, was bedeutet offen bei der Rechnung')).toBe('rechnung offen bedeutet')
})

test('a word in the plural finds the singular', () => {
  expect(searchTerms('Rechnungen')).toBe('rechnung')
})

test('a word typed twice counts once', () => {
  expect(searchTerms('Wallbox oder Wallbox')).toBe('wallbox')
})

test('a long text is cut to the maximum length of a search', () => {
  const text = Array.from({ length: 200 }, (_, index) => `Wärmepumpensteuerung${'abcdefghij'[index % 10]}x`).join(' ')
  expect(searchTerms(text).length).toBeLessThanOrEqual(200)
})
