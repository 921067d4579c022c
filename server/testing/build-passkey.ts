import { randomUUID } from 'node:crypto'
import { insertPasskey } from '#server/auth/passkey-ceremony.ts'
import type { Runtime } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'

/** The row of an unusable passkey with its dependents. Returns its id. */
export async function buildPasskey(runtime: Runtime, userId: string): Promise<string> {
  const credentialId = randomUUID()
  return inTransaction(runtime, async trx => {
    await insertPasskey(trx, runtime, userId, 'Telefon', {
      credentialId,
      publicKey: '',
      counter: 0,
      transports: ['internal', 'hybrid'],
    })
    const row = trx.selectFrom('passkey').select('id').where('credential_id', '=', credentialId)
    return (await row.executeTakeFirstOrThrow()).id
  })
}
