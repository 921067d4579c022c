/**
 * Passkeys: challenges to browsers, and verification of their answers by a library (W3C Web Authentication, level 3).
 * The site comes from the configuration, never from a request; the device must verify its owner each time.
 */
import type { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { Transaction } from 'kysely'
import type { Body } from '#contract/endpoint.ts'
import { passkeyChallengeMinutes } from '#contract/limits.ts'
import type { passkeys } from '#contract/passkeys.ts'
import { AppError } from '#server/app-error.ts'
import { instantText, minuteMs, plusMs } from '#server/clock.ts'
import type { Connection, Context, Runtime } from '#server/context.ts'
import { newId } from '#server/database/ids.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { noteState } from './second-factor-store.ts'
import { hashToken } from './tokens.ts'

type Trx = Transaction<Database>
type Registered = Body<typeof passkeys.add>['credential']
type Proven = Body<typeof passkeys.logIn>['credential']
type Purpose = 'registration' | 'login'

/** The site passkeys are bound to (5.1.3, "RP ID"). */
export type Site = { readonly origin: string; readonly id: string }

/** The site at the portal's configured address, as `https://portal.example.org`. */
export function siteAt(address: string): Site {
  const { origin, hostname } = new URL(address)
  return { origin, id: hostname }
}

/** The verified data of a new passkey. */
export type NewPasskey = {
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
  readonly transports: readonly string[]
}

const timeout = passkeyChallengeMinutes * minuteMs

/** Loaded with the first passkey: its certificates are an eighth of the modules loaded at startup. */
const ceremonies = () => import('@simplewebauthn/server')

/** Options for a browser to create a passkey that this user does not have yet. */
export async function askForRegistration(
  context: Context,
  site: Site,
  user: { id: string; username: string; name: string },
  rpName: string,
) {
  const known = await listPasskeys(context.db, user.id)
  const { generateRegistrationOptions } = await ceremonies()
  const options = await generateRegistrationOptions({
    rpName,
    rpID: site.id,
    userID: new TextEncoder().encode(user.id),
    userName: user.username,
    userDisplayName: user.name,
    timeout,
    attestationType: 'none',
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await keepChallenge(context, options.challenge, 'registration', user.id)
  return options
}

/** Options for a browser to prove a passkey: one of this user's, or any. */
export async function askForProof(context: Context, site: Site, userId: string | undefined) {
  const known = userId === undefined ? [] : await listPasskeys(context.db, userId)
  const { generateAuthenticationOptions } = await ceremonies()
  const options = await generateAuthenticationOptions({
    rpID: site.id,
    timeout,
    allowCredentials: known.map(descriptorOf),
    userVerification: 'required',
  })
  await keepChallenge(context, options.challenge, 'login', null)
  return options
}

/** Verifies a new passkey, and uses up the challenge. 409 `passkey.refused`. */
export async function checkRegistration(
  context: Context,
  site: Site,
  userId: string,
  credential: Registered,
): Promise<NewPasskey> {
  const challenge = await takeChallenge(context, credential, 'registration', userId)
  const library = await ceremonies()
  const { registrationInfo } = await refusedOnFault(() =>
    library.verifyRegistrationResponse({
      // The contract has checked its shape; the library's type only narrows strings of browsers to literals.
      response: { ...credential, clientExtensionResults: {} } as Parameters<
        typeof verifyRegistrationResponse
      >[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
    }),
  )
  if (registrationInfo === undefined) throw new AppError('passkey.refused')
  const { id, publicKey, counter } = registrationInfo.credential
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: credential.response.transports ?? [],
  }
}

/**
 * Verifies a browser's proof, and uses up the challenge. Returns the owner of the passkey; the caller logs in. 409
 * `passkey.refused`, also when the counter shows that the passkey was copied.
 */
export async function checkProof(
  context: Context,
  site: Site,
  credential: Proven,
): Promise<{ userId: string; passkeyId: string }> {
  const challenge = await takeChallenge(context, credential, 'login', null)
  const passkey = await context.db
    .selectFrom('passkey')
    .selectAll()
    .where('credential_id', '=', credential.id)
    .executeTakeFirst()
  if (passkey === undefined) throw new AppError('passkey.refused')
  const { userHandle } = credential.response
  if (userHandle && Buffer.from(userHandle, 'base64url').toString('utf8') !== passkey.user_id) {
    throw new AppError('passkey.refused')
  }
  const library = await ceremonies()
  const { verified, authenticationInfo } = await refusedOnFault(() =>
    library.verifyAuthenticationResponse({
      // As above.
      response: { ...credential, clientExtensionResults: {} } as Parameters<
        typeof verifyAuthenticationResponse
      >[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
        counter: passkey.counter,
      },
    }),
  )
  if (!verified) throw new AppError('passkey.refused')
  // Compare-and-set: of two proofs with the same counter one counts. Passkeys synced between devices stay at zero.
  const moved = await context.db
    .updateTable('passkey')
    .set({ counter: authenticationInfo.newCounter, last_used_at: instantText(context.clock.now()) })
    .where('id', '=', passkey.id)
    .where('counter', '=', passkey.counter)
    .returning('user_id')
    .executeTakeFirst()
  if (moved === undefined) throw new AppError('passkey.refused')
  return { userId: moved.user_id, passkeyId: passkey.id }
}

/** Whether a passkey still exists: it may have been removed since its proof was verified. */
export async function hasPasskey(trx: Trx, id: string): Promise<boolean> {
  return (await trx.selectFrom('passkey').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** The passkeys of a user, oldest first. */
export async function listPasskeys(connection: Connection, userId: string) {
  return connection
    .selectFrom('passkey')
    .select(['id', 'name', 'created_at', 'last_used_at', 'credential_id', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

/** 409 `passkey.refused` when the passkey is already registered, for any user. */
export async function insertPasskey(
  trx: Trx,
  { clock }: Pick<Runtime, 'clock'>,
  userId: string,
  name: string,
  passkey: NewPasskey,
): Promise<void> {
  const stored = await trx
    .insertInto('passkey')
    .values({
      id: newId(),
      user_id: userId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: passkey.transports.join(' '),
      name,
      created_at: instantText(clock.now()),
      last_used_at: null,
    })
    .onConflict(conflict => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (stored === undefined) throw new AppError('passkey.refused')
  await noteState(trx, userId)
}

/** 404 `not_found` for passkeys of others. */
export async function removePasskey(trx: Trx, userId: string, id: string): Promise<void> {
  const removed = await trx
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  if (removed === undefined) throw new AppError('not_found')
  await noteState(trx, userId)
}

export async function removeExpiredChallenges(connection: Connection, now: Date): Promise<void> {
  await connection.deleteFrom('passkey_challenge').where('expires_at', '<=', instantText(now)).execute()
}

function descriptorOf({ credential_id, transports }: { credential_id: string; transports: string }) {
  const known = transports.split(' ').filter(word => word !== '')
  // Strings from a browser, returned to it unchanged.
  return { id: credential_id, transports: known as never[] }
}

async function keepChallenge(context: Context, challenge: string, purpose: Purpose, userId: string | null) {
  await inTransaction(context, trx =>
    trx
      .insertInto('passkey_challenge')
      .values({
        challenge_hash: hashToken(challenge),
        purpose,
        user_id: userId,
        expires_at: instantText(plusMs(context.clock.now(), timeout)),
      })
      .execute(),
  )
}

/** Takes the challenge of an answer, valid or not: it is used once. */
async function takeChallenge(
  { db, clock }: Context,
  credential: { response: { clientDataJSON: string } },
  purpose: Purpose,
  userId: string | null,
): Promise<string> {
  const challenge = challengeIn(credential.response.clientDataJSON)
  const taken = await db
    .deleteFrom('passkey_challenge')
    .where('challenge_hash', '=', hashToken(challenge))
    .where('purpose', '=', purpose)
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where('expires_at', '>', instantText(clock.now()))
    .returning('challenge_hash')
    .executeTakeFirst()
  if (taken === undefined) throw new AppError('passkey.refused')
  return challenge
}

function challengeIn(clientData: string): string {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8'))
    if (
      typeof parsed === 'object' &&
      parsed !== null &&
      'challenge' in parsed &&
      typeof parsed.challenge === 'string'
    ) {
      return parsed.challenge
    }
  } catch {
    // Refused below: it parses but holds no challenge.
  }
  throw new AppError('passkey.refused')
}

/** The library throws for invalid input. */
async function refusedOnFault<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (error) {
    throw new AppError('passkey.refused', { cause: error })
  }
}
