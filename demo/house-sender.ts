/** Sends the readings of the demo's houses as their devices would. */
import { setTimeout as delay } from 'node:timers/promises'
import type { SentReading } from '#contract/energy-readings.ts'
import { hashToken, newToken } from '#server/auth/tokens.ts'
import type { Runtime } from '#server/context.ts'
import { mqttAccess } from '#server/features/energy/energy-site.rules.ts'
import { type BrokerLink, startBrokerLink } from '#server/outgoing/broker-client.ts'
import { obey } from './house-device.ts'

type SendingSite = { readonly id: string; readonly key: string }

/** Tokens last as long as their process; a new key made by somebody ends the sending. */
const tokens = new Map<string, Promise<string>>()
const links = new Map<string, BrokerLink>()
const connectMs = 3_000
const pushMs = 10_000

/** Throws when the portal does not take them; the next run sends them again. */
export async function sendReadings(
  runtime: Runtime,
  site: SendingSite,
  readings: readonly SentReading[],
): Promise<void> {
  const { mqttPort, mqttUrl } = runtime.config
  const token = await tokenOf(runtime, site)
  const payload = JSON.stringify({ readings })
  if (mqttPort !== null || mqttUrl !== null) {
    const link = await linkOf(runtime, site, token)
    if (link.send({ topic: `pm/${site.key}/readings`, payload: Buffer.from(payload) })) return
  }
  await push(runtime, token, payload)
}

/** The token of a site, made at its first use. */
export function tokenOf({ db }: Pick<Runtime, 'db'>, { id }: Pick<SendingSite, 'id'>): Promise<string> {
  const known = tokens.get(id)
  if (known !== undefined) return known
  const token = newToken()
  const made = db
    .updateTable('energy_site')
    .set({ token_hash: hashToken(token) })
    .where('id', '=', id)
    .execute()
    .then(() => token)
  tokens.set(id, made)
  return made
}

/** Whether the portal still accepts this process's token. */
export async function hasAccess({ db }: Pick<Runtime, 'db'>, { id }: Pick<SendingSite, 'id'>): Promise<boolean> {
  const token = await tokens.get(id)
  if (token === undefined) return true
  const stored = await db.selectFrom('energy_site').select('token_hash').where('id', '=', id).executeTakeFirst()
  return stored?.token_hash === hashToken(token)
}

/** Our own broker knows the site; the operator's takes the portal's own login. */
async function linkOf({ config, log }: Runtime, { key }: SendingSite, token: string): Promise<BrokerLink> {
  const known = links.get(key)
  if (known !== undefined) return known
  const scheme = config.mqttCertFile === null ? 'mqtt' : 'mqtts'
  const own = mqttAccess(config, key, token)
  const link = startBrokerLink({
    url: config.mqttUrl ?? `${scheme}://${key}:${token}@${own?.host}:${own?.port}`,
    clientId: `${key}-house`,
    subscriptions: [{ topic: `pm/${key}/+/set`, qos: 0 }],
    log,
    take: async ({ topic, payload }) => {
      const said = obey(topic, payload)
      if (said !== undefined) link.send(said)
      return { refusal: null }
    },
  })
  links.set(key, link)
  for (let waited = 0; waited < connectMs && !link.isConnected(); waited += 50) await delay(50)
  return link
}

async function push({ config }: Runtime, token: string, body: string): Promise<void> {
  const host = ['0.0.0.0', '::'].includes(config.host) ? '127.0.0.1' : config.host
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${config.port}/api/energy/${token}/readings/`
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(pushMs),
  })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`The push address of the demo's house answered ${answer.status}.`)
}
