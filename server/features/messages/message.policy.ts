import type { Message } from '#contract/messages.ts'
import { type Actor, isAdmin } from '#server/auth/actor.ts'

/** Actors who may read a message may also answer it again, mark it and delete it. */
export function messagePermissionsOf(actor: Actor): Message['permissions'] {
  return isAdmin(actor) ? ['reply', 'update', 'delete'] : []
}
