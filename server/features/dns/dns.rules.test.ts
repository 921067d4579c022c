import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asciiName, dnsOptions, domainName, hostLabels, nameServer } from '#contract/dns-fields.ts'
import type { DnsHostnameInput } from '#contract/dns-hostnames.ts'
import {
  hostnameProblem,
  isOtherAccount,
  joinSuffix,
  judgeDelegation,
  optionProblems,
  prefixOf,
  readPrefix,
  rejoinedValue,
  ttlMinOf,
} from './dns.rules.ts'

const words = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 })
const bitsOf = (address: string) => {
  const [left = '', right] = address.split('::')
  const head = left === '' ? [] : left.split(':')
  const tail = right === undefined || right === '' ? [] : right.split(':')
  const all = [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail]
  return all.map(word => Number.parseInt(word, 16).toString(2).padStart(16, '0')).join('')
}
const textOf = (all: readonly number[]) => all.map(word => word.toString(16)).join(':')

describe('an IPv6 prefix with a suffix', () => {
  test('has the upper bits of the one and the lower bits of the other', () => {
    fc.assert(
      fc.property(words, words, fc.integer({ min: 48, max: 64 }), (network, host, length) => {
        const prefix = readPrefix(`${textOf(network)}/${length}`)
        if (prefix === undefined) throw new Error('not read')
        const joined = bitsOf(joinSuffix(prefix, textOf(host)))
        expect(joined.slice(0, length)).toBe(bitsOf(textOf(network)).slice(0, length))
        expect(joined.slice(length)).toBe(bitsOf(textOf(host)).slice(length))
      }),
    )
  })

  test('is that of the address without one', () => {
    expect(prefixOf('2003:e1:2:3:4:5:6:7')).toEqual({ address: '2003:e1:2:3::', length: 64 })
    expect(joinSuffix(prefixOf('2003:e1:2:3:4:5:6:7'), '::1a2b')).toBe('2003:e1:2:3::1a2b')
  })

  test.each([
    '',
    '2003:e1::',
    '2003:e1::/129',
    '2003:e1::/65',
    '2003:e1::/47',
    '::ffff:1.2.3.4',
    '<ip6lanprefix>',
    'x/64',
  ])('is not read from %s', text => expect(readPrefix(text)).toBeUndefined())
})

test('another suffix takes the prefix that was reported last, but nothing that was typed', () => {
  const nas = { type: 'AAAA', source: 'prefix', suffix: '::1', value: '2620:fe:1:2::1' } as const
  expect(rejoinedValue(nas, { ...nas, suffix: '::a:b' })).toBe('2620:fe:1:2::a:b')
  expect(rejoinedValue({ ...nas, source: 'reported', suffix: '' }, nas)).toBe('2620:fe:1:2::1')
  expect(rejoinedValue(nas, { ...nas, suffix: '::2', value: '2620:fe::9' })).toBe('2620:fe::9')
  expect(rejoinedValue({ ...nas, source: 'fixed', suffix: '' }, { ...nas, suffix: '::2' })).toBe('2620:fe:1:2::1')
  expect(rejoinedValue({ ...nas, value: '' }, { ...nas, value: '', suffix: '::2' })).toBe('')
  expect(rejoinedValue(nas, { ...nas, source: 'reported', suffix: '' })).toBe('2620:fe:1:2::1')
})

describe('a domain', () => {
  test.each([
    ['Müller.DE.', 'xn--mller-kva.de'],
    ['kunde.example', 'kunde.example'],
    [`${'a'.repeat(63)}.example`, `${'a'.repeat(63)}.example`],
  ])('%s is stored as %s', (typed, stored) => expect(domainName.parse(typed)).toBe(stored))

  test.each([
    'localhost',
    '1.2.3.4',
    `${'a'.repeat(64)}.de`,
    'a..de',
    '-a.de',
    'a-.de',
    'a.de/x',
    'a b.de',
    'a@b.de',
    'ä'.repeat(63),
  ])('%s is none', typed => expect(domainName.safeParse(typed).success).toBe(false))
})

describe('a host name', () => {
  test.each([
    ['@', '@'],
    ['*', '*'],
    ['NAS.Home', 'nas.home'],
    ['*.home', '*.home'],
    ['größe', 'xn--gre-6ka8i'],
  ])('%s is stored as %s', (typed, stored) => expect(hostLabels.parse(typed)).toBe(stored))

  test.each(['', 'a*', '**', 'home.*', `${'a'.repeat(64)}`, 'a..b', 'nas.', '@.home', 'a/b'])('%s is none', typed =>
    expect(hostLabels.safeParse(typed).success).toBe(false),
  )

  test('is ASCII for every spelling', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        const name = asciiName(text)
        if (name !== undefined) expect(name).toMatch(/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/)
      }),
    )
  })

  const plain: DnsHostnameInput = {
    hostname: 'nas',
    type: 'AAAA',
    domainId: '',
    source: 'reported',
    suffix: '',
    value: '',
    ttl: 300,
  }
  test.each<[Partial<DnsHostnameInput>, string, string]>([
    [{ type: 'A', value: '2003::1' }, 'value', 'dns_value.family'],
    [{ value: '9.9.9.9' }, 'value', 'dns_value.family'],
    [{ source: 'fixed' }, 'value', 'dns_value.required'],
    [{ source: 'prefix' }, 'suffix', 'dns_suffix.required'],
    [{ source: 'prefix', suffix: '1::2' }, 'suffix', 'dns_suffix.too_wide'],
    [{ source: 'prefix', suffix: '::1:0:0:0:2' }, 'suffix', 'dns_suffix.too_wide'],
    [{ source: 'prefix', suffix: '::' }, 'suffix', 'dns_suffix.too_wide'],
    [{ source: 'prefix', suffix: '9.9.9.9' }, 'suffix', 'dns_suffix.too_wide'],
    [{ source: 'prefix', suffix: '::2', type: 'A' }, 'source', 'dns_source.family'],
    [{ suffix: '::2' }, 'suffix', 'unknown_field'],
    [{ hostname: `${'a.'.repeat(125)}a` }, 'hostname', 'dns_hostname.too_long'],
  ])('with %j is refused', (fields, field, code) => {
    expect(hostnameProblem({ ...plain, ...fields }, 'kunde.example')).toEqual({ field, code })
  })

  test('behind the router has a suffix of four words', () => {
    expect(hostnameProblem({ ...plain, source: 'prefix', suffix: '::1:2:3:4' }, 'kunde.example')).toBeUndefined()
  })
})

test('a name server is a host or an address, with a port or without', () => {
  for (const text of ['ns1.kunde.example', '9.9.9.9', '9.9.9.9:5353', '2620:fe::fe', '[2620:fe::fe]:53']) {
    expect([text, nameServer.safeParse(text).success]).toEqual([text, true])
  }
  for (const text of ['', 'http://ns1', 'ns1/x', 'ns1@x', 'a b', 'ns1:99999', '[::1', 'ns1?x']) {
    expect([text, nameServer.safeParse(text).success]).toEqual([text, false])
  }
})

describe('the options of a domain', () => {
  test('are those of its kind', () => {
    const codes = (...[type, options]: Parameters<typeof optionProblems>) =>
      optionProblems(type, options).map(({ field, code }) => `${field} ${code}`)
    expect(codes('powerdns', {})).toEqual(['options.server required'])
    expect(codes('rfc2136', { server: 'ns1.kunde.example' })).toEqual(['options.keyName required'])
    expect(codes('dyndns2', {})).toEqual(['options.server required', 'options.user required'])
    expect(codes('dyndns2', { preset: 'strato', user: 'kunde.example' })).toEqual([])
    expect(codes('hetzner', { server: 'https://example.org' })).toEqual(['options.server unknown_field'])
    expect(dnsOptions.safeParse({ preset: 'nobody' }).success).toBe(false)
  })

  test('are another account with another server, user or key name, not with another algorithm', () => {
    const one = { type: 'rfc2136', options: { server: 'a', keyName: 'k', algorithm: 'hmac-sha256' } } as const
    const other = (options: object) => isOtherAccount(one, { ...one, options: { ...one.options, ...options } })
    expect(other({ algorithm: 'hmac-sha512' })).toBe(false)
    expect(other({ server: 'b' })).toBe(true)
    expect(other({ keyName: 'l' })).toBe(true)
    expect(isOtherAccount(one, { type: 'dyndns2', options: one.options })).toBe(true)
  })

  test('the smallest TTL is 300, the provider’s or the domain’s own, whichever is higher', () => {
    expect(ttlMinOf({ type: 'hetzner', options: {}, ttl_min: null })).toBe(300)
    expect(ttlMinOf({ type: 'desec', options: {}, ttl_min: 3_600 })).toBe(3_600)
    expect(ttlMinOf({ type: 'dyndns2', options: {}, ttl_min: null })).toBeNull()
  })
})

describe('servers that publish a zone', () => {
  const published = { result: 'ok', failure: null, detail: 'ns1.anderer.example' } as const
  test.each([
    [true, false, 'ok', null],
    [true, true, 'ok', null],
    [false, false, 'failed', 'elsewhere'],
    [false, true, 'failed', 'other_servers'],
    [undefined, true, 'unknown', null],
  ] as const)('of the provider: %s, entered: %s: %s %s', (isOwn, isSet, result, failure) => {
    expect(judgeDelegation(published, { isOwn, isSet })).toEqual({ ...published, result, failure })
  })

  test('are not compared where they do not publish it', () => {
    const failed = { result: 'failed', failure: 'zone', detail: 'ns1.anderer.example' } as const
    expect(judgeDelegation(failed, { isOwn: false, isSet: true })).toEqual(failed)
  })
})
