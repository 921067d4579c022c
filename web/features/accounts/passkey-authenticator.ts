/** Asks the browser for passkeys. Loads the library on first use. */
import { passkeys } from '#contract/passkeys.ts'
import { call } from '#web/lib/api/api-client.ts'
import { passkeyTexts } from '#web/texts/passkeys.texts.ts'

/** The user presented no passkey, or the browser does not support them: a sentence for the user. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError'
}

export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === 'function'
}

/** Creates a passkey in the browser and stores it under a name. Returns recovery codes with the account's first factor. */
export async function makePasskey(name: string): Promise<readonly string[]> {
  const optionsJSON = await call(passkeys.startRegistration)
  const { startRegistration } = await import('@simplewebauthn/browser')
  // The server's library made these options for this one; the contract types them as plain text.
  const options = { optionsJSON } as unknown as Parameters<typeof startRegistration>[0]
  const credential = await asked(() => startRegistration(options), passkeyTexts.notCreated)
  const { recoveryCodes } = await call(passkeys.add, { body: { name, credential } })
  return recoveryCodes
}

/** Logs in with a passkey of this browser, or completes a login that waits for a second factor. */
export async function logInWithPasskey(): Promise<void> {
  const optionsJSON = await call(passkeys.startLogin)
  const { startAuthentication } = await import('@simplewebauthn/browser')
  // See above.
  const options = { optionsJSON } as unknown as Parameters<typeof startAuthentication>[0]
  const credential = await asked(() => startAuthentication(options), passkeyTexts.cancelled)
  await call(passkeys.logIn, { body: { credential } })
}

async function asked<T>(ask: () => Promise<T>, cancelled: string): Promise<T> {
  if (!canUsePasskeys()) throw new PasskeyError(passkeyTexts.notPossible)
  try {
    return await ask()
  } catch (error) {
    const isHere = error instanceof Error && error.name === 'InvalidStateError'
    throw new PasskeyError(isHere ? passkeyTexts.alreadyHere : cancelled, { cause: error })
  }
}
