/** No secret gets into the log, for any call and any outcome, at the most verbose level. */
import { expect, test } from 'vitest'
import { allEndpoints } from '#contract/api.ts'
import { isWrite } from '#contract/endpoint.ts'
import { testPassword } from '#server/testing/build.ts'
import { engines } from '#server/testing/engines.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

/** One for each kind of secret input; none of them is a word of the program. */
const seeded = {
  password: 'Hagebutten-Kessel-71',
  newPassword: 'Lavendel-Trichter-82',
  currentPassword: 'Wacholder-Eimer-93',
  code: 'KQ7XW-3M9PT-R2VHN-8ZLBD-4CJFS',
  recoveryCode: 'KQ7XW-3M9PT-R2VHN-8ZLBD-4CJFS',
  token: 'tokenAbcDefGhiJklMnoPqrStuVwxYz0123456789xyz',
  secret: 'NB2W45DFOIZAKQ7XW3M9PTR2VHNZLBDC',
  text: 'Mein Schlüssel liegt unter der dritten Gießkanne.',
  description: 'Der Tresor steht hinter dem Bild mit dem Leuchtturm.',
  answer: 'Die Alarmanlage ist dienstags ausgeschaltet, bitte leise.',
  note: 'Zahlt erst, wenn der Steuerberater es nicht mehr sieht.',
  username: 'Verschriebene-Parole-64',
} as const

/** Answer fields with these names are secret, too. */
const secretFields = /"(password|secret|token|url|recoveryCodes|codes)":("[^"]+"|\[[^\]]*\])/g

test.each(engines)('no call of any endpoint leaves a secret in the log on %s', { timeout: 240_000 }, async engine => {
  const lines: string[] = []
  const portal = await openTestApp(engine, { onLog: line => lines.push(line) })
  const secrets = new Set<string>([testPassword, ...Object.values(seeded)])
  for (const browser of [portal.visitor(), await portal.client('customer'), await portal.client('admin')]) {
    await callEverything(browser, secrets)
  }
  await failOnPurpose(portal, secrets)
  await portal.close()

  const log = lines.join('')
  expect(lines.length).toBeGreaterThan(3 * allEndpoints().length)
  expect(log).toContain('"err"')
  expect(
    [...secrets].filter(secret => log.includes(secret) || log.includes(JSON.stringify(secret).slice(1, -1))),
  ).toEqual([])
})

/** Each call with every seeded secret in its body, its query, its path and its headers. */
async function callEverything(browser: TestClient, secrets: Set<string>): Promise<void> {
  for (const { endpoint } of allEndpoints()) {
    const path = endpoint.path.replace(/\{\w+\}/g, seeded.token)
    const bodies = isWrite(endpoint) && !endpoint.upload ? [seeded, onlyDeclared(endpoint.body)] : [undefined]
    for (const body of bodies) {
      const answer = await browser.send(endpoint.method, `${path}?search=${encodeURIComponent(seeded.text)}`, {
        ...(body && { body }),
        headers: { authorization: `Bearer ${seeded.token}`, 'idempotency-key': seeded.secret },
      })
      noteSecrets(browser, answer.body, secrets)
      const plain = await browser.send(endpoint.method, path, body ? { body } : {})
      noteSecrets(browser, plain.body, secrets)
    }
  }
}

/** The same without the fields unknown to the endpoint, which it would refuse before it reads the others. */
function onlyDeclared(schema: unknown): object {
  const shape = (schema as { def?: { shape?: object } } | undefined)?.def?.shape ?? {}
  return Object.fromEntries(Object.entries(seeded).filter(([name]) => name in shape))
}

function noteSecrets(browser: TestClient, body: string, secrets: Set<string>): void {
  for (const [, name = '', value = ''] of body.matchAll(secretFields)) {
    for (const [, text = ''] of value.matchAll(/"([^"]+)"/g)) if (name !== 'url' && text.length >= 8) secrets.add(text)
  }
  for (const value of browser.cookies.values()) if (value.length >= 8) secrets.add(decodeURIComponent(value))
}

/** A fault logs the error with its details: for a refusing database, the statement but never its values. */
async function failOnPurpose(portal: TestApp, secrets: Set<string>): Promise<void> {
  const admin = await portal.client('admin')
  const customer = await portal.client('customer')
  await portal.runtime.db.schema.alterTable('message').renameTo('message_away').execute()
  await portal.runtime.db.schema.alterTable('request').renameTo('request_away').execute()
  const broken = [
    await admin.post('/api/backend/messageForm/', { email: 'kim@example.org', text: seeded.text }),
    await customer.post('/api/backend/requests/', { title: 'Anfrage', description: seeded.description }),
  ]
  expect(broken.map(({ statusCode }) => statusCode)).toEqual([500, 500])
  for (const browser of [admin, customer]) noteSecrets(browser, '', secrets)
}
