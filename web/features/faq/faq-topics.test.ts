import { expect, test } from 'vitest'
import type { FaqEntry } from '#contract/faq.ts'
import { faqTopics } from './faq-topics.ts'

function entry(question: string, category: string): FaqEntry {
  const at = '2026-11-20T08:00:00.000Z'
  return { id: question, question, answer: '', category, position: 1, createdAt: at, updatedAt: at }
}

test('topics appear in the order of their first question and keep the order of their questions', () => {
  const topics = faqTopics([entry('a', 'Abrechnung'), entry('b', 'Daten'), entry('c', 'Abrechnung')])
  expect(topics.map(({ name, entries }) => [name, entries.map(({ question }) => question)])).toEqual([
    ['Abrechnung', ['a', 'c']],
    ['Daten', ['b']],
  ])
})

test('a question without a topic is still displayed', () => {
  expect(faqTopics([entry('a', '')]).map(topic => topic.name)).toEqual(['Weitere Fragen'])
})
