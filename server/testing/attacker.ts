/** An attacker with a stolen password, and all that can be done with it to keep the account. */

import { codeOfStep, stepOf } from '#server/auth/totp.ts'
import { type BuiltUser, buildUser, testPassword } from './build.ts'
import type { Mailboxes } from './mailboxes.ts'
import { createPasskey, type SoftwarePasskey } from './passkey.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

const settings = '/api/backend/user-settings/'
const users = '/api/jfk-django-core/user/'
const helperPassword = 'Zange-Brecheisen-4'
export const site = { origin: 'https://portal.example.org', id: 'portal.example.org' }

export type Attacker = ReturnType<typeof createAttacker>

/** `addresses` are mailboxes the attacker reads. Every step may fail; its gains are kept for later. */
export function createAttacker(portal: TestApp, user: BuiltUser, mailboxes: Mailboxes, addresses: readonly string[]) {
  const tools = createTools(portal, user, mailboxes, addresses)
  const { browsers, isIn, logInWithPasskeys, logInWithPasswords } = tools
  const steps = { ...loginSteps(tools), ...addressSteps(tools), ...passwordSteps(tools), ...factorSteps(tools) }
  const { helpers, ...adminSteps } = createAdminSteps(tools)
  return {
    steps,
    adminSteps,
    helpers: () => helpers.map(({ id }) => id),
    /** Tries everything available; returns whether any of it let the attacker in. */
    async triesEverything(runJobs: () => Promise<unknown>): Promise<boolean> {
      await adminSteps.abuseAdmin()
      await steps.followLinks()
      await steps.resetPassword(runJobs)
      for (const browser of browsers) if (await isIn(browser)) return true
      const browser = portal.visitor()
      await logInWithPasswords(browser)
      await logInWithPasskeys(browser)
      return isIn(browser)
    },
    /** Marks of the browsers the attacker has used. */
    marks: () => browsers.map(({ cookies }) => cookies.get('__Host-device') ?? cookies.get('device')),
  }
}

type Tools = ReturnType<typeof createTools>

/** The attacker's gains, and the ways to use them. */
function createTools(portal: TestApp, user: BuiltUser, mailboxes: Mailboxes, addresses: readonly string[]) {
  const browsers: TestClient[] = []
  const passwords = [testPassword]
  const passkeys: SoftwarePasskey[] = []
  const seeds: string[] = []
  const codes: string[] = []
  const code = (seed: string) => codeOfStep(seed, stepOf(portal.clock.now()))

  /** Throttles must not save the account. */
  const forgetTries = () => portal.runtime.db.deleteFrom('throttle').execute()
  const letters = (page: string) => addresses.flatMap(address => mailboxes.of(address, page))
  const isIn = async (browser: TestClient) => (await browser.get('/api/auth/session/')).json().user?.id === user.id
  const enter = async (browser: TestClient) => {
    if (await isIn(browser)) browsers.unshift(browser)
  }
  async function openBrowser(): Promise<TestClient | undefined> {
    for (const browser of browsers) if (await isIn(browser)) return browser
    return undefined
  }
  async function proveAgain(browser: TestClient): Promise<void> {
    for (const password of passwords.toReversed()) {
      if ((await browser.post('/api/auth/reauthentication/', { password })).statusCode === 204) return
    }
  }
  async function logInWithPasskeys(browser: TestClient): Promise<void> {
    for (const passkey of passkeys) {
      const { challenge } = (await browser.post('/api/auth/passkey-login/challenge/')).json()
      await browser.post('/api/auth/passkey-login/', passkey.prove(challenge))
    }
  }
  async function logInWithPasswords(browser: TestClient): Promise<void> {
    for (const password of passwords.toReversed()) {
      await forgetTries()
      await browser.post('/api/auth/login/', { username: user.username, password })
      for (const seed of seeds) await browser.post('/api/auth/second-factor/', { code: code(seed) })
      for (const recoveryCode of codes) await browser.post('/api/auth/second-factor/', { recoveryCode })
    }
  }
  async function ask(email: string): Promise<void> {
    const browser = await openBrowser()
    for (const currentPassword of passwords.toReversed()) {
      const answer = await browser?.patch(settings, { email, currentPassword })
      if (answer?.statusCode === 200) return
    }
  }
  const followAll = async (page: string, path: string, more: object = {}) => {
    for (const { token } of letters(page)) {
      await forgetTries()
      const answer = await portal.visitor().post(path, { token, ...more })
      if (answer.statusCode < 300) return true
    }
    return false
  }

  return {
    portal,
    user,
    mailboxes,
    addresses,
    browsers,
    passwords,
    passkeys,
    seeds,
    codes,
    code,
    letters,
    isIn,
    enter,
    openBrowser,
    proveAgain,
    logInWithPasskeys,
    logInWithPasswords,
    ask,
    followAll,
  }
}

function loginSteps(tools: Tools) {
  const { portal, browsers, enter, logInWithPasskeys, logInWithPasswords } = tools
  return {
    logIn: async () => {
      const browser = browsers[0] ?? portal.visitor()
      await logInWithPasswords(browser)
      await enter(browser)
    },
    useNewBrowser: async () => {
      const browser = portal.visitor()
      await logInWithPasswords(browser)
      await enter(browser)
    },
    usePasskey: async () => {
      const browser = portal.visitor()
      await logInWithPasskeys(browser)
      await enter(browser)
    },
  }
}

function addressSteps(tools: Tools) {
  const { addresses, openBrowser, ask, followAll } = tools
  return {
    askForAnAddress: () => ask(addresses[0] ?? ''),
    askForAnother: () => ask(addresses[1] ?? ''),
    /** Redirects invoices to the attacker; the link that confirms it is mailed. */
    changeContact: async () => {
      const browser = await openBrowser()
      await browser?.patch(settings, { contactEmail: addresses[2] })
      await browser?.post(`${settings}contact-confirmation/`)
    },
    /** The same address for both: the link of the account confirms the other, too (decision 0060). */
    changeBoth: async () => {
      const browser = await openBrowser()
      await browser?.patch(settings, { contactEmail: addresses[0] })
      await ask(addresses[0] ?? '')
    },
    withdraw: async () => {
      await (await openBrowser())?.delete(`${settings}email-change/`)
    },
    followLinks: () => followAll('bestaetigen', `${settings}confirmation/`),
  }
}

function passwordSteps(tools: Tools) {
  const { portal, addresses, passwords, openBrowser, followAll } = tools
  return {
    changePassword: async () => {
      const newPassword = `Dietrich-Feile-${passwords.length}`
      const browser = await openBrowser()
      for (const currentPassword of passwords.toReversed()) {
        const answer = await browser?.post('/api/auth/password/', { currentPassword, newPassword })
        if (answer?.statusCode !== 204) continue
        passwords.push(newPassword)
        return
      }
    },
    resetPassword: async (runJobs: () => Promise<unknown>) => {
      for (const email of addresses) await portal.visitor().post('/api/auth/password-reset/', { email })
      await runJobs()
      const password = `Dietrich-Feile-${passwords.length}`
      if (await followAll('passwort-setzen', '/api/auth/password-set/', { password })) passwords.push(password)
    },
  }
}

function factorSteps(tools: Tools) {
  const { passkeys, seeds, codes, code, openBrowser, proveAgain } = tools
  return {
    setUpCodes: async () => {
      const browser = await openBrowser()
      if (browser === undefined) return
      await proveAgain(browser)
      const { secret } = (await browser.post('/api/auth/second-factor/totp/')).json()
      if (secret === undefined) return
      const answer = await browser.post('/api/auth/second-factor/totp/confirmation/', { code: code(secret) })
      if (answer.statusCode !== 200) return
      seeds.push(secret)
      codes.push(...answer.json().recoveryCodes.slice(0, 2))
    },
    beginCodes: async () => {
      const browser = await openBrowser()
      if (browser === undefined) return
      await proveAgain(browser)
      const { secret } = (await browser.post('/api/auth/second-factor/totp/')).json()
      if (secret !== undefined) seeds.push(secret)
    },
    addPasskey: async () => {
      const browser = await openBrowser()
      if (browser === undefined) return
      await proveAgain(browser)
      const { challenge } = (await browser.post('/api/auth/passkeys/registration/')).json()
      if (challenge === undefined) return
      const passkey = createPasskey(site)
      const made = passkey.register(challenge) as object
      const answer = await browser.post('/api/auth/passkeys/', { name: 'Meiner', ...made })
      if (answer.statusCode !== 201) return
      passkeys.push(passkey)
      codes.push(...answer.json().recoveryCodes.slice(0, 2))
    },
    renewCodes: async () => {
      const browser = await openBrowser()
      if (browser === undefined) return
      await proveAgain(browser)
      const { recoveryCodes } = (await browser.post('/api/auth/second-factor/recovery-codes/')).json()
      codes.push(...(recoveryCodes ?? []).slice(0, 2))
    },
  }
}

function createAdminSteps(tools: Tools) {
  const { portal, user, mailboxes, addresses, openBrowser, proveAgain } = tools
  /** The admins created by the attacker, and the browsers they are logged in with. */
  const helpers: { readonly id: string; readonly username: string; browser: TestClient }[] = []

  /** Actions of an admin on another: any of them may be the one that is not refused. */
  const harms: ((browser: TestClient) => Promise<unknown>)[] = [
    browser => browser.patch(`${users}${user.id}/`, { email: addresses[0] }),
    browser => browser.patch(`${users}${user.id}/`, { role: 'customer' }),
    browser => browser.patch(`${users}${user.id}/`, { isActive: false }),
    browser => browser.delete(`${users}${user.id}/second-factor/`),
    browser => browser.delete(`${users}${user.id}/`),
  ]

  /** With the link mailed to the attacker's second address. */
  async function enterAs({ id, username }: { id: string; username: string }): Promise<void> {
    await mailboxes.deliver()
    const { token } = mailboxes.of(addresses[1] ?? '', 'passwort-setzen')[0] ?? {}
    await portal.visitor().post('/api/auth/password-set/', { token, password: helperPassword })
    const helper = { id, username, browser: portal.visitor() }
    await helper.browser.post('/api/auth/login/', { username, password: helperPassword })
    helpers.push(helper)
  }

  return {
    helpers,
    /** Takes over an admin that has been there before, from the account or from another one taken over. */
    readdressAdmin: async () => {
      const browser = helpers.at(-1)?.browser ?? (await openBrowser())
      if (browser === undefined) return
      await proveAgain(browser)
      await browser.post('/api/auth/reauthentication/', { password: helperPassword })
      const other = await buildUser(portal.runtime, { role: 'admin' })
      const answer = await browser.patch(`${users}${other.id}/`, { email: addresses[1] })
      if (answer.statusCode === 200) await enterAs(other)
    },
    /** By invitation, from the account or from an admin created before. */
    makeAdmin: async () => {
      const browser = helpers.at(-1)?.browser ?? (await openBrowser())
      if (browser === undefined) return
      await proveAgain(browser)
      const username = `helfer-${user.id.slice(-8)}-${helpers.length}`
      const body = { username, email: addresses[1], role: 'admin', invite: true }
      const made = await browser.post(users, body)
      if (made.statusCode !== 201) return
      await enterAs({ id: made.json().id, username })
    },
    abuseAdmin: async () => {
      for (const { browser } of helpers) {
        await browser.post('/api/auth/reauthentication/', { password: helperPassword })
        for (const harm of harms) await harm(browser)
      }
    },
  }
}
