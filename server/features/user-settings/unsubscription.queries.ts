import { AppError } from '#server/app-error.ts'
import type { Connection, Runtime } from '#server/context.ts'
import { readUnsubscribeToken, type Unsubscription } from '#server/mail/unsubscribe-link.ts'

/**
 * The mails an unsubscribe link stops, and whether they are still sent; 404 `not_found` for a link that is not ours.
 */
export async function getUnsubscription(
  connection: Connection,
  { keys }: Pick<Runtime, 'keys'>,
  token: string,
): Promise<Unsubscription & { isOn: boolean }> {
  const link = readUnsubscribeToken(keys, token)
  const customer =
    link &&
    (await connection
      .selectFrom('customer')
      .select(['is_notified', 'has_newsletter'])
      .where('id', '=', link.customerId)
      .executeTakeFirst())
  if (!link || !customer) throw new AppError('not_found')
  const isOn = link.topic === 'notifications' ? customer.is_notified : customer.has_newsletter
  return { ...link, isOn: isOn === 1 }
}
