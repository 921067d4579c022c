/** Cloudflare (https://developers.cloudflare.com/api/resources/dns/). The token needs Zone Read and DNS Edit. */
import * as z from 'zod/mini'
import { type Api, createApi } from './api-call.ts'
import {
  fullName,
  type Network,
  type Provider,
  type ProviderAccount,
  type RecordChange,
  type RecordName,
} from './provider.ts'
import { ProviderError } from './provider-error.ts'
import { readAnswer } from './read-answer.ts'
import { canonicalAddress } from './record-value.ts'

const zones = z.object({
  success: z.literal(true),
  result: z.array(
    z.object({
      id: z.string().check(z.regex(/^[0-9a-z]+$/i)),
      name: z.string(),
      name_servers: z.optional(z.array(z.string())),
    }),
  ),
})
const record = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  content: z.string(),
  ttl: z.int(),
  proxied: z.optional(z.boolean()),
})
const records = z.object({ success: z.literal(true), result: z.array(record) })
const done = z.object({ success: z.literal(true) })

type Record = z.infer<typeof record>

/** All names of a domain in one batch, which is one transaction. Proxied records stay proxied. */
export function createCloudflare(base = 'https://api.cloudflare.com/client/v4'): Provider {
  const open = ({ key }: ProviderAccount, network: Network) =>
    createApi({ base, keyHeaders: { authorization: `Bearer ${key}` }, secrets: [key] }, network)

  return {
    capabilities: {
      isAtomic: true,
      canRead: true,
      comparesAndSets: false,
      checkProvesWrite: false,
      statesNameServers: true,
      canRemove: true,
      ttlMin: 60,
      writesBothFamilies: false,
    },

    check: async (account, network) => {
      const { name_servers: nameServers } = await zoneOf(open(account, network), account)
      return { ttlMin: null, ...(nameServers && { nameServers }) }
    },

    read: async (account, names, network) => {
      const api = open(account, network)
      const { id: zone } = await zoneOf(api, account)
      return Promise.all(
        names.map(async ({ name, type }) => {
          const found = await recordsOf(api, zone, account, { name, type })
          return {
            name,
            type,
            ttl: found[0]?.ttl ?? null,
            values: found.map(({ content }) => canonicalAddress(type, content)),
            isProxied: found.some(({ proxied }) => proxied === true),
          }
        }),
      )
    },

    write: async (account, changes, network) => {
      const api = open(account, network)
      const { id: zone } = await zoneOf(api, account)
      const found = await Promise.all(changes.map(change => recordsOf(api, zone, account, change)))
      const batch = changes.map((change, index) => partsOf(account, change, found[index] ?? []))
      const body = {
        deletes: batch.flatMap(({ deletes }) => deletes),
        patches: batch.flatMap(({ patches }) => patches),
        posts: batch.flatMap(({ posts }) => posts),
      }
      if (Object.values(body).every(part => part.length === 0)) return
      const { json } = await api({ method: 'POST', path: `/zones/${zone}/dns_records/batch`, body })
      readAnswer(done, json)
    },
  }
}

async function zoneOf(api: Api, { domain }: ProviderAccount) {
  // An invalid token is 400 here.
  const { json } = await api({ path: `/zones?${new URLSearchParams({ name: domain })}`, means: { 400: 'key' } })
  const zone = readAnswer(zones, json).result.find(({ name }) => name === domain)
  if (zone === undefined) throw new ProviderError('zone')
  return zone
}

async function recordsOf(
  api: Api,
  zone: string,
  { domain }: ProviderAccount,
  { name, type }: RecordName,
): Promise<readonly Record[]> {
  const whole = fullName(domain, name)
  const query = new URLSearchParams({ name: whole, type })
  const { json } = await api({ path: `/zones/${zone}/dns_records?${query}` })
  return readAnswer(records, json).result.filter(each => each.name === whole && each.type === type)
}

/** The first record becomes the wanted one, the others go. */
function partsOf({ domain }: ProviderAccount, { name, type, value, ttl }: RecordChange, found: readonly Record[]) {
  if (value === null) return { deletes: found.map(({ id }) => ({ id })), patches: [], posts: [] }
  const [first, ...others] = found
  return {
    deletes: others.map(({ id }) => ({ id })),
    patches: first === undefined ? [] : [{ id: first.id, content: value, ttl }],
    posts: first === undefined ? [{ name: fullName(domain, name), type, content: value, ttl, proxied: false }] : [],
  }
}
