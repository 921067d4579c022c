/** Valid values for a schema, one for each field: the content of a call before payloads are hidden in it. */
import { demoPassword } from '#demo/demo-load.ts'
import { nobodysId } from './injection-rows.ts'

export type Json = { [key: string]: unknown }

/** Ids of existing rows, for a field or a parameter of this name. */
export type IdsOf = (name: string) => readonly string[]

/** Rules a schema does not express, because they are checked in code. */
const byName: Readonly<Record<string, string>> = {
  awayUntil: '2026-08-01T16:00:00Z',
  bic: 'BYLADEM1001',
  country: 'DE',
  currentPassword: demoPassword,
  domain: 'sonnenhof.example',
  externalIp: '203.0.113.7',
  from: '2026-03-10',
  hostname: 'nas',
  iban: 'DE02120300000000202051',
  localIp: '192.168.178.20',
  macAddress: '3c:37:12:aa:bb:cc',
  nameServers: 'ns1.sonnenhof.example',
  phone: '+49 30 23125410',
  requestTemplate: 'myip={ipv4}',
  server: 'https://pdns.sonnenhof.example',
  suffix: '::1a2b',
  time: '07:15',
  to: '2026-03-11',
  until: '2026-08-01T16:00:00Z',
  url: 'https://sonnenhof.example/',
  urls: 'https://sonnenhof.example/',
  username: 'kim.lund',
  value: '203.0.113.7',
  vatId: 'DE999999981',
  website: 'https://sonnenhof.example/',
  zip: '67146',
}

/** Each field has a value, optional ones too. `name` is that of the field itself. */
export function sampleOf(schema: Json, name: string, idsOf: IdsOf): unknown {
  const options = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  // `''` and null mean "not given".
  if (options) return sampleOf(options.find(option => option.const !== '' && option.type !== 'null') ?? {}, name, idsOf)
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  switch (schema.type) {
    case 'object':
      return mapValues((schema.properties ?? {}) as Record<string, Json>, (field, key) => sampleOf(field, key, idsOf))
    case 'array':
      // An order contains all of them.
      return name === 'ids' && idsOf(name).length > 0 ? idsOf(name) : [sampleOf(schema.items as Json, name, idsOf)]
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema.minimum ?? 1))
    default:
      return textOf(schema, name, idsOf)
  }
}

function textOf({ pattern = '', format, minLength = 0 }: Json, name: string, idsOf: IdsOf): string {
  // The pattern of a `domainId` is behind its own message for a missing one.
  if (String(pattern).startsWith('^[0-9a-f]{8}') || name === 'domainId') return idsOf(name)[0] ?? nobodysId
  if (String(pattern).startsWith('^[0-9]{6}')) return '123456'
  if (String(pattern).includes('{number')) return 'RE-{year}-{number:5}'
  if (String(pattern).startsWith('^\\d{4}-(?:0')) return '2026-02'
  if (/^\^\(\(?\[01\]/.test(String(pattern))) return '07:00'
  if (format === 'date') return '2026-03-10'
  if (format === 'email') return 'kim@sonnenhof.example'
  return byName[name] ?? 'wallbox'.padEnd(Number(minLength), '-und-speicher')
}

/** The number of values in it: texts, numbers, booleans. */
export function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((sum, inner) => sum + countValues(inner), 0)
}

/** The names of the values in it; those of a list have the list's name. */
export function namesIn(value: unknown, name = ''): string[] {
  if (typeof value !== 'object' || value === null) return [name]
  return Object.entries(value).flatMap(([key, inner]) => namesIn(inner, Array.isArray(value) ? name : key))
}

/** The same value with a marked text in place of each number and boolean, and the number of these texts. */
export function textsOf(value: unknown, mark: string): { texts: unknown; count: number } {
  let count = 0
  const texts = JSON.parse(JSON.stringify(value), (_, inner) => {
    if (typeof inner !== 'number' && typeof inner !== 'boolean') return inner
    count += 1
    return `${inner}${mark}`
  })
  return { texts, count }
}

function mapValues<T, R>(record: Readonly<Record<string, T>>, map: (value: T, key: string) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]))
}
