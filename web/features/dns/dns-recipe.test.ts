import { describe, expect, test } from 'vitest'
import { dnsRouters } from '#contract/dns-routers.ts'
import { templateDefault } from '#contract/dns-template.ts'
import { recipeOf } from './dns-recipe.ts'

const values = {
  baseUrl: 'https://portal.example.org',
  template: templateDefault,
  hostnames: ['home.kunde.example', 'nas.kunde.example', 'home.kunde.example'],
  userName: 'abcdefghij12',
  token: 'geheim0815',
}
const update = 'https://portal.example.org/nic/update'
const lineOf = (router: (typeof dnsRouters)[number], field: string, other: Partial<typeof values> = {}) =>
  recipeOf(router, { ...values, ...other }).find(line => line.field === field)?.value
const both = 'home.kunde.example,nas.kunde.example'

describe('the recipe of a router', () => {
  test('is in its own words, without values that it cannot fill in', () => {
    expect(lineOf('fritzbox', 'updateUrl')).toBe(
      `${update}?hostname=${both}&myip=<ipaddr>&myipv6=<ip6addr>&ip6lanprefix=<ip6lanprefix>`,
    )
    expect(lineOf('opnsense', 'server')).toBe(`${update}?hostname=${both}&myip=__MYIP__`)
    expect(lineOf('inadyn', 'configuration')).toContain('ddns-path      = "/nic/update?hostname=%h&myip=%i"')
    expect(lineOf('ddclient', 'configuration')?.split('\n')).toEqual([
      'use=web',
      'ssl=yes',
      'protocol=dyndns2',
      'server=portal.example.org',
      'login=abcdefghij12',
      "password='geheim0815'",
      both,
    ])
    expect(lineOf('curl', 'command')).toBe(
      `curl --user 'abcdefghij12:geheim0815' "${update}?hostname=${both}&myip=$IPV4&myipv6=$IPV6&ip6lanprefix=$PREFIX"`,
    )
  })

  test('leaves out the names where a call may not hold all of them', () => {
    const hostnames = Array.from({ length: 21 }, (_, at) => `n${at}.kunde.example`)
    for (const router of ['fritzbox', 'openwrt'] as const) {
      expect(lineOf(router, 'updateUrl', { hostnames })).toContain('/nic/update?myip=')
    }
    expect(lineOf('unifi', 'server', { hostnames })).toContain('/nic/update?myip=%i')
    expect(lineOf('curl', 'command', { hostnames })).toContain('/nic/update?myip=$IPV4')
  })

  test.each([
    [['home.kunde.example'], '%h', '[DOMAIN]'],
    [values.hostnames, both, both],
  ])('of a router that knows one name has several in its address: %j', (hostnames, unifi, openwrt) => {
    expect(lineOf('unifi', 'server', { hostnames })).toBe(`portal.example.org/nic/update?hostname=${unifi}&myip=%i`)
    expect(lineOf('openwrt', 'updateUrl', { hostnames })).toBe(
      `https://[USERNAME]:[PASSWORD]@portal.example.org/nic/update?hostname=${openwrt}&myip=[IP]`,
    )
    expect(lineOf('unifi', 'hostname', { hostnames })).toBe('home.kunde.example')
  })

  test('keeps constants, names and the order of the template', () => {
    const template = 'x=1&addr={ipv6},{ipv4}&p={prefix}'
    expect(lineOf('fritzbox', 'updateUrl', { template })).toBe(`${update}?x=1&addr=<ip6addr>,<ipaddr>&p=<ip6lanprefix>`)
    expect(lineOf('opnsense', 'server', { template })).toBe(`${update}?x=1&addr=__MYIP__`)
  })

  test('has the login in the address only where the template includes it', () => {
    expect(lineOf('fritzbox', 'updateUrl', { template: 'u={user}&p={token}&myip={ipv4}' })).toBe(
      `${update}?u=<username>&p=<pass>&myip=<ipaddr>`,
    )
    for (const router of dnsRouters) {
      const urls = recipeOf(router, values).filter(({ field }) => field === 'updateUrl' || field === 'server')
      expect(JSON.stringify(urls)).not.toContain(values.token)
    }
  })

  test.each(dnsRouters)('of %s names user and token', router => {
    const text = JSON.stringify(recipeOf(router, values))
    expect([text.includes(values.userName), text.includes(values.token)]).toEqual([true, true])
  })
})
