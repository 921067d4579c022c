import type { Transaction } from 'kysely'
import { invalidField } from '#server/app-error.ts'
import type { Actor } from '#server/auth/actor.ts'
import { scopedCustomerId } from '#server/auth/scope.ts'
import type { Context } from '#server/context.ts'
import { forUpdate } from '#server/database/engine.ts'
import type { Database } from '#server/database/schema.ts'

/**
 * The customer of a new row: the one named, else the caller's own. Locked against other writers, so that rows can be
 * counted. 422 `reference.unknown` out of scope.
 */
export async function lockOwner(
  trx: Transaction<Database>,
  { engine, scope, actor }: Pick<Context, 'engine' | 'scope' | 'actor'>,
  named: string | undefined,
): Promise<string> {
  const id = named ?? ownCustomerId(actor)
  if (id === null) throw invalidField('customerId', 'required')
  const own = scopedCustomerId(scope)
  const isInReach = own === null || own === id
  const row = isInReach
    ? await trx
        .selectFrom('customer')
        .select('id')
        .where('id', '=', id)
        .where('erased_at', 'is', null)
        .$call(forUpdate(engine))
        .executeTakeFirst()
    : undefined
  if (row === undefined) throw invalidField('customerId', 'reference.unknown')
  return id
}

function ownCustomerId(actor: Actor): string | null {
  return actor.kind === 'user' ? (actor.impersonation?.customerId ?? actor.customerId) : null
}
