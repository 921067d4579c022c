import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  parseTemplate,
  type TemplatePlaceholder,
  templateDefault,
  templatePlaceholders,
} from '#contract/dns-template.ts'
import { isPublicAddress } from '#server/outgoing/addresses.ts'
import { joinSuffix } from './dns.rules.ts'
import { answerOf, hintsOf, lineOf, readParameters, readReport, reportedValue } from './dns-call.rules.ts'

const read = (query: string, template = templateDefault) => {
  const parameters = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(query)) {
    if (!parameters.has(name.toLowerCase())) parameters.set(name.toLowerCase(), value)
  }
  return readParameters(parameters, template)
}
const nothing = { names: [], ipv4: '', ipv6: '', prefix: null, hints: [] }

describe('the report of a router', () => {
  test.each([
    ['both families', 'myip=9.9.9.9&myipv6=2620:FE::00fe', { ipv4: '9.9.9.9', ipv6: '2620:fe::fe' }],
    ['both in a list', 'myip=9.9.9.9,2620:fe::fe', { ipv4: '9.9.9.9', ipv6: '2620:fe::fe' }],
    ['names of other services', 'ip=9.9.9.9&ip6addr=2620:fe::fe', { ipv4: '9.9.9.9', ipv6: '2620:fe::fe' }],
    ['a placeholder that was left', 'myip=9.9.9.9&myipv6=<ip6addr>', { ipv4: '9.9.9.9', hints: ['placeholder_left'] }],
    ['an empty family', 'myip=9.9.9.9&myipv6=', { ipv4: '9.9.9.9' }],
    ['a prefix', 'ip6lanprefix=2620:fe:0:42::/64', { prefix: { address: '2620:fe:0:42::', length: 64 } }],
    ['a prefix as address', 'myipv6=2620:fe:0:42::/64', { prefix: { address: '2620:fe:0:42::', length: 64 } }],
    ['a prefix too long', 'myip=9.9.9.9&ip6lanprefix=2620:fe::/129', { ipv4: '9.9.9.9', hints: ['prefix_invalid'] }],
    ['a private prefix', 'myip=9.9.9.9&ip6lanprefix=fd00::/64', { ipv4: '9.9.9.9', hints: ['prefix_invalid'] }],
    [
      'an address of DS-Lite',
      'myip=100.64.3.7&myipv6=2620:fe::fe',
      { ipv6: '2620:fe::fe', hints: ['ipv4_not_public'] },
    ],
    ['IPv4 within IPv6', 'myip=9.9.9.9&myipv6=::ffff:1.2.3.4', { ipv4: '9.9.9.9', hints: ['ipv6_not_public'] }],
    ['a link-local IPv6', 'myip=9.9.9.9&myipv6=fe80::1', { ipv4: '9.9.9.9', hints: ['ipv6_not_public'] }],
    ['no address', 'myip=9.9.9.9&myipv6=none', { ipv4: '9.9.9.9', hints: ['address_invalid'] }],
    ['no prefix', 'myip=9.9.9.9&ip6lanprefix=none', { ipv4: '9.9.9.9', hints: ['address_invalid'] }],
    ['a variable that was left', 'myip=9.9.9.9&myipv6=$IPV6', { ipv4: '9.9.9.9', hints: ['placeholder_left'] }],
    ['the first of repeated ones', 'myip=9.9.9.9&myip=9.9.9.10', { ipv4: '9.9.9.9' }],
    ['YES for all names', 'hostname=YES&myip=9.9.9.9', { ipv4: '9.9.9.9' }],
    ['a name left open', 'hostname=<domain>&myip=9.9.9.9', { ipv4: '9.9.9.9' }],
    ['broken percent signs', 'hostname=%zz&myip=9.9.9.9', { names: [null], ipv4: '9.9.9.9' }],
    ['IDN', 'hostname=größe.example&myip=9.9.9.9', { names: ['xn--gre-6ka8i.example'], ipv4: '9.9.9.9' }],
    ['a wildcard', 'hostname=*.kunde.example&myip=9.9.9.9', { names: ['*.kunde.example'], ipv4: '9.9.9.9' }],
    ['a label of 64', `hostname=${'a'.repeat(64)}.example&myip=9.9.9.9`, { names: [null], ipv4: '9.9.9.9' }],
  ])('%s is read', (_, query, expected) => {
    expect(readReport(read(query))).toEqual({ ...nothing, ...expected })
  })

  test.each([
    '',
    'myip=',
    'myip=<ipaddr>',
    'myip=192.168.178.1',
    'myip=0x7f.1',
    'myip=9.9.9',
    'myip=localhost',
    'myipv6=::',
    'myipv6=::ffff:1.2.3.4',
    'myipv6=::/64',
    'myipv6=2620:fe::/129',
    'myipv6=2620:fe::fe%25eth0',
  ])('"%s" has no usable address', query => expect(readReport(read(query))).toBe('badip'))

  test('states why nothing was usable', () => {
    expect(hintsOf(read('myip=100.64.3.7&myipv6=<ip6addr>'))).toEqual(['ipv4_not_public', 'placeholder_left'])
    expect(hintsOf(read('myip=9.9.9.9'))).toEqual([])
  })

  test('names twenty host names at most', () => {
    const named = (count: number) =>
      `hostname=${Array.from({ length: count }, (_, at) => `h${at}.example`)}&myip=9.9.9.9`
    expect(readReport(read(named(20)))).toMatchObject({ ipv4: '9.9.9.9' })
    expect(readReport(read(named(21)))).toBe('numhost')
  })

  const words = fc.array(
    fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.ipV6().map(ip => `${ip}/64`),
      fc.string(),
    ),
    { maxLength: 4 },
  )
  const reported = fc.oneof(
    fc.string({ unit: 'binary' }),
    words.map(all => all.join(',')),
  )
  test('any text is read or refused, and only public addresses are used', () => {
    fc.assert(
      fc.property(reported, fc.string({ unit: 'binary' }), (ip, names) => {
        const report = readReport(
          readParameters(
            new Map([
              ['myip', ip],
              ['hostname', names],
            ]),
            templateDefault,
          ),
        )
        if (typeof report === 'string') return
        const { ipv4, ipv6, prefix } = report
        const used = [ipv4, ipv6, ...(prefix ? [joinSuffix(prefix, '::1')] : [])].filter(address => address !== '')
        expect(used.map(isPublicAddress)).toEqual(used.map(() => true))
        expect(used.length).toBeGreaterThan(0)
      }),
    )
  })
})

describe('a request template', () => {
  const filled: Readonly<Record<TemplatePlaceholder, string>> = {
    hostnames: 'home.kunde.example,nas.kunde.example',
    ipv4: '9.9.9.9',
    ipv6: '2620:fe::fe',
    prefix: '2620:fe:0:42::/64',
    user: 'abcdefghij12',
    token: 'geheim',
  }
  const parameterName = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_.-]{0,8}$/)
  const placeholders = fc.shuffledSubarray([...templatePlaceholders], { minLength: 1 })

  test('of any form is read back as it was filled', () => {
    fc.assert(
      fc.property(
        placeholders,
        fc.uniqueArray(parameterName, { minLength: 6, maxLength: 6, selector: name => name.toLowerCase() }),
        (used, names) => {
          fc.pre(used.some(each => each === 'ipv4' || each === 'ipv6' || each === 'prefix'))
          fc.pre(used.includes('user') === used.includes('token'))
          const template = used.map((each, at) => `${names[at]}={${each}}`).join('&')
          expect(parseTemplate(template).problem).toBeNull()
          const query = used.map((each, at) => `${names[at]}=${encodeURIComponent(filled[each])}`).join('&')
          const values = read(query, template)
          for (const each of used) expect([each, values[each]?.join(',')]).toEqual([each, filled[each]])
        },
      ),
    )
  })

  test('with several addresses in one parameter distinguishes them in any order', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(['ipv4', 'ipv6', 'prefix'] as const, { minLength: 1 }), used => {
        const template = `myip=${used.map(each => `{${each}}`).join(',')}`
        const query = `myip=${used
          .toReversed()
          .map(each => encodeURIComponent(filled[each]))
          .join(',')}`
        const values = read(query, template)
        for (const each of used) expect(values[each]).toEqual([filled[each]])
      }),
    )
  })

  test('of any text is parsed or refused with a reason', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        const { parameters, problem } = parseTemplate(text)
        expect((parameters === null) !== (problem === null)).toBe(true)
      }),
    )
  })

  test('without user and token never reads a login from the query', () => {
    expect(read('user=a&token=b&username=c&password=d&myip=9.9.9.9')).toEqual({ ipv4: ['9.9.9.9'] })
  })
})

describe('the wanted address of a host name', () => {
  const report = { ipv4: '9.9.9.9', ipv6: '2620:fe::fe', prefix: null }
  test.each([
    [{ type: 'A', source: 'reported', suffix: '' }, '9.9.9.9'],
    [{ type: 'AAAA', source: 'reported', suffix: '' }, '2620:fe::fe'],
    [{ type: 'AAAA', source: 'prefix', suffix: '::5' }, '2620:fe::5'],
    [{ type: 'A', source: 'fixed', suffix: '' }, undefined],
  ] as const)('%j is %s', (row, expected) => expect(reportedValue(row, report)).toBe(expected))

  test('stays where its family was not reported', () => {
    const v4 = { ...report, ipv6: '' }
    expect(reportedValue({ type: 'AAAA', source: 'reported', suffix: '' }, v4)).toBeUndefined()
    expect(reportedValue({ type: 'AAAA', source: 'prefix', suffix: '::5' }, v4)).toBeUndefined()
  })
})

describe('the answer', () => {
  const good = { word: 'good', ip: '9.9.9.9' } as const
  test.each([
    [[good], { status: 200, text: 'good 9.9.9.9' }],
    [[good, { word: 'nohost', ip: '' }], { status: 200, text: 'good 9.9.9.9\nnohost' }],
    [[{ word: 'nohost', ip: '' }], { status: 404, text: 'nohost' }],
    [
      [
        { word: 'dnserr', ip: '' },
        { word: '911', ip: '' },
      ],
      { status: 503, text: 'dnserr\n911' },
    ],
  ] as const)('of %j is %j', (lines, expected) => expect(answerOf(lines)).toEqual(expected))

  test('of a name is that of its worst record', () => {
    const record = (state: 'published' | 'retrying' | 'failed', failure: 'key' | 'unavailable' | null) =>
      ({ state, failure, value: '9.9.9.9', isUnchanged: false }) as const
    expect(lineOf([record('published', null), record('retrying', 'unavailable')]).word).toBe('911')
    expect(lineOf([record('retrying', 'unavailable'), record('failed', 'key')]).word).toBe('dnserr')
    expect(lineOf([record('published', null)]).word).toBe('good')
  })
})
