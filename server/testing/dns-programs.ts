/** Name servers and tools for the tests. */
import { type DebianPrograms, findDebianPrograms } from './debian-programs.ts'

const packages = ['pdns-server', 'pdns-backend-sqlite3', 'bind9', 'bind9-dnsutils', 'knot', 'ddclient', 'inadyn']
const programs = [
  'usr/sbin/pdns_server',
  'usr/sbin/named',
  'usr/sbin/knotd',
  'usr/bin/dig',
  'usr/bin/ddclient',
  'usr/sbin/inadyn',
]

export function findDnsPrograms(): DebianPrograms {
  return findDebianPrograms('dns-programs', { packages, programs })
}
