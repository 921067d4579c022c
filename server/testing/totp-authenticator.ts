/** A user's second factor for tests: set up through the API, with the codes the user's app would show. */
import { codeOfStep, stepOf } from '#server/auth/totp.ts'
import type { LoggedInClient, TestApp } from './test-app.ts'

export type Authenticator = {
  readonly secret: string
  readonly recoveryCodes: readonly string[]
  /** The code the app shows now; with an offset the one of some half minutes later. */
  code(offset?: number): string
}

/** Sets codes up and moves the clock on, by default a minute, so that the next code is a fresh one. */
export async function setUpTotp(portal: TestApp, client: LoggedInClient, passMs = 60_000): Promise<Authenticator> {
  const { secret } = (await client.post('/api/auth/second-factor/totp/')).json()
  const code = (offset = 0) => codeOfStep(secret, stepOf(portal.clock.now()) + offset)
  const answer = await client.post('/api/auth/second-factor/totp/confirmation/', { code: code() })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  portal.clock.advance(passMs)
  return { secret, recoveryCodes: answer.json().recoveryCodes, code }
}
