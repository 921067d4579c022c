import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { clientNetwork, countedNetworks, wideNetwork } from './client-network.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['1:2:3:4:5:6:7:8', '1:2:3:4::/64'],
  ['1::5:6:7:8', '1:0:0:0::/64'],
  ['::4:5:6:7:8', '0:0:0:4::/64'],
  ['::', '0:0:0:0::/64'],
  ['::ffff:10.20.30.40', '10.20.30.40'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['1::ffff:203.0.113.7', '1:0:0:0::/64'],
  ['', ''],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s counts as %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:0DB8:0001:ffff::1', '2001:db8:1::/48'],
  ['1::5:6:7:8', '1:0:0::/48'],
])('%s belongs to the wide network %s', (address, network) => {
  expect(wideNetwork(address)).toBe(network)
})

test('limits count an IPv4 address once, and all IPv6 networks of a subscriber with five times the limit', () => {
  expect(countedNetworks('203.0.113.7')).toEqual([{ name: '203.0.113.7', times: 1 }])
  expect(countedNetworks('2001:db8:1:2::5')).toEqual([
    { name: '2001:db8:1:2::/64', times: 1 },
    { name: '2001:db8:1::/48', times: 5 },
  ])
})

test('no other limit decides on its own which networks count', () => {
  // Queues for hashes and logs, which refuse nobody; a reader's line; links asked for one address; a stricter limit.
  const others = [
    'server/auth/passwords.ts',
    'server/auth/reauthentication-throttle.ts',
    'server/features/accounts/failed-login.commands.ts',
    'server/features/accounts/password.commands.ts',
    'server/http/answer/read-shares.ts',
  ]
  const using = globSync('server/**/*.ts').filter(
    file => !file.endsWith('.test.ts') && /\b(?:clientNetwork|wideNetwork)\(/.test(readFileSync(file, 'utf8')),
  )
  expect(using.toSorted()).toEqual(['server/auth/client-network.ts', ...others].toSorted())
})
