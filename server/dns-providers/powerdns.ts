/** PowerDNS Authoritative Server, HTTP API (https://doc.powerdns.com/authoritative/http-api/). */
import * as z from 'zod/mini'
import { type Api, createApi } from './api-call.ts'
import { fullName, type Network, type Provider, type ProviderAccount } from './provider.ts'
import { ProviderError } from './provider-error.ts'
import { readAnswer } from './read-answer.ts'
import { canonicalAddress } from './record-value.ts'

const zone = z.object({ kind: z.string(), name: z.string() })
const zoneWithRecords = z.object({
  rrsets: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      ttl: z.int(),
      records: z.array(z.object({ content: z.string(), disabled: z.boolean() })),
    }),
  ),
})

/** All names of a domain in one PATCH, which is one transaction. The last writer wins. */
export const powerdns: Provider = {
  capabilities: {
    isAtomic: true,
    canRead: true,
    comparesAndSets: false,
    checkProvesWrite: true,
    statesNameServers: false,
    canRemove: true,
    ttlMin: 1,
    writesBothFamilies: false,
  },

  check: async (account, network) => {
    const { json } = await open(account, network)({ path: `${pathOf(account)}?rrsets=false` })
    const { kind, name } = readAnswer(zone, json)
    if (name.toLowerCase() !== `${account.domain}.`) throw new ProviderError('answer')
    // The records of a copy come from its primary.
    if (['Slave', 'Secondary', 'Consumer'].includes(kind)) throw new ProviderError('zone', { detail: kind })
    return { ttlMin: null }
  },

  read: (account, names, network) => {
    const api = open(account, network)
    return Promise.all(
      names.map(async ({ name, type }) => {
        const whole = `${fullName(account.domain, name)}.`
        const query = new URLSearchParams({ rrset_name: whole, rrset_type: type })
        const { rrsets } = readAnswer(zoneWithRecords, (await api({ path: `${pathOf(account)}?${query}` })).json)
        // Older servers do not know the filter.
        const set = rrsets.find(each => each.name.toLowerCase() === whole && each.type === type)
        const values = (set?.records ?? []).filter(({ disabled }) => !disabled)
        return {
          name,
          type,
          ttl: set?.ttl ?? null,
          values: values.map(({ content }) => canonicalAddress(type, content)),
          isProxied: false,
        }
      }),
    )
  },

  write: async (account, changes, network) => {
    const api = open(account, network)
    const { status } = await api({
      method: 'PATCH',
      path: pathOf(account),
      body: {
        rrsets: changes.map(({ name, type, value, ttl }) => ({
          name: `${fullName(account.domain, name)}.`,
          type,
          ...(value === null
            ? { changetype: 'DELETE' }
            : { changetype: 'REPLACE', ttl, records: [{ content: value, disabled: false }] }),
        })),
      },
    })
    if (status !== 204) throw new ProviderError('answer')
  },
}

function open({ key, options }: ProviderAccount, network: Network): Api {
  const base = (options.server ?? '').replace(/\/+$/, '')
  return createApi({ base, keyHeaders: { 'x-api-key': key }, secrets: [key] }, network)
}

function pathOf({ domain }: ProviderAccount): string {
  return `/api/v1/servers/localhost/zones/${encodeURIComponent(domain)}.`
}
