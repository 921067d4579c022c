import type { FaqEntry } from '#contract/faq.ts'
import type { FaqRow } from './faq.queries.ts'

export function presentFaq(row: FaqRow): FaqEntry {
  return {
    id: row.id,
    question: row.question,
    answer: row.answer,
    category: row.category,
    position: row.position,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
