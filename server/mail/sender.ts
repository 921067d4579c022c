/** The sender of mails: the business profile. */
import * as z from 'zod/mini'
import type { Connection } from '#server/context.ts'

const text = z._default(z.catch(z.string(), ''), '')

const senderSchema = z.object({
  companyName: text,
  ownerName: text,
  phone: text,
  email: text,
  website: text,
  address: z._default(z.catch(z.object({ street: text, zip: text, city: text }), noAddress), noAddress),
})

export type Sender = z.output<typeof senderSchema>

/** The business as it signs its mails; empty fields before the set-up. */
export async function getSender(connection: Connection): Promise<Sender> {
  const row = await connection.selectFrom('business_profile').select('profile').executeTakeFirst()
  return senderSchema.parse(row === undefined ? {} : JSON.parse(row.profile))
}

function noAddress() {
  return { street: '', zip: '', city: '' }
}
