/** Routers and host names of the DNS updater for the measurements. */
import { DatabaseSync } from 'node:sqlite'
import { hashToken } from '#server/auth/tokens.ts'
import { newId } from '#server/database/ids.ts'
import { apiKeyPlace } from '#server/features/dns/dns-domain.commands.ts'
import { openKeys } from '#server/keys.ts'
import { sealSecret } from '#server/secrets/seal.ts'

/** Each may call ten times a minute: enough for a minute of rounds without a pause. */
export const benchRouters = 12_000
export const benchRouterToken = 'bench0123456789bench0123456789ab'
export const benchRouterAddress = '9.9.9.9'
const dueDomains = 100
const dueHostnamesOfDomain = 100

export function benchRouterUser(n: number): string {
  return `router${String(n).padStart(6, '0')}`
}

/** Endpoints of one customer, each with one proven host name. */
export function seedRouters(db: DatabaseSync, customerId: string, at: string): void {
  const { domain, hostname } = insertsOf(db)
  const endpoint = db.prepare(
    `insert into dns_endpoint (id, customer_id, name, name_key, router, request_template, is_active, user_name, token_hash,
       created_at, updated_at)
     values (?, ?, ?, ?, 'ddclient', 'hostname={hostnames}&myip={ipv4}', 1, ?, ?, ?, ?)`,
  )
  const member = db.prepare('insert into dns_endpoint_hostname (endpoint_id, hostname_id, position) values (?, ?, 0)')
  const domainId = newId()
  domain.run(domainId, customerId, 'router.example', 'hetzner', '{}', null, at, at)
  const tokenHash = hashToken(benchRouterToken)
  for (let n = 0; n < benchRouters; n += 1) {
    const [id, hostnameId, name] = [newId(), newId(), `h${n}`]
    const full = `${name}.router.example`
    hostname.run(hostnameId, customerId, domainId, name, full, benchRouterAddress, 'current', null, at, at)
    endpoint.run(id, customerId, name, name, benchRouterUser(n), tokenHash, at, at)
    member.run(id, hostnameId)
  }
}

/** Ten thousand host names that are due now, at a PowerDNS that refuses connections. */
export function seedDue(file: string, { keysFile, server }: { keysFile: string; server: string }): void {
  const keys = openKeys(keysFile)
  const db = new DatabaseSync(file)
  db.exec('pragma synchronous = off; begin')
  const { domain, hostname } = insertsOf(db)
  const { id: customerId } = db.prepare('select id from customer limit 1').get() as { id: string }
  const now = new Date().toISOString()
  for (let d = 0; d < dueDomains; d += 1) {
    const domainId = newId()
    const key = sealSecret(keys, apiKeyPlace(domainId), 'bench')
    domain.run(domainId, customerId, `due${d}.example`, 'powerdns', JSON.stringify({ server }), key, now, now)
    for (let n = 0; n < dueHostnamesOfDomain; n += 1) {
      const [name, full] = [`h${n}`, `h${n}.due${d}.example`]
      hostname.run(newId(), customerId, domainId, name, full, benchRouterAddress, 'pending', now, now, now)
    }
  }
  db.exec('commit; analyze')
  db.close()
}

function insertsOf(db: DatabaseSync) {
  return {
    domain: db.prepare(
      `insert into dns_domain (id, customer_id, domain, type, options, name_servers, sealed_api_key, created_at, updated_at)
       values (?, ?, ?, ?, ?, '[]', ?, ?, ?)`,
    ),
    hostname: db.prepare(
      `insert into dns_hostname (id, customer_id, domain_id, name, full_name, type, source, value, ttl, state,
         next_attempt_at, created_at, updated_at)
       values (?, ?, ?, ?, ?, 'A', 'reported', ?, 300, ?, ?, ?, ?)`,
    ),
  }
}
