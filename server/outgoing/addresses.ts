/** Addresses of the public internet, as opposed to this machine, its networks or nobody. */
import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** IANA's special-purpose registries (RFC 6890), and every range of IPv6 that carries an IPv4 address inside. */
const closed: Readonly<Record<'ipv4' | 'ipv6', readonly string[]>> = {
  ipv4: [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
  ],
  ipv6: [
    '::/96',
    '::ffff:0:0/96',
    '::ffff:0:0:0/96',
    '64:ff9b::/96',
    '64:ff9b:1::/48',
    '100::/64',
    '2001::/23',
    '2001:db8::/32',
    '2002::/16',
    '3fff::/20',
    '5f00::/16',
    'fc00::/7',
    'fe80::/10',
    'fec0::/10',
    'ff00::/8',
  ],
}

// A separate list each: one list takes an IPv4 address for its mapped form, and `::ffff:0:0/96` would block all of
// them.
const blocked = { ipv4: blockList('ipv4'), ipv6: blockList('ipv6') }

function blockList(family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const range of closed[family]) {
    const [network = '', prefix] = range.split('/')
    list.addSubnet(network, Number(prefix), family)
  }
  return list
}

/** Whether an IP address can be called without reaching into a private network. False for an invalid address. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !blocked.ipv4.check(address, 'ipv4')
  return isIPv6(address) && !address.includes('%') && !blocked.ipv6.check(address, 'ipv6')
}
