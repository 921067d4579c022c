/** Real name servers on loopback, each with zones of its own: PowerDNS, BIND and Knot. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { findDnsPrograms } from './dns-programs.ts'
import { freePort } from './free-port.ts'

export type NameServer = {
  /** Of DNS. */
  readonly port: number
  /** A new zone; its name. */
  readonly addZone: () => Promise<string>
  readonly process: ChildProcess
  readonly stop: () => Promise<void>
}

export const tsigKeys = {
  'hmac-sha256': { name: 'portal-key', secret: Buffer.alloc(32, 'sha256 key ').toString('base64') },
  'hmac-sha512': { name: 'portal-key-512', secret: Buffer.alloc(64, 'sha512 key ').toString('base64') },
} as const
export const powerDnsKey = 'powerdns-schluessel-4711'
/** The names that the keys may write in BIND and Knot; one more is in no grant. */
export const grantedNames = ['@', '*', 'home', 'nas.home', 'xn--grn-ioa']

const zonesOfServer = 60

export async function startPowerDns(): Promise<NameServer & { readonly api: string }> {
  const [port, apiPort] = await Promise.all([freePort(), freePort()])
  const { folder: tree, env } = findDnsPrograms()
  const folder = mkdtempSync(join(tmpdir(), 'powerdns-'))
  const database = new DatabaseSync(join(folder, 'pdns.sqlite'))
  database.exec(readFileSync(join(tree, 'usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql'), 'utf8'))
  database.close()
  const settings = {
    launch: 'gsqlite3',
    'gsqlite3-database': join(folder, 'pdns.sqlite'),
    'gsqlite3-pragma-synchronous': 0,
    'module-dir': `${env.LD_LIBRARY_PATH}/pdns`,
    'local-address': '127.0.0.1',
    'local-port': port,
    api: 'yes',
    'api-key': powerDnsKey,
    'webserver-address': '127.0.0.1',
    'webserver-port': apiPort,
    'webserver-allow-from': '127.0.0.1',
    'socket-dir': folder,
    'security-poll-suffix': '',
    'default-soa-content': 'ns1.@ hostmaster.@ 0 60 60 3600 5',
    // Otherwise an answer from before a zone exists is kept.
    'cache-ttl': 0,
    'query-cache-ttl': 0,
    'negquery-cache-ttl': 0,
    'zone-cache-refresh-interval': 0,
  }
  writeFileSync(
    join(folder, 'pdns.conf'),
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}`)
      .join('\n'),
  )
  const server = await start('pdns_server', [`--config-dir=${folder}`], folder, port)
  const api = `http://127.0.0.1:${apiPort}`
  await reach(apiPort)
  let count = 0
  return {
    ...server,
    api,
    addZone: async () => {
      const domain = `zone${++count}.test`
      const { status } = await fetch(`${api}/api/v1/servers/localhost/zones`, {
        method: 'POST',
        headers: { 'x-api-key': powerDnsKey },
        body: JSON.stringify({
          name: `${domain}.`,
          kind: 'Native',
          nameservers: [`ns1.${domain}.`],
          soa_edit_api: 'INCREASE',
        }),
      })
      if (status !== 201) throw new Error(`PowerDNS made no zone: ${status}`)
      return domain
    },
  }
}

export async function startBind(): Promise<NameServer> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'bind-'))
  const domains = writeZones(folder)
  const granted = (domain: string) =>
    Object.values(tsigKeys)
      .flatMap(({ name: key }) =>
        grantedNames.map(name => `grant ${key} name ${name === '@' ? domain : `${name}.${domain}`} A AAAA;`),
      )
      .join(' ')
  writeFileSync(
    join(folder, 'named.conf'),
    `options { directory "${folder}"; pid-file "${folder}/named.pid"; session-keyfile "${folder}/session.key";
  listen-on port ${port} { 127.0.0.1; }; listen-on-v6 { none; }; recursion no; notify no; dnssec-validation no; };
controls { };
${Object.entries(tsigKeys)
  .map(([algorithm, { name, secret }]) => `key "${name}" { algorithm ${algorithm}; secret "${secret}"; };`)
  .join('\n')}
${domains
  .map(domain => `zone "${domain}" { type primary; file "${domain}.zone"; update-policy { ${granted(domain)} }; };`)
  .join('\n')}
`,
  )
  const server = await start('named', ['-g', '-n', '1', '-c', join(folder, 'named.conf')], folder, port)
  return { ...server, addZone: nextOf(domains) }
}

export async function startKnot(): Promise<NameServer> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'knot-'))
  const domains = writeZones(folder)
  mkdirSync(join(folder, 'db'))
  writeFileSync(
    join(folder, 'knot.conf'),
    `server:
    rundir: "${folder}"
    listen: 127.0.0.1@${port}
database:
    storage: "${folder}/db"
key:
${Object.entries(tsigKeys)
  .map(([algorithm, { name, secret }]) => `  - id: ${name}\n    algorithm: ${algorithm}\n    secret: ${secret}`)
  .join('\n')}
acl:
  - id: updates
    key: [${Object.values(tsigKeys)
      .map(({ name }) => name)
      .join(', ')}]
    action: update
    update-type: [A, AAAA]
    update-owner: name
    update-owner-match: equal
    update-owner-name: [${domains.flatMap(domain => grantedNames.map(name => (name === '@' ? `${domain}.` : `"${name}.${domain}."`))).join(', ')}]
template:
  - id: default
    storage: "${folder}"
    acl: updates
zone:
${domains.map(domain => `  - domain: ${domain}\n    file: "${domain}.zone"`).join('\n')}
`,
  )
  const server = await start('knotd', ['-c', join(folder, 'knot.conf')], folder, port)
  return { ...server, addZone: nextOf(domains) }
}

/** The answer as read by `dig`, which shares no code with ours. Sorted. */
export async function dig(port: number, name: string, type: 'A' | 'AAAA'): Promise<readonly string[]> {
  const { env } = findDnsPrograms()
  const { stdout } = await promisify(execFile)(
    'dig',
    ['@127.0.0.1', '-p', String(port), '+tcp', '+norecurse', '+short', '-q', name, '-t', type],
    { env },
  )
  return stdout.trim() === '' ? [] : stdout.trim().split('\n').toSorted()
}

/** Writes A records with BIND's own tool, as somebody else would. */
export async function nsupdate(
  port: number,
  algorithm: keyof typeof tsigKeys,
  domain: string,
  name: string,
  values: readonly string[],
): Promise<void> {
  const { env } = findDnsPrograms()
  const { name: key, secret } = tsigKeys[algorithm]
  const lines = [
    `server 127.0.0.1 ${port}`,
    `zone ${domain}`,
    ...values.map(value => `update add ${name}.${domain} 60 A ${value}`),
    'send',
  ]
  const work = promisify(execFile)('nsupdate', ['-v', '-y', `${algorithm}:${key}:${secret}`], { env })
  work.child.stdin?.end(`${lines.join('\n')}\n`)
  await work
}

function writeZones(folder: string): string[] {
  return Array.from({ length: zonesOfServer }, (_, index) => {
    const domain = `zone${index + 1}.test`
    const soa = `@ 300 IN SOA ns1.${domain}. hostmaster.${domain}. 1 60 60 3600 5`
    writeFileSync(join(folder, `${domain}.zone`), `${soa}\n@ 300 IN NS ns1.${domain}.\nns1 300 IN A 192.0.2.1\n`)
    return domain
  })
}

function nextOf(domains: string[]): () => Promise<string> {
  return async () => {
    const domain = domains.shift()
    if (domain === undefined) throw new Error('The server has no zone left.')
    return domain
  }
}

async function start(
  program: string,
  args: readonly string[],
  folder: string,
  port: number,
): Promise<Omit<NameServer, 'addZone'>> {
  const { folder: tree, env } = findDnsPrograms()
  const child = spawn(join(tree, 'usr/sbin', program), [...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let words = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => (words = `${words}${chunk}`.slice(-4_000)))
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const failed = ended.then(() => Promise.reject(new Error(`${program} ended: ${words}`)))
  failed.catch(() => {})
  await Promise.race([reach(port), failed])
  return { port, process: child, stop }
}

/** Resolves when the server listens. */
async function reach(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isThere = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'close').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (isThere) return
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}
