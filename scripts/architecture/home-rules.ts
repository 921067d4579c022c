/** Things with one home: all other code uses them through it. */
import type { Rule } from './rule.ts'
import type { SourceFile } from './source-file.ts'

type Home = {
  what: string
  /** As parsed into `SourceFile.uses`. */
  uses: readonly string[]
  /** The parts of the repository where the rule applies; folders end with a slash. */
  within: readonly string[]
  /** Files and folders that are the home; missing ones are reserved. */
  homes: readonly string[]
  /** A line that breaks the rule. */
  planted: string
}

const homes: readonly Home[] = [
  {
    what: 'the environment',
    uses: ['process.env'],
    within: ['contract/', 'energy/', 'server/', 'web/'],
    homes: ['server/config.ts'],
    planted: 'const port = process.env.PORT',
  },
  {
    what: 'fetch',
    uses: ['fetch()', 'window.fetch', 'globalThis.fetch', 'new XMLHttpRequest()'],
    within: ['contract/', 'energy/', 'server/', 'web/'],
    homes: [
      'web/lib/api/api-client.ts',
      'web/lib/api/send-file.ts',
      'web/lib/realtime/read-event-stream.ts',
      'server/outgoing/',
    ],
    planted: "await fetch('/api/backend/tickets/')",
  },
  {
    what: 'the current time on the server',
    uses: ['new Date()', 'Date()', 'Date.now'],
    within: ['contract/', 'energy/', 'server/'],
    homes: ['server/clock.ts'],
    planted: 'const at = new Date()',
  },
  {
    what: 'the current time in the browser',
    uses: ['new Date()', 'Date()', 'Date.now'],
    within: ['web/'],
    homes: ['web/lib/'],
    planted: 'const at = Date.now()',
  },
  {
    what: 'Intl',
    uses: [
      'Intl.DateTimeFormat',
      'Intl.NumberFormat',
      'Intl.PluralRules',
      'Intl.RelativeTimeFormat',
      'Intl.Collator',
      'Intl.ListFormat',
      '.toLocaleString',
      '.toLocaleDateString',
      '.toLocaleTimeString',
    ],
    within: ['contract/', 'energy/', 'server/', 'web/'],
    homes: ['web/lib/format/format.ts', 'server/clock.ts'],
    planted: "new Intl.NumberFormat('de-DE').format(amount)",
  },
  {
    what: 'SQL',
    uses: ['.selectFrom', '.insertInto', '.updateTable', '.deleteFrom', '.mergeInto', 'sql``', 'sql.raw'],
    within: ['contract/', 'energy/', 'server/', 'web/'],
    homes: [
      ...['database', 'auth', 'audit', 'backup', 'files', 'jobs', 'realtime', 'mail', 'secrets', 'testing'].map(
        name => `server/${name}/`,
      ),
      'server/http/idempotency/idempotency-store.ts',
    ],
    planted: "await db.selectFrom('ticket').selectAll().execute()",
  },
]

/** In a feature, queries and commands are the home of SQL; all other kinds of file go through them. */
const featureSql = /^server\/features\/.+\.(queries|commands)\.ts$/

export const singleHomes: Rule = {
  name: 'environment, fetch, time, Intl and SQL are reached for in their one home only',
  check: files =>
    homes.flatMap(home => files.filter(file => breaks(file, home)).map(({ path }) => `${path} uses ${home.what}`)),
  planted: homes.flatMap(({ within, planted }) =>
    within.map(root => ({
      [`${root}${root === 'server/' ? 'features/tickets/ticket.routes' : 'planted'}.ts`]: planted,
    })),
  ),
  allowed: [
    { 'server/config.ts': 'readConfig(process.env)' },
    { 'server/clock.ts': 'const now = () => new Date()' },
    { 'server/features/tickets/ticket.queries.ts': "db.selectFrom('ticket')" },
    { 'server/features/tickets/ticket.rules.ts': "const at = new Date('2026-01-01')" },
    { 'server/features/tickets/ticket.queries.test.ts': "db.selectFrom('ticket')" },
    { 'web/lib/api/api-client.ts': 'await fetch(url)' },
  ],
}

export const kyselyImports: Rule = {
  name: 'the query builder is imported where SQL is at home',
  check: files =>
    files
      .filter(file => !file.isTest && importsKysely(file) && !isSqlHome(file.path))
      .map(({ path }) => `${path} imports kysely`),
  planted: [
    { 'server/features/tickets/ticket.routes.ts': "import { sql } from 'kysely'" },
    { 'server/http/bind.ts': "import { Kysely } from 'kysely'" },
  ],
  allowed: [
    { 'server/context.ts': "import type { Kysely } from 'kysely'" },
    { 'server/features/tickets/ticket.commands.ts': "import { sql } from 'kysely'" },
    { 'server/database/open.ts': "import { Kysely } from 'kysely'" },
  ],
}

/** Where the server opens connections to user-entered addresses; `server/http` only accepts them. */
const networkHomes: Readonly<Record<string, readonly string[]>> = {
  'node:http': ['server/outgoing/', 'server/http/'],
  ...Object.fromEntries(
    ['https', 'http2', 'dns', 'dns/promises', 'net', 'tls', 'dgram'].map(name => [
      `node:${name}`,
      ['server/outgoing/'],
    ]),
  ),
}

/** The values of `node:net` that open no connection; its sockets have the same home. */
const harmlessNetNames: ReadonlySet<string> = new Set(['isIP', 'isIPv4', 'isIPv6', 'BlockList', 'createServer'])

export const networkImports: Rule = {
  name: 'the server calls others only through its outgoing module',
  check: files =>
    files
      .filter(({ path, isTest }) => path.startsWith('server/') && !path.startsWith('server/testing/') && !isTest)
      .flatMap(({ path, imports }) =>
        imports
          .filter(({ specifier, isTypeOnly, names }) => {
            const isNet = specifier === 'node:net' || specifier === 'node:tls'
            if (isNet && names.every(name => harmlessNetNames.has(name))) return false
            const allowed = networkHomes[specifier]
            return !isTypeOnly && allowed !== undefined && !allowed.some(home => isAt(path, home))
          })
          .map(({ specifier }) => `${path} imports ${specifier}`),
      ),
  planted: [
    { 'server/features/dns/dns.commands.ts': "import { request } from 'node:https'" },
    { 'server/mail/smtp.ts': "import { lookup } from 'node:dns/promises'" },
    { 'server/jobs/loop.ts': "import { get } from 'node:http'" },
    { 'server/dns-providers/rfc2136.ts': "import { connect, isIP } from 'node:net'" },
    { 'server/dns-providers/rfc2136.ts': "import { Socket } from 'node:net'" },
    { 'server/mqtt/broker.ts': "import { connect, createServer } from 'node:tls'" },
    { 'server/dns-providers/rfc2136.ts': "import net from 'node:net'" },
    { 'server/dns-providers/rfc2136.ts': "import * as net from 'node:net'" },
    { 'server/dns-providers/rfc2136.ts': "const { connect } = await import('node:net')" },
  ],
  allowed: [
    { 'server/outgoing/call.ts': "import { request } from 'node:https'" },
    { 'server/http/server.ts': "import { STATUS_CODES } from 'node:http'" },
    { 'server/context.ts': "import type { Agent } from 'node:https'" },
    { 'server/config.ts': "import { isIP } from 'node:net'" },
    { 'server/outgoing/dns-call.ts': "import { connect } from 'node:net'" },
    { 'server/main.ts': "import { createServer, type Socket } from 'node:net'" },
    { 'server/mqtt/broker.ts': "import { createServer } from 'node:tls'" },
  ],
}

function breaks(file: SourceFile, { uses, within, homes: allowed }: Home): boolean {
  if (file.isTest || !within.some(root => file.path.startsWith(root))) return false
  if (file.path.startsWith('server/testing/') || file.path.startsWith('web/testing/')) return false
  if (uses.includes('.selectFrom') && featureSql.test(file.path)) return false
  return !allowed.some(home => isAt(file.path, home)) && uses.some(use => file.uses.has(use))
}

function importsKysely({ imports }: SourceFile): boolean {
  return imports.some(({ specifier, isTypeOnly }) => specifier === 'kysely' && !isTypeOnly)
}

function isSqlHome(path: string): boolean {
  const sql = homes.find(({ what }) => what === 'SQL')
  return featureSql.test(path) || (sql?.homes.some(home => isAt(path, home)) ?? false)
}

function isAt(path: string, home: string): boolean {
  return home.endsWith('/') ? path.startsWith(home) : path === home
}
