/** `portal energy mqtt-users`: who may log in at the operator's mosquitto, and where they may write and read. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashForBroker } from '#server/auth/tokens.ts'
import type { Context } from '#server/context.ts'
import { listBrokerUsers } from '#server/features/energy/energy-site.queries.ts'

/** Returns the number of sites with a token. The `MQTT_URL` user, which is the portal, reads and writes for all. */
export async function writeMosquittoFiles(
  { db, config }: Pick<Context, 'db' | 'config'>,
  folder: string,
): Promise<number> {
  const sites = await listBrokerUsers(db)
  const portal = config.mqttUrl === null ? null : new URL(config.mqttUrl)
  const users = sites.map(({ key, broker_hash }) => `${key}:${broker_hash}`)
  const rights = ['# Of everybody below their own name.', 'pattern readwrite pm/%u/#']
  if (portal !== null && portal.username !== '') {
    const name = decodeURIComponent(portal.username)
    users.unshift(`${name}:${hashForBroker(decodeURIComponent(portal.password))}`)
    rights.unshift(`user ${name}`, 'topic readwrite pm/#', '')
  }
  mkdirSync(folder, { recursive: true })
  write(join(folder, 'users'), users)
  write(join(folder, 'acl'), rights)
  return sites.length
}

/** In one step: mosquitto never reads half a file. */
function write(path: string, lines: readonly string[]): void {
  writeFileSync(`${path}.new`, `${lines.join('\n')}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}
