/** Every endpoint of the contract, called by permitted callers: for rules that hold for each. */
import { allEndpoints } from '#contract/api.ts'
import { type Endpoint, isWrite, provesItself } from '#contract/endpoint.ts'
import { hashToken } from '#server/auth/tokens.ts'
import { hourMs, instantText, plusMs } from '#server/clock.ts'
import { buildUser } from './build.ts'
import { buildSite } from './build-energy.ts'
import { sampleFiles } from './multipart-form.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

export const endpoints = allEndpoints()
export const writes = endpoints.filter(({ endpoint }) => isWrite(endpoint))
// Their permission is in their path, and no session extends it: other programs call them.
export const sessionWrites = writes.filter(({ endpoint }) => !provesItself(endpoint))

const nobodysId = '01970000-0000-7000-8000-000000000000'

export type Role =
  | 'visitor'
  | 'customer'
  | 'admin'
  | 'admin looking as a customer'
  | 'disabled user'
  | 'expired session'

export const roles: readonly Role[] = [
  'visitor',
  'customer',
  'admin',
  'admin looking as a customer',
  'disabled user',
  'expired session',
]

export async function browserOf(portal: TestApp, role: Role): Promise<TestClient> {
  const { runtime } = portal
  switch (role) {
    case 'visitor':
      return portal.visitor()
    case 'customer':
    case 'admin':
      return portal.client(role)
    case 'disabled user':
      return portal.loginAs(await buildUser(runtime, { role: 'admin', isActive: false }))
    case 'admin looking as a customer': {
      const admin = await portal.client('admin')
      await runtime.db
        .updateTable('session')
        .set({
          as_customer_id: (await buildUser(runtime)).customerId,
          as_user_until: instantText(plusMs(runtime.clock.now(), hourMs)),
        })
        .where('user_id', '=', admin.user.id)
        .execute()
      return admin
    }
    case 'expired session': {
      const admin = await portal.client('admin')
      await runtime.db
        .updateTable('session')
        .set({ idle_until: instantText(runtime.clock.now()) })
        .where('user_id', '=', admin.user.id)
        .execute()
      return admin
    }
  }
}

export function urlOf({ path }: Endpoint): string {
  return path.replace(/\{\w+\}/g, nobodysId)
}

/** Makes the id in these addresses a valid token of a site: without one, a push is refused before its body is read. */
export async function admitPushes({ runtime }: TestApp): Promise<void> {
  await buildSite(runtime, { key: 'nobody', token_hash: hashToken(nobodysId) })
}

export function send(browser: TestClient, endpoint: Endpoint, body: unknown = {}) {
  if (endpoint.upload) return browser.upload(urlOf(endpoint), 'Foto.png', sampleFiles.png)
  return browser.send(endpoint.method, urlOf(endpoint), isWrite(endpoint) ? { body } : {})
}
