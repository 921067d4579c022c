/** IONOS hosting, DNS API (https://developer.hosting.ionos.de/docs/dns). Not IONOS Cloud. The key opens all zones. */
import * as z from 'zod/mini'
import { type Api, createApi } from './api-call.ts'
import { fullName, type Network, type Provider, type ProviderAccount, type RecordName } from './provider.ts'
import { ProviderError } from './provider-error.ts'
import { readAnswer } from './read-answer.ts'
import { canonicalAddress } from './record-value.ts'

const id = z.string().check(z.regex(/^[0-9a-z-]+$/i))
const zones = z.array(z.object({ id, name: z.string() }))
const zoneWithRecords = z.object({
  records: z.array(
    z.object({
      id,
      name: z.string(),
      type: z.string(),
      content: z.string(),
      ttl: z.int(),
      disabled: z.optional(z.boolean()),
    }),
  ),
})

/** All new values of a domain in one PATCH, which replaces each set; every removal is a call of its own. */
export function createIonos(base = 'https://api.hosting.ionos.com/dns/v1'): Provider {
  const open = ({ key }: ProviderAccount, network: Network) =>
    createApi({ base, keyHeaders: { 'x-api-key': key }, secrets: [key] }, network)

  return {
    capabilities: {
      isAtomic: false,
      canRead: true,
      comparesAndSets: false,
      checkProvesWrite: true,
      statesNameServers: false,
      canRemove: true,
      ttlMin: 60,
      writesBothFamilies: false,
    },

    check: async (account, network) => {
      await zoneOf(open(account, network), account)
      return { ttlMin: null }
    },

    read: async (account, names, network) => {
      const api = open(account, network)
      const zone = await zoneOf(api, account)
      return Promise.all(
        names.map(async ({ name, type }) => {
          const found = await recordsOf(api, zone, account, { name, type })
          return {
            name,
            type,
            ttl: found[0]?.ttl ?? null,
            values: found.map(({ content }) => canonicalAddress(type, content)),
            isProxied: false,
          }
        }),
      )
    },

    write: async (account, changes, network) => {
      const api = open(account, network)
      const zone = await zoneOf(api, account)
      const body = changes.flatMap(({ name, type, value, ttl }) =>
        value === null
          ? []
          : [{ name: fullName(account.domain, name), type, content: value, ttl, prio: 0, disabled: false }],
      )
      if (body.length > 0) await api({ method: 'PATCH', path: `/zones/${zone}`, body })
      for (const change of changes.filter(({ value }) => value === null)) {
        for (const record of await recordsOf(api, zone, account, change)) {
          await api({ method: 'DELETE', path: `/zones/${zone}/records/${record.id}`, accepts: [404] })
        }
      }
    },
  }
}

async function zoneOf(api: Api, { domain }: ProviderAccount): Promise<string> {
  const { json } = await api({ path: '/zones' })
  const zone = readAnswer(zones, json).find(({ name }) => name === domain)
  if (zone === undefined) throw new ProviderError('zone')
  return zone.id
}

async function recordsOf(api: Api, zone: string, { domain }: ProviderAccount, { name, type }: RecordName) {
  const whole = fullName(domain, name)
  const query = new URLSearchParams({ recordName: whole, recordType: type })
  const { records } = readAnswer(zoneWithRecords, (await api({ path: `/zones/${zone}?${query}` })).json)
  return records.filter(each => each.name === whole && each.type === type && each.disabled !== true)
}
