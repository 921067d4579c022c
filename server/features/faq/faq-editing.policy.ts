import type { EditableFaqEntry } from '#contract/faq.ts'
import { type Actor, isAdmin } from '#server/auth/actor.ts'

/** Actors who may see unpublished questions may also write them. */
export function faqPermissionsOf(actor: Actor): EditableFaqEntry['permissions'] {
  return isAdmin(actor) ? ['update', 'delete', 'reorder'] : []
}
