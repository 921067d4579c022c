import type { ConfirmationLink } from '#contract/user-settings.ts'
import { countFromAddress } from '#server/auth/throttle.ts'
import type { Context, Runtime } from '#server/context.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type StopChoice, takeAccountBack } from '#server/features/accounts/account-recovery.commands.ts'
import { confirmEmailChange, expireEmailChanges } from '#server/features/accounts/email-change.commands.ts'
import { expireStopLinks } from '#server/features/accounts/stop-link.commands.ts'
import { confirmContact, expireContactLinks } from '#server/features/customers/contact-address.commands.ts'
import { confirmNewsletter, expireConsents } from '#server/features/newsletters/newsletter-consent.commands.ts'
import { getConfirmation } from './confirmation.queries.ts'

const act = {
  contact_email: confirmContact,
  email_change: confirmEmailChange,
  email_change_stop: takeAccountBack,
  factor_stop: takeAccountBack,
  newsletter: confirmNewsletter,
}

/** Returns the purpose of a link; guessing is throttled. 409 `account.token_invalid`. */
export async function readConfirmation(context: Context, token: string): Promise<ConfirmationLink> {
  return demandConfirmation(context, token)
}

/** Carries out the purpose of a link, once; the choice is for stops. 409 `account.token_invalid`. */
export async function confirm(context: Context, { token, ...choice }: { token: string } & StopChoice): Promise<void> {
  const { kind } = await demandConfirmation(context, token)
  await inTransaction(context, trx => act[kind](trx, context, token, choice))
}

/** A wrong link counts as a guess, a right one does not: others in the same network block nobody's link. */
async function demandConfirmation(context: Context, token: string): Promise<ConfirmationLink> {
  return getConfirmation(context, token).catch(async error => {
    await countFromAddress(context, 'confirmation')
    throw error
  })
}

/** Expired links. */
export async function expireConfirmations(runtime: Runtime): Promise<void> {
  await inTransaction(runtime, async trx => {
    await expireEmailChanges(trx, runtime)
    await expireStopLinks(trx, runtime)
    await expireConsents(trx, runtime)
    await expireContactLinks(trx, runtime)
  })
}
