/**
 * Stand-ins for providers that cannot run here, built from their documentation: they keep records and insist on the
 * documented quirks. They prove how we speak, not that the provider still listens that way.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type StoredRecord = { id: string; name: string; type: string; value: string; ttl: number; proxied: boolean }
type Answer = { status: number; json?: unknown; text?: string; headers?: Record<string, string> }
type Call = { method: string; path: string; query: URLSearchParams; body: unknown; headers: IncomingMessage['headers'] }

export type StandIn = {
  readonly base: string
  readonly port: number
  readonly zones: Set<string>
  readonly records: StoredRecord[]
  readonly newId: () => string
  readonly stop: () => Promise<void>
}

export const standInKey = 'oeffentlich.streng-geheim-4711'

type Speak = (call: Call, standIn: StandIn) => Answer

async function listen(speak: Speak): Promise<StandIn> {
  let count = 0
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://x')
    const sent = await text(request)
    const {
      status,
      json,
      text: plain,
      headers,
    } = speak(
      {
        method: request.method ?? '',
        path: decodeURIComponent(url.pathname),
        query: url.searchParams,
        body: sent === '' ? undefined : JSON.parse(sent),
        headers: request.headers,
      },
      standIn,
    )
    response.writeHead(status, headers).end(plain ?? (json === undefined ? undefined : JSON.stringify(json)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on TCP has an address of this kind.
  const { port } = server.address() as AddressInfo
  const standIn: StandIn = {
    base: `http://127.0.0.1:${port}`,
    port,
    zones: new Set(),
    records: [],
    newId: () => String(++count),
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return standIn
}

function replace({ records, newId }: StandIn, name: string, type: string, values: readonly string[], ttl: number) {
  const kept = records.filter(record => record.name !== name || record.type !== type)
  const added = values.map(value => ({ id: newId(), name, type, value, ttl, proxied: false }))
  records.splice(0, records.length, ...kept, ...added)
}

const find = ({ records }: StandIn, name: string | null, type: string | null) =>
  records.filter(record => record.name === name && record.type === type)
const fullName = (zone: string, name: string) => (name === '@' || name === '' ? zone : `${name}.${zone}`)

/** POST of an existing set is 409; setting records leaves the TTL; every change is an action that runs first. */
export const startHetzner = () => {
  const actions = new Map<number, number>()
  return listen(({ method, path, body, headers }, standIn) => {
    if (headers.authorization !== `Bearer ${standInKey}`)
      return { status: 401, json: { error: { message: 'unable to authenticate' } } }
    const [, , zone = '', part, name = '', type = '', , verb] = path.split('/')
    if (!standIn.zones.has(zone))
      return { status: 404, json: { error: { code: 'not_found', message: 'zone not found' } } }
    // As the adapter sends it.
    const {
      ttl = 0,
      records = [],
      ...set
    } = (body ?? {}) as { name?: string; type?: string; ttl?: number; records?: { value: string }[] }
    const values = records.map(({ value }) => value)
    const begun = (): Answer => {
      const id = Number(standIn.newId())
      actions.set(id, 0)
      return { status: 201, json: { action: { id, status: 'running' } } }
    }
    if (part === undefined)
      return {
        status: 200,
        json: {
          zone: { name: zone, mode: 'primary', authoritative_nameservers: { assigned: ['helium.ns.hetzner.de.'] } },
        },
      }
    if (part === 'actions') {
      const looks = (actions.get(Number(name)) ?? 0) + 1
      actions.set(Number(name), looks)
      return { status: 200, json: { action: { id: Number(name), status: looks < 2 ? 'running' : 'success' } } }
    }
    if (method === 'POST' && name === '') {
      const whole = fullName(zone, set.name ?? '')
      if (find(standIn, whole, set.type ?? '').length > 0)
        return { status: 409, json: { error: { message: 'exists' } } }
      if (ttl < 60) return { status: 422, json: { error: { message: 'ttl below 60' } } }
      replace(standIn, whole, set.type ?? '', values, ttl)
      return begun()
    }
    const whole = fullName(zone, name)
    const found = find(standIn, whole, type)
    if (found.length === 0) return { status: 404, json: { error: { message: 'rrset not found' } } }
    if (method === 'GET') {
      const rrset = { ttl: found[0]?.ttl, records: found.map(({ value }) => ({ value })) }
      return { status: 200, json: { rrset } }
    }
    if (method === 'DELETE') replace(standIn, whole, type, [], 0)
    else if (verb === 'set_records') replace(standIn, whole, type, values, found[0]?.ttl ?? 0)
    else
      replace(
        standIn,
        whole,
        type,
        found.map(({ value }) => value),
        ttl,
      )
    return begun()
  })
}

/** A bulk PATCH is one transaction, refuses a TTL below the domain's minimum, and an empty list removes. */
export const startDesec = () =>
  listen(({ method, path, query, body, headers }, standIn) => {
    if (headers.authorization !== `Token ${standInKey}`) return { status: 401, json: { detail: 'Invalid token.' } }
    const [, , zone = '', part] = path.split('/')
    if (!standIn.zones.has(zone) || !path.endsWith('/')) return { status: 404, json: { detail: 'Not found.' } }
    if (part === '') return { status: 200, json: { name: zone, minimum_ttl: 3_600 } }
    if (method === 'GET') {
      const found = find(standIn, fullName(zone, query.get('subname') ?? ''), query.get('type'))
      const set = {
        name: `${found[0]?.name}.`,
        type: found[0]?.type,
        ttl: found[0]?.ttl,
        records: found.map(({ value }) => value),
      }
      return { status: 200, json: found.length === 0 ? [] : [set] }
    }
    // As the adapter sends it.
    const sets = body as { subname: string; type: string; ttl: number; records: string[] }[]
    const errors = sets.map(({ ttl, subname }) => ({
      ...(ttl < 3_600 ? { ttl: ['Ensure this value is greater than or equal to 3600.'] } : {}),
      ...(/[^.]{64}/.test(subname) ? { subname: ['Too long.'] } : {}),
    }))
    if (errors.some(each => Object.keys(each).length > 0)) return { status: 400, json: errors }
    for (const { subname, type, records, ttl } of sets) replace(standIn, fullName(zone, subname), type, records, ttl)
    return { status: 200, json: [] }
  })

/** Success is a flag in the body; a batch is one transaction of deletes, patches and posts; a bad token is 400. */
export const startCloudflare = () =>
  listen(({ path, query, body, headers }, standIn) => {
    const refuse = (status: number, message: string) => ({
      status,
      json: { success: false, errors: [{ code: 1, message }] },
    })
    if (headers.authorization !== `Bearer ${standInKey}`) return refuse(400, 'Invalid request headers')
    const [, , zone = '', , verb] = path.split('/')
    if (zone === '') {
      const name = query.get('name') ?? ''
      return {
        status: 200,
        json: {
          success: true,
          result: standIn.zones.has(name)
            ? [{ id: name.replace('.', ''), name, name_servers: ['ada.ns.cloudflare.com'] }]
            : [],
        },
      }
    }
    if (verb === undefined) {
      const result = find(standIn, query.get('name'), query.get('type')).map(({ value, ...record }) => ({
        ...record,
        content: value,
      }))
      return { status: 200, json: { success: true, result } }
    }
    // As the adapter sends it.
    const { deletes, patches, posts } = body as {
      deletes: { id: string }[]
      patches: { id: string; content: string; ttl: number }[]
      posts: { name: string; type: string; content: string; ttl: number; proxied: boolean }[]
    }
    if (posts.some(({ name }) => /[^.]{64}/.test(name))) return refuse(400, 'DNS name is invalid.')
    const gone = new Set(deletes.map(({ id }) => id))
    const kept = standIn.records.filter(({ id }) => !gone.has(id))
    standIn.records.splice(0, standIn.records.length, ...kept)
    for (const { id, content, ttl } of patches) {
      const record = standIn.records.find(each => each.id === id)
      if (record !== undefined) Object.assign(record, { value: content, ttl })
    }
    for (const { content, ...record } of posts) standIn.records.push({ ...record, id: standIn.newId(), value: content })
    return { status: 200, json: { success: true, result: {} } }
  })

/** A PATCH of the zone replaces each set it names; removals go by the record's id. */
export const startIonos = () =>
  listen(({ method, path, query, body, headers }, standIn) => {
    if (headers['x-api-key'] !== standInKey)
      return { status: 401, json: [{ code: 'UNAUTHORIZED', message: 'The customer is not authorized.' }] }
    const [, , zone = '', , recordId] = path.split('/')
    const idOf = (name: string) => `id-${name.replaceAll('.', '-')}`
    if (zone === '') return { status: 200, json: [...standIn.zones].map(name => ({ id: idOf(name), name })) }
    const name = [...standIn.zones].find(each => idOf(each) === zone)
    if (name === undefined) return { status: 404, json: [{ code: 'ZONE_NOT_FOUND', message: 'Zone does not exist.' }] }
    if (method === 'GET') {
      const found = find(standIn, query.get('recordName'), query.get('recordType'))
      const records = found.map(({ value, ...record }) => ({ ...record, content: value, disabled: false }))
      return { status: 200, json: { id: zone, name, records } }
    }
    if (method === 'DELETE') {
      const kept = standIn.records.filter(({ id }) => id !== recordId)
      standIn.records.splice(0, standIn.records.length, ...kept)
      return { status: 200 }
    }
    // As the adapter sends it.
    const sets = Object.values(
      Object.groupBy(
        body as { name: string; type: string; content: string; ttl: number }[],
        each => `${each.name} ${each.type}`,
      ),
    )
    for (const set of sets) {
      const [first] = set ?? []
      if (first)
        replace(
          standIn,
          first.name,
          first.type,
          (set ?? []).map(({ content }) => content),
          first.ttl,
        )
    }
    return { status: 200, json: [] }
  })

export type Dyndns2Quirk = 'each' | 'list' | { readonly parameter: string }

/** One name per call, User-Agent demanded, codes in the text; with both families in one call, a missing one is removed. */
export const startDyndns2 = (families: Dyndns2Quirk) =>
  listen(({ query, headers }, standIn) => {
    if (headers['user-agent'] === undefined) return { status: 200, text: 'badagent' }
    if (headers.authorization !== `Basic ${btoa(`kunde:${standInKey}`)}`) return { status: 200, text: 'badauth\n' }
    const hostname = query.get('hostname') ?? ''
    if (![...standIn.zones].some(zone => hostname === zone || hostname.endsWith(`.${zone}`)))
      return { status: 200, text: 'nohost' }
    const given = [query.get('myip') ?? '', typeof families === 'object' ? (query.get(families.parameter) ?? '') : '']
    const values = given.flatMap(each => (families === 'each' ? [each] : each.split(','))).filter(each => each !== '')
    if (families !== 'each') for (const type of ['A', 'AAAA']) replace(standIn, hostname, type, [], 60)
    for (const value of values) replace(standIn, hostname, value.includes(':') ? 'AAAA' : 'A', [value], 60)
    return { status: 200, text: `good ${values.join(',')}\n` }
  })
