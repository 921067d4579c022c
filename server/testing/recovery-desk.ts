/** The start of tests of account recovery: a portal with Kim's account, an admin and their mailboxes. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { accountSteps } from './account-steps.ts'
import { site } from './attacker.ts'
import type { engines } from './engines.ts'
import { type Mailboxes, openMailboxes } from './mailboxes.ts'
import { type OwnSettings, openOwnSettings } from './own-settings.ts'
import { type LoggedInClient, openTestApp, type TestApp } from './test-app.ts'

export type RecoveryDesk = {
  portal: TestApp
  /** New for each test, as are those below. */
  own: OwnSettings
  mailboxes: Mailboxes
  admin: LoggedInClient
}

/** Call it in `describe`: the hooks fill the desk, so its parts exist within tests only. */
export function openRecoveryDesk(engine: (typeof engines)[number]) {
  // Filled by the hooks before any test reads it.
  const desk = {} as RecoveryDesk
  beforeAll(async () => {
    desk.portal = await openTestApp(engine, { env: { PUBLIC_URL: site.origin } })
  })
  afterAll(() => desk.portal.close())
  beforeEach(async () => {
    desk.mailboxes = openMailboxes(desk.portal.runtime)
    desk.own = await openOwnSettings(desk.portal)
    desk.admin = await desk.portal.client('admin')
  })
  return { desk, ...accountSteps(() => desk) }
}
