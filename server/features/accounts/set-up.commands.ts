import type { Transaction } from 'kysely'
import { AppError } from '#server/app-error.ts'
import { recordAudit } from '#server/audit/record.ts'
import { markDevice } from '#server/auth/known-devices.ts'
import { createOneTimeToken, spendOneTimeToken } from '#server/auth/one-time-tokens.ts'
import { demandSafePassword } from '#server/auth/password-rules.ts'
import { hashCaller } from '#server/auth/passwords.ts'
import { openSession } from '#server/auth/sessions.ts'
import { countFromAddress } from '#server/auth/throttle.ts'
import type { Context, Runtime } from '#server/context.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { storeProfile } from '#server/features/business-profile/business-profile.commands.ts'
import { getProfile } from '#server/features/business-profile/business-profile.queries.ts'
import { insertCustomer } from '#server/features/customers/customer.commands.ts'
import { baseUrl } from '#server/mail/base-url.ts'
import type { LoggedIn } from './login.commands.ts'
import { isSetUpRequired } from './set-up.queries.ts'
import { insertUser } from './user.commands.ts'

export type SetUp = {
  token: string
  companyName: string
  ownerName: string
  email: string
  username: string
  password: string
}

/** A link for the first set-up; undefined when the portal has users. */
export async function createSetUpLink(runtime: Runtime): Promise<string | undefined> {
  return inTransaction(runtime, async trx => {
    if (!(await isSetUpRequired(trx))) return undefined
    const token = await createOneTimeToken(trx, 'set_up', null, runtime.clock.now())
    return `${baseUrl(runtime.config)}/einrichten#token=${token}`
  })
}

/**
 * Creates the business profile, the business's own customer record and its first admin, and logs that admin in. 409
 * `account.already_set_up` or `account.token_invalid`; 422 for an unsafe password.
 */
export async function setUp(context: Context, { token, password, ...input }: SetUp): Promise<LoggedIn> {
  await countFromAddress(context, 'set-up')
  if (!(await isSetUpRequired(context.db))) throw new AppError('account.already_set_up')
  demandSafePassword('password', password, {
    role: 'admin',
    words: [input.username, input.email, input.companyName, input.ownerName],
  })
  const passwordHash = await context.passwords.hash(password, hashCaller(context))

  const { session, account } = await inTransaction(context, async trx => {
    const spent = await spendOneTimeToken(trx, token, ['set_up'], context.clock.now())
    if (spent === undefined || !(await isSetUpRequired(trx))) throw new AppError('account.token_invalid')
    const user = await insertFirstUser(trx, context, input, passwordHash)
    const opened = await openSession(trx, context, user)
    await recordAudit(trx, context, { action: 'portal.set_up', subjectKind: 'user', subjectId: user.id })
    return { session: opened, account: { id: user.id, access_generation: 0 } }
  })
  return { session, deviceMark: markDevice(context.keys, account, context.clock.now()) }
}

async function insertFirstUser(
  trx: Transaction<Database>,
  context: Context,
  { companyName, ownerName, email, username }: Omit<SetUp, 'token' | 'password'>,
  passwordHash: string,
) {
  const { profile } = await getProfile(trx)
  await storeProfile(trx, context, { ...profile, companyName, ownerName, email })
  const names = splitName(ownerName)
  const customerId = await insertCustomer(trx, context, { kind: 'business', company: companyName, email, ...names })
  return insertUser(trx, context, {
    username,
    email,
    ...names,
    role: 'admin',
    customerId,
    isActive: true,
    passwordHash,
  })
}

/** The last word is the family name. */
function splitName(name: string): { firstName: string; lastName: string } {
  const words = name.split(/\s+/u)
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' }
}
