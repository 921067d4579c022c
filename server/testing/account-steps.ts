/** Actions of Kim or a thief on an account and the links in its mails, for tests of account recovery. */
import { expect } from 'vitest'
import { sendPasswordResets } from '#server/features/accounts/password.commands.ts'
import { site } from './attacker.ts'
import { testPassword } from './build.ts'
import type { Mailboxes } from './mailboxes.ts'
import { type OwnSettings, url } from './own-settings.ts'
import { createPasskey, type SoftwarePasskey } from './passkey.ts'
import type { TestApp } from './test-app.ts'

export const newPassword = 'Zimtstern-Feder-3'

/** `parts` is called by each step, because each test opens its own. The portal is at the address of `site`. */
export function accountSteps(parts: () => { portal: TestApp; own: OwnSettings; mailboxes: Mailboxes }) {
  const visitor = () => parts().portal.visitor()
  const use = (token: string | undefined, more: object = {}) =>
    visitor().post(`${url}confirmation/`, { token, ...more })
  const newestLink = (address: string, page: string) => parts().mailboxes.of(address, page)[0]?.token
  const passwordLink = () => newestLink(parts().own.old, 'passwort-setzen')
  const ask = async (email: string, browser = parts().own.kim) => {
    const { own, mailboxes } = parts()
    expect((await own.patch({ email, currentPassword: testPassword }, browser)).statusCode).toBe(200)
    await mailboxes.deliver()
    return newestLink(email, 'bestaetigen')
  }
  return {
    use,
    read: (token: string | undefined) => visitor().post(`${url}confirmation-link/`, { token }),
    setPassword: (token: string | undefined, more: object = {}) =>
      visitor().post('/api/auth/password-set/', { token, password: newPassword, ...more }),
    /** Newest first. */
    stopLinks: (address = parts().own.old) =>
      parts()
        .mailboxes.of(address, 'bestaetigen')
        .map(({ token }) => token),
    passwordLink,
    /** Returns the link that confirms another address. */
    ask,
    change: async (email: string, browser = parts().own.kim) => {
      expect((await use(await ask(email, browser))).statusCode).toBe(204)
      await parts().mailboxes.deliver()
    },
    logIn: (browser = visitor(), password = testPassword) =>
      browser.post('/api/auth/login/', { username: parts().own.kim.user.username, password }),
    /** The ids of the passkeys. */
    factorsOf: async () => {
      const { portal, own } = parts()
      const passkeys = portal.runtime.db.selectFrom('passkey').select('id').where('user_id', '=', own.kim.user.id)
      return (await passkeys.execute()).map(({ id }) => id)
    },
    linksOf: (id: string) =>
      parts().portal.runtime.db.selectFrom('stop_link').selectAll().where('user_id', '=', id).execute(),
    /** In a session that has just entered its password. */
    addPasskey: async (browser = parts().own.kim): Promise<SoftwarePasskey> => {
      const { challenge } = (await browser.post('/api/auth/passkeys/registration/')).json()
      const passkey = createPasskey(site)
      const made = passkey.register(challenge) as object
      expect((await browser.post('/api/auth/passkeys/', { name: 'Fremd', ...made })).statusCode).toBe(201)
      await parts().mailboxes.deliver()
      return passkey
    },
    resetLink: async () => {
      const { portal, own, mailboxes } = parts()
      await portal.runtime.db.deleteFrom('job').execute()
      await portal.visitor().post('/api/auth/password-reset/', { email: own.old })
      await sendPasswordResets(portal.runtime, own.old)
      await mailboxes.deliver()
      return passwordLink()
    },
  }
}
