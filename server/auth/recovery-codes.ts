/**
 * One-time codes for a user who has lost the second factor. They are random enough (120 bits) to be stored as plain
 * hashes, so they also work where the keys file is lost.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { recoveryCodesCount } from '#contract/limits.ts'
import { instantText } from '#server/clock.ts'
import type { Database } from '#server/database/schema.ts'

/** Crockford's Base32: no ambiguous characters. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeLength = 24
const groupLength = 6

type Trx = Transaction<Database>

/** Replaces the codes of a user, used ones too; returns the new ones, which are stored nowhere else. */
export async function replaceRecoveryCodes(trx: Trx, userId: string, now: Date): Promise<string[]> {
  await removeRecoveryCodes(trx, userId)
  const codes = Array.from({ length: recoveryCodesCount }, newRecoveryCode)
  await trx
    .insertInto('recovery_code')
    .values(
      codes.map(code => ({
        code_hash: hashOf(userId, code),
        user_id: userId,
        created_at: instantText(now),
        used_at: null,
      })),
    )
    .execute()
  return codes
}

export async function removeRecoveryCodes(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
}

/** Uses up a code; of several simultaneous tries one gets true. */
export async function spendRecoveryCode(trx: Trx, userId: string, code: string, now: Date): Promise<boolean> {
  const spent = await trx
    .updateTable('recovery_code')
    .set({ used_at: instantText(now) })
    .where('code_hash', '=', hashOf(userId, code))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .returning('code_hash')
    .executeTakeFirst()
  return spent !== undefined
}

/** Four groups of six, 120 random bits. */
function newRecoveryCode(): string {
  // 256 is a multiple of 32: no character is likelier than another.
  const characters = [...randomBytes(codeLength)].map(byte => alphabet[byte % alphabet.length]).join('')
  return (characters.match(new RegExp(`.{${groupLength}}`, 'g')) ?? []).join('-')
}

function hashOf(userId: string, code: string): string {
  return createHash('sha256')
    .update(`${userId}:${canonical(code)}`)
    .digest('hex')
}

/** Accepts small letters, missing dashes, and look-alikes of zero and one. */
function canonical(code: string): string {
  return code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
}
