/**
 * Whether the keys file fits the database: for each key that has ever been active, the database holds one sealed value.
 * A lost or foreign keys file is noticed at startup, and not when somebody needs a password.
 */
import { AppError } from '#server/app-error.ts'
import { instantText } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import type { Keys } from '#server/keys.ts'
import { openSecret, type SecretPlace, sealSecret } from './seal.ts'

const song = 'kundenportal'

/** Adds the value of the active key when it is new, and returns the ids of missing or different keys. */
export async function checkKeys({ db, keys, clock }: Pick<Runtime, 'db' | 'keys' | 'clock'>): Promise<string[]> {
  const canaries = await selectCanaries(db).execute()
  if (!canaries.some(({ key_id }) => key_id === keys.activeId)) {
    await db
      .insertInto('key_canary')
      .values({
        key_id: keys.activeId,
        sealed: sealSecret(keys, placeOf(keys.activeId), song),
        created_at: instantText(clock.now()),
      })
      // Another instance has started at the same time.
      .onConflict(conflict => conflict.column('key_id').doNothing())
      .execute()
  }
  return silentIn(canaries, keys)
}

/** The ids of missing or different keys, in the order in which they became active. */
export async function listLostKeys({ db, keys }: Pick<Runtime, 'db' | 'keys'>): Promise<string[]> {
  return silentIn(await selectCanaries(db).execute(), keys)
}

function selectCanaries(db: Runtime['db']) {
  return db.selectFrom('key_canary').selectAll().orderBy('created_at')
}

function silentIn(canaries: readonly { key_id: string; sealed: string }[], keys: Keys): string[] {
  return canaries.filter(({ key_id, sealed }) => !sings(keys, key_id, sealed)).map(({ key_id }) => key_id)
}

function sings(keys: Keys, keyId: string, sealed: string): boolean {
  try {
    return openSecret(keys, placeOf(keyId), sealed) === song
  } catch (error) {
    if (error instanceof AppError && error.code === 'secret.unreadable') return false
    throw error
  }
}

function placeOf(keyId: string): SecretPlace {
  return { table: 'key_canary', id: keyId, column: 'sealed' }
}
