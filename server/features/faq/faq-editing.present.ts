import type { EditableFaqEntry } from '#contract/faq.ts'
import type { Actor } from '#server/auth/actor.ts'
import { faqPermissionsOf } from './faq-editing.policy.ts'
import type { EditableFaqRow } from './faq-editing.queries.ts'

export function presentEditableFaq(actor: Actor, row: EditableFaqRow): EditableFaqEntry {
  return {
    id: row.id,
    question: row.question,
    answer: row.answer,
    category: row.category,
    position: row.position,
    published: row.is_published === 1,
    permissions: faqPermissionsOf(actor),
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
