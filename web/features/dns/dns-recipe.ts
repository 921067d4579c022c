/**
 * Entries in a router's form that make it call a DNS endpoint: for each kind of router the fields of its form, filled
 * from the request template in the router's own words.
 */
import type { DnsRouter } from '#contract/dns-routers.ts'
import { parseTemplate, type TemplateParameter, type TemplatePlaceholder } from '#contract/dns-template.ts'
import { dnsCallNamesMax } from '#contract/limits.ts'

/** The browser's texts contain, by these names, the labels that the routers show for their fields. */
export const recipeFields = [
  'updateUrl',
  'service',
  'server',
  'protocol',
  'hostname',
  'userName',
  'password',
  'forceSsl',
  'configuration',
  'command',
] as const
export type RecipeField = (typeof recipeFields)[number]

export type RecipeLine = { readonly field: RecipeField; readonly value: string }

export type RecipeValues = {
  /** The portal's own address: `https://portal.example.org`. */
  readonly baseUrl: string
  readonly template: string
  /** Whole names in the order of the calls. */
  readonly hostnames: readonly string[]
  readonly userName: string
  /** null once it can no longer be shown. */
  readonly token: string | null
}

/** A router's placeholders for values it fills in itself; it cannot fill in any others. */
type Words = Partial<Record<Exclude<TemplatePlaceholder, 'hostnames'> | 'hostname', string>>

type Recipe = {
  readonly words: Words
  /** The router has one field for one name: several names are part of the address. */
  readonly isOfOneName?: true
  readonly lines: (query: string, values: RecipeValues & { readonly secret: string }) => readonly RecipeLine[]
}

const path = '/nic/update'

function hostOf(baseUrl: string): string {
  return baseUrl.replace(/^https?:\/\//, '').replace(/\/$/, '')
}

const login = ({ userName, secret }: { userName: string; secret: string }): RecipeLine[] => [
  { field: 'userName', value: userName },
  { field: 'password', value: secret },
]

const names = ({ hostnames }: RecipeValues): string => [...new Set(hostnames)].join(',')

/** A call without names means all names of the endpoint; a call with more names than allowed is refused. */
const namesOfCall = (values: RecipeValues): string =>
  new Set(values.hostnames).size > dnsCallNamesMax ? '' : names(values)

const recipes: Readonly<Record<DnsRouter, Recipe>> = {
  fritzbox: {
    words: { ipv4: '<ipaddr>', ipv6: '<ip6addr>', prefix: '<ip6lanprefix>', user: '<username>', token: '<pass>' },
    lines: (query, values) => [
      { field: 'updateUrl', value: `${values.baseUrl}${path}?${query}` },
      // The router looks this name up to check the update: the first one is its own.
      { field: 'hostname', value: values.hostnames[0] ?? '' },
      ...login(values),
    ],
  },
  opnsense: {
    words: { ipv4: '__MYIP__' },
    lines: (query, values) => [
      { field: 'service', value: 'Custom' },
      { field: 'protocol', value: 'Custom GET' },
      { field: 'server', value: `${values.baseUrl}${path}?${query}` },
      ...login(values),
      { field: 'hostname', value: names(values) },
      { field: 'forceSsl', value: '' },
    ],
  },
  unifi: {
    words: { hostname: '%h', ipv4: '%i' },
    isOfOneName: true,
    lines: (query, values) => [
      { field: 'service', value: 'custom' },
      { field: 'hostname', value: values.hostnames[0] ?? '' },
      ...login(values),
      { field: 'server', value: `${hostOf(values.baseUrl)}${path}?${query}` },
    ],
  },
  openwrt: {
    words: { hostname: '[DOMAIN]', ipv4: '[IP]', user: '[USERNAME]', token: '[PASSWORD]' },
    isOfOneName: true,
    lines: (query, values) => [
      { field: 'updateUrl', value: openwrtUrl(values.baseUrl, query) },
      { field: 'hostname', value: values.hostnames[0] ?? '' },
      ...login(values),
    ],
  },
  ddclient: {
    words: {},
    lines: (_query, values) => [
      {
        field: 'configuration',
        value: [
          // Without it, ddclient 3.10 has no address to report.
          'use=web',
          'ssl=yes',
          'protocol=dyndns2',
          `server=${hostOf(values.baseUrl)}`,
          `login=${values.userName}`,
          `password='${values.secret}'`,
          names(values),
        ].join('\n'),
      },
    ],
  },
  inadyn: {
    words: { hostname: '%h', ipv4: '%i', user: '%u', token: '%p' },
    lines: (query, values) => [
      {
        field: 'configuration',
        value: [
          'custom portal {',
          `    hostname       = { ${[...new Set(values.hostnames)].map(name => `"${name}"`).join(', ')} }`,
          `    username       = ${values.userName}`,
          `    password       = ${values.secret}`,
          `    ddns-server    = ${hostOf(values.baseUrl)}`,
          `    ddns-path      = "${path}?${query}"`,
          '    ddns-response  = { good, nochg }',
          '}',
        ].join('\n'),
      },
    ],
  },
  curl: {
    words: { ipv4: '$IPV4', ipv6: '$IPV6', prefix: '$PREFIX' },
    lines: (query, values) => [
      {
        field: 'command',
        value: `curl --user '${values.userName}:${values.secret}' "${values.baseUrl}${path}?${query}"`,
      },
    ],
  },
  other: {
    words: { ipv4: '<ipaddr>', ipv6: '<ip6addr>', prefix: '<ip6lanprefix>', user: '<username>', token: '<pass>' },
    lines: (query, values) => [
      { field: 'updateUrl', value: `${values.baseUrl}${path}?${query}` },
      { field: 'hostname', value: names(values) },
      ...login(values),
    ],
  },
}

/** OpenWrt's scripts take user and password from the address. */
function openwrtUrl(baseUrl: string, query: string): string {
  return `${baseUrl.replace('://', '://[USERNAME]:[PASSWORD]@')}${path}?${query}`
}

/** The lines to type, in the order of the router's form. Throws for a template that is not valid. */
export function recipeOf(router: DnsRouter, values: RecipeValues): readonly RecipeLine[] {
  const { parameters, problem } = parseTemplate(values.template)
  if (parameters === null) throw new Error(`The template is not valid: ${problem}.`)
  const { words, isOfOneName, lines } = recipes[router]
  const all = namesOfCall(values)
  const { hostname: _, ...others } = words
  const own = isOfOneName && new Set(values.hostnames).size > 1 ? others : words
  const query = parameters.flatMap(parameter => queryPart(parameter, own, all)).join('&')
  return lines(query, { ...values, secret: values.token ?? '' })
}

/** A parameter in the router's words; empty if the router cannot fill in any of its placeholders. */
function queryPart(parameter: TemplateParameter, words: Words, hostnames: string): string[] {
  if ('constant' in parameter) return [`${parameter.name}=${parameter.constant}`]
  const filled = parameter.placeholders.flatMap(placeholder => {
    const word = placeholder === 'hostnames' ? (words.hostname ?? hostnames) : words[placeholder]
    return word === undefined || word === '' ? [] : [word]
  })
  return filled.length === 0 ? [] : [`${parameter.name}=${filled.join(',')}`]
}
