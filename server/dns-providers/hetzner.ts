/** Hetzner Cloud, DNS (https://docs.hetzner.cloud/reference/cloud#dns). A token opens its whole project. */
import * as z from 'zod/mini'
import { type Api, type ApiAnswer, createApi } from './api-call.ts'
import type { Network, Provider, ProviderAccount, RecordChange, RecordName } from './provider.ts'
import { ProviderError, readableDetail } from './provider-error.ts'
import { readAnswer } from './read-answer.ts'
import { canonicalAddress } from './record-value.ts'

const zone = z.object({
  zone: z.object({
    name: z.string(),
    mode: z.string(),
    authoritative_nameservers: z.optional(z.object({ assigned: z.array(z.string()) })),
  }),
})
const recordSet = z.object({
  rrset: z.object({ ttl: z.nullable(z.int()), records: z.array(z.object({ value: z.string() })) }),
})
const action = z.object({ action: z.object({ id: z.int(), status: z.enum(['running', 'success', 'error']) }) })

/** Pauses before each look at an action; if it is still running after the last one, its outcome is open. */
const actionLooks = [200, 800, 2_000]

/** One set per call; a change is an action that is polled until it ends. */
export function createHetzner(base = 'https://api.hetzner.cloud/v1'): Provider {
  const open = ({ key }: ProviderAccount, network: Network) =>
    createApi({ base, keyHeaders: { authorization: `Bearer ${key}` }, secrets: [key] }, network)

  return {
    capabilities: {
      isAtomic: false,
      canRead: true,
      comparesAndSets: false,
      checkProvesWrite: false,
      statesNameServers: true,
      canRemove: true,
      ttlMin: 60,
      writesBothFamilies: false,
    },

    check: async (account, network) => {
      const { json } = await open(account, network)({ path: `/zones/${account.domain}` })
      const { name, mode, authoritative_nameservers: servers } = readAnswer(zone, json).zone
      if (name !== account.domain) throw new ProviderError('answer')
      // The records of a copy come from its primary.
      if (mode !== 'primary') throw new ProviderError('zone', { detail: readableDetail(mode, [account.key]) })
      return { ttlMin: null, ...(servers && { nameServers: servers.assigned }) }
    },

    read: async (account, names, network) => {
      const api = open(account, network)
      // A missing set and a missing zone are both 404.
      await api({ path: `/zones/${account.domain}` })
      return Promise.all(
        names.map(async ({ name, type }) => {
          const { status, json } = await api({ path: pathOf(account, { name, type }), accepts: [404] })
          const set = status === 404 ? null : readAnswer(recordSet, json).rrset
          return {
            name,
            type,
            ttl: set?.ttl ?? null,
            values: (set?.records ?? []).map(({ value }) => canonicalAddress(type, value)),
            isProxied: false,
          }
        }),
      )
    },

    write: async (account, changes, network) => {
      const api = open(account, network)
      for (const change of changes) await writeSet(api, account, change)
    },
  }
}

function pathOf({ domain }: ProviderAccount, { name, type }: RecordName): string {
  return `/zones/${domain}/rrsets/${encodeURIComponent(name)}/${type}`
}

async function writeSet(api: Api, account: ProviderAccount, change: RecordChange): Promise<void> {
  const { name, type, value, ttl } = change
  const path = pathOf(account, change)
  const { status, json } = await api({ path, accepts: [404] })
  if (value === null) {
    if (status !== 404) await finish(api, account, await api({ method: 'DELETE', path }))
    return
  }
  const records = [{ value }]
  if (status === 404) {
    const body = { name, type, ttl, records }
    await finish(api, account, await api({ method: 'POST', path: `/zones/${account.domain}/rrsets`, body }))
    return
  }
  // Setting the records leaves the TTL as it was.
  if (readAnswer(recordSet, json).rrset.ttl !== ttl) {
    await finish(api, account, await api({ method: 'POST', path: `${path}/actions/change_ttl`, body: { ttl } }))
  }
  await finish(api, account, await api({ method: 'POST', path: `${path}/actions/set_records`, body: { records } }))
}

/** Waits for the end of an action. */
async function finish(api: Api, { domain }: ProviderAccount, answer: ApiAnswer): Promise<void> {
  let { id, status } = readAnswer(action, answer.json).action
  for (const pauseMs of actionLooks) {
    if (status !== 'running') break
    await new Promise(resolve => setTimeout(resolve, pauseMs))
    const looked = await api({ path: `/zones/${domain}/actions/${id}`, accepts: [404] })
    if (looked.status === 404) break
    ;({ id, status } = readAnswer(action, looked.json).action)
  }
  if (status === 'error') throw new ProviderError('unavailable')
  if (status === 'running') throw new ProviderError('unknown')
}
