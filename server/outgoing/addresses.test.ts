import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPublicAddress } from './addresses.ts'

describe('an address', () => {
  it.each(['1.1.1.1', '93.184.215.14', '172.15.255.255', '172.32.0.1', '100.63.255.255', '100.128.0.1', '198.20.0.1'])(
    '%s is public',
    address => expect(isPublicAddress(address)).toBe(true),
  )
  it.each(['2606:4700:4700::1111', '2a00:1450:4001:82a::2003', '2003::1'])('%s is public', address =>
    expect(isPublicAddress(address)).toBe(true),
  )

  it.each([
    ...[
      '0.0.0.0',
      '0.1.2.3',
      '10.0.0.1',
      '10.255.255.255',
      '100.64.0.1',
      '100.127.255.255',
      '127.0.0.1',
      '127.255.0.9',
    ],
    ...['169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.8', '192.0.2.1', '192.88.99.1', '192.168.178.1'],
    ...['198.18.0.1', '198.19.255.255', '198.51.100.7', '203.0.113.9', '224.0.0.251', '239.1.2.3', '240.0.0.1'],
    '255.255.255.255',
  ])('%s is not', address => expect(isPublicAddress(address)).toBe(false))

  it.each([
    ...['::', '::1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '::ffff:0:10.0.0.1'],
    ...['64:ff9b::10.0.0.1', '64:ff9b:1::1', '100::1', '2001::1', '2001:db8::1', '2002:7f00:1::', '3fff::1', '5f00::1'],
    ...['fc00::1', 'fd12:3456::1', 'fe80::1', 'febf::1', 'fec0::1', 'ff02::1', '0:0:0:0:0:0:0:1'],
  ])('%s is not', address => expect(isPublicAddress(address)).toBe(false))

  it.each(['', 'localhost', '1.2.3', '0x7f.1', '2130706433', '[::1]', '2606:4700::1%eth0', '1.1.1.1/24'])(
    'is not an address: %j',
    text => expect(isPublicAddress(text)).toBe(false),
  )

  it('of IPv4 is never public when embedded in IPv6', () => {
    const part = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(part, part, part, part, (a, b, c, d) => {
        const hex = [a, b, c, d].map(value => value.toString(16).padStart(2, '0')).join('')
        const [high, low] = [hex.slice(0, 4), hex.slice(4)]
        const clothes = [
          `::ffff:${a}.${b}.${c}.${d}`,
          `::${high}:${low}`,
          `64:ff9b::${high}:${low}`,
          `2002:${high}:${low}::1`,
        ]
        expect(clothes.filter(isPublicAddress)).toEqual([])
      }),
    )
  })
})
