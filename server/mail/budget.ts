/** Counts the mails that people cause: every mail passes here on its way into the outbox (decision 0050). */
import { expressionBuilder, type Transaction } from 'kysely'
import type { MailKind } from '#contract/mail-kinds.ts'
import { warningKinds } from '#contract/notifications.ts'
import { AppError } from '#server/app-error.ts'
import { portalItself } from '#server/auth/actor.ts'
import type { Counted } from '#server/auth/client-network.ts'
import { countWithin } from '#server/auth/throttle.ts'
import { hashToken } from '#server/auth/tokens.ts'
import { calendarDate, dayMs, plusMs, startOfBerlinDay } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { addressKey } from '#server/database/address-key.ts'
import type { Database } from '#server/database/schema.ts'
import { businessPerDay, type MailRule, mailRules, sendersOf, unconfirmedPerDay } from './mail-rules.ts'
import { getSender } from './sender.ts'

type Trx = Transaction<Database>

/** The cause of a mail, and its time. */
export type Causing = Pick<Context, 'clock' | 'actor' | 'address'>

/** Mails that the portal sends by itself. */
export function byPortal<S extends object>(runtime: S): S & Pick<Causing, 'actor' | 'address'> {
  return { ...runtime, actor: portalItself, address: '' }
}

/** Work of a job on behalf of an earlier action of a customer. */
export function byCustomer<S extends object>(runtime: S, customerId: string): S & Pick<Causing, 'actor' | 'address'> {
  const nobody = { userId: '', username: '', name: '', sessionId: '', impersonation: null }
  return { ...runtime, actor: { kind: 'user', role: 'customer', customerId, ...nobody }, address: '' }
}

/** A customer, or that of a user; null: none, or of messages whose sender is not known. */
export type About = { readonly customerId: string } | { readonly userId: string } | null

type Asked = {
  readonly kind: MailKind
  readonly to: string
  readonly about: About
  /** For a mail that is not the purpose of its call, regardless of its kind. */
  readonly beyond?: 'leave out'
}

/** The decision on a mail. `first beyond`: the first to the business that is omitted today. */
export type Admission = 'sent' | 'left out' | 'first beyond'

/**
 * Counts a mail and decides whether it may be sent. Throws `mail.too_many` (429, Retry-After until the next day) for
 * kinds whose call is then refused.
 */
export async function admitMail(trx: Trx, causing: Causing, mail: Asked): Promise<Admission> {
  const senders = sendersOf(causing)
  if (senders === null) return 'sent'
  const ruleOfKind = mailRules[mail.kind]
  if (ruleOfKind === null) throw new Error(`A mail of the kind ${mail.kind} is not for ${senders[0]?.name} to cause.`)
  const rule = { ...ruleOfKind, beyond: mail.beyond ?? ruleOfKind.beyond }
  const isForBusiness = !rule.isToOwner && (await isBusiness(trx, mail.to))
  const isForOwner = !isForBusiness && (rule.isToOwner === true || (await isConfirmed(trx, mail)))
  const reader = isForBusiness ? 'business' : 'person'
  // A job sends mails that were counted on request.
  if (rule.perSender !== null && !isFromJob(causing)) {
    const excess = await countSenders(trx, causing, senders, `${mail.kind} ${reader}`, rule.perSender)
    const isBeyond = excess > 0 && !(isForOwner && isWarning(mail.kind))
    if (isBeyond) return beyond(causing, rule, isForBusiness && excess === 1)
  }
  if (!isForBusiness && !isForOwner) {
    return (await admitUnconfirmed(trx, causing, mail.to)) ? 'sent' : beyond(causing, rule, false)
  }
  const perRecipient = isForBusiness ? businessPerDay : rule.perRecipient
  const toRecipient = await count(trx, causing, isForBusiness ? businessKey(mail) : ownerKey(mail))
  if (toRecipient > perRecipient) return beyond(causing, rule, isForBusiness && toRecipient === perRecipient + 1)
  return 'sent'
}

/** Counts a request for a mail that a job will send. Throws `mail.too_many` (429). */
export async function countSender(trx: Trx, causing: Causing, kind: MailKind): Promise<void> {
  const senders = sendersOf(causing)
  const rule = mailRules[kind]
  if (senders === null || rule === null || rule.perSender === null) return
  if ((await countSenders(trx, causing, senders, kind, rule.perSender)) > 0) refuse(causing)
}

/** Counts a mail of each of its senders; returns by how many they are beyond their limit, at most. */
async function countSenders(
  trx: Trx,
  causing: Pick<Causing, 'clock'>,
  senders: readonly Counted[],
  what: string,
  limit: number,
): Promise<number> {
  let excess = Number.NEGATIVE_INFINITY
  for (const { name, times } of senders) {
    excess = Math.max(excess, (await count(trx, causing, `${what} of ${name}`)) - limit * times)
  }
  return excess
}

/** Whether an unconfirmed address may get a mail today; if so, it is counted. */
async function admitUnconfirmed(trx: Trx, causing: Pick<Causing, 'clock'>, to: string): Promise<boolean> {
  return (await count(trx, causing, `unconfirmed to ${hashToken(addressKey(to))}`)) <= unconfirmedPerDay
}

/** How many mails of a kind people have caused to an address of an account today. */
export async function countMailsToday(trx: Trx, causing: Pick<Causing, 'clock'>, mail: Asked): Promise<number> {
  const row = await trx
    .selectFrom('throttle')
    .select('failures')
    .where('key', '=', keyOf(causing, ownerKey(mail)))
    .executeTakeFirst()
  return row?.failures ?? 0
}

function beyond({ clock }: Pick<Causing, 'clock'>, rule: MailRule, isFirst: boolean): Admission {
  if (rule.beyond === 'leave out') return isFirst ? 'first beyond' : 'left out'
  return refuse({ clock })
}

function refuse({ clock }: Pick<Causing, 'clock'>): never {
  const now = clock.now()
  const tomorrow = startOfBerlinDay(calendarDate(plusMs(startOfBerlinDay(calendarDate(now)), 1.5 * dayMs)))
  throw new AppError('mail.too_many', { retryAfterSeconds: Math.ceil((tomorrow.getTime() - now.getTime()) / 1_000) })
}

async function count(trx: Trx, causing: Pick<Causing, 'clock'>, what: string): Promise<number> {
  return countWithin(trx, causing, keyOf(causing, what))
}

/** A day is one of the calendar, Europe/Berlin. */
function keyOf({ clock }: Pick<Causing, 'clock'>, what: string): string {
  return `mail ${calendarDate(clock.now())} ${what}`
}

/**
 * For an account's own address only mails about that account count: another person who enters the address cannot
 * suppress a warning to it. Addresses are counted by their hash: counters need not be readable.
 */
function ownerKey({ kind, to, about }: Asked): string {
  const account = about === null ? '' : 'userId' in about ? `user ${about.userId}` : `customer ${about.customerId}`
  return `${kind} to ${hashToken(addressKey(to))} ${account}`
}

function businessKey({ kind, to }: Asked): string {
  return `${kind} to ${hashToken(addressKey(to))}`
}

function isWarning(kind: MailKind): boolean {
  return warningKinds.some(warning => warning === kind)
}

function isFromJob({ actor, address }: Causing): boolean {
  return actor.kind === 'visitor' && address === ''
}

async function isBusiness(trx: Trx, to: string): Promise<boolean> {
  const { email } = await getSender(trx)
  return email !== '' && addressKey(email) === addressKey(to)
}

function customerOfUser(userId: string) {
  const { selectFrom } = expressionBuilder<Database, never>()
  return selectFrom('user_account').select('user_account.customer_id').where('user_account.id', '=', userId)
}

/** An address of the account itself: its users', or a contact address confirmed by a link or the business. */
async function isConfirmed(trx: Trx, { to, about }: Asked): Promise<boolean> {
  if (about === null) return false
  const account = 'userId' in about ? { id: about.userId } : { customer_id: about.customerId }
  const user = await trx
    .selectFrom('user_account')
    .select('id')
    .where('email_key', '=', addressKey(to))
    .where(eb => eb.and(account))
    .executeTakeFirst()
  if (user !== undefined) return true
  const customer = await trx
    .selectFrom('customer')
    .select(['email', 'is_email_confirmed'])
    .where('id', '=', 'customerId' in about ? about.customerId : customerOfUser(about.userId))
    .executeTakeFirst()
  return customer?.is_email_confirmed === 1 && addressKey(customer.email) === addressKey(to)
}
