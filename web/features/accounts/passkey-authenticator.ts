/** Asks the browser for passkeys. The library comes with the first question. */
import { passkeys } from '#contract/passkeys.ts'
import { call } from '#web/lib/api/api-client.ts'
import { passkeyTexts } from '#web/texts/passkeys.texts.ts'

/** Nobody showed a passkey, or the browser has no way to: a sentence for the user. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError'
}

export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === 'function'
}

/** Has the browser make a passkey and keeps it under a name; answers recovery codes with the first factor of all. */
export async function makePasskey(name: string): Promise<readonly string[]> {
  const optionsJSON = await call(passkeys.startRegistration)
  const { startRegistration } = await import('@simplewebauthn/browser')
  // What the server's library made for this one; the contract keeps the browser's words as plain text.
  const options = { optionsJSON } as unknown as Parameters<typeof startRegistration>[0]
  const credential = await asked(() => startRegistration(options), passkeyTexts.notCreated)
  const { recoveryCodes } = await call(passkeys.add, { body: { name, credential } })
  return recoveryCodes
}

/** Logs in with a passkey of this browser, or ends the login that waits in it. */
export async function logInWithPasskey(): Promise<void> {
  const optionsJSON = await call(passkeys.startLogin)
  const { startAuthentication } = await import('@simplewebauthn/browser')
  // As above.
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
