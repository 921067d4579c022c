/** deSEC (https://desec.readthedocs.io/en/latest/dns/rrsets.html). */
import * as z from 'zod/mini'
import { createApi } from './api-call.ts'
import { fullName, type Network, type Provider, type ProviderAccount } from './provider.ts'
import { ProviderError } from './provider-error.ts'
import { readAnswer } from './read-answer.ts'
import { canonicalAddress } from './record-value.ts'

/** https://desec.readthedocs.io/en/latest/dns/domains.html */
const nameServers = ['ns1.desec.io', 'ns2.desec.org'] as const

const domain = z.object({ name: z.string(), minimum_ttl: z.int() })
const recordSets = z.array(z.object({ name: z.string(), type: z.string(), ttl: z.int(), records: z.array(z.string()) }))

/** All names of a domain in one PATCH, which is one transaction. */
export function createDesec(base = 'https://desec.io/api/v1'): Provider {
  const open = ({ key }: ProviderAccount, network: Network) =>
    createApi({ base, keyHeaders: { authorization: `Token ${key}` }, secrets: [key] }, network)
  const subname = (name: string) => (name === '@' ? '' : name)

  return {
    capabilities: {
      isAtomic: true,
      canRead: true,
      comparesAndSets: false,
      checkProvesWrite: false,
      statesNameServers: true,
      canRemove: true,
      ttlMin: 3_600,
      writesBothFamilies: false,
    },

    check: async (account, network) => {
      const { json } = await open(account, network)({ path: `/domains/${account.domain}/` })
      const { name, minimum_ttl: ttlMin } = readAnswer(domain, json)
      if (name !== account.domain) throw new ProviderError('answer')
      return { ttlMin, nameServers }
    },

    read: (account, names, network) => {
      const api = open(account, network)
      return Promise.all(
        names.map(async ({ name, type }) => {
          const query = new URLSearchParams({ subname: subname(name), type })
          const { json } = await api({ path: `/domains/${account.domain}/rrsets/?${query}` })
          const whole = `${fullName(account.domain, name)}.`
          const set = readAnswer(recordSets, json).find(each => each.name === whole && each.type === type)
          return {
            name,
            type,
            ttl: set?.ttl ?? null,
            values: (set?.records ?? []).map(value => canonicalAddress(type, value)),
            isProxied: false,
          }
        }),
      )
    },

    write: async (account, changes, network) => {
      const api = open(account, network)
      const { json } = await api({
        method: 'PATCH',
        path: `/domains/${account.domain}/rrsets/`,
        body: changes.map(({ name, type, value, ttl }) => ({
          subname: subname(name),
          type,
          ttl,
          records: value === null ? [] : [value],
        })),
      })
      // The sets as they are now; removed ones are left out.
      readAnswer(z.array(z.unknown()), json)
    },
  }
}
