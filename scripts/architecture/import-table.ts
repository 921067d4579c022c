/** Who may import whom: the table of docs/architecture.md in code. Everything else is forbidden. */
import type { Rule } from './rule.ts'
import type { Import, SourceFile } from './source-file.ts'

/**
 * A pattern names a file, or a folder when it ends with a slash. A target after `types ` may be imported as a type only.
 * `.` is the importing folder itself: for `server/features/` and `web/features/` the same feature.
 */
type Row = { from: string; may: readonly string[] }

const serverBase = [
  'contract/',
  'energy/',
  ...[
    'app-error',
    'body-fields',
    'bounded-map',
    'clock',
    'config',
    'keys',
    'number-names',
    'revision',
    'start-error',
    'units',
  ].map(name => `server/${name}.ts`),
]
/** Modules below the features; they know no feature and no HTTP. */
const serverModules = [
  'audit',
  'auth',
  'backup',
  'database',
  'dns-providers',
  'energy',
  'files',
  'invoice-documents',
  'jobs',
  'realtime',
  'mail',
  'metrics',
  'mqtt',
  'outgoing',
  'secrets',
  'threads',
].map(name => `server/${name}/`)

/** The words that belong to no feature. */
const sharedTexts = ['common', 'errors', 'files', 'form-validation', 'passwords'].map(
  name => `web/texts/${name}.texts.ts`,
)

/** The first row that matches the importing file applies. */
const table: readonly Row[] = [
  { from: 'contract/', may: ['contract/', 'zod', 'zod/mini'] },
  { from: 'energy/testing/', may: ['energy/', 'packages'] },
  { from: 'energy/', may: ['energy/', 'highs'] },

  // Documents come from a frozen snapshot: no database, no HTTP, no other part of the server.
  { from: 'server/invoice-documents/', may: ['.', 'server/threads/', 'contract/', 'node:', 'packages'] },
  // The server imports it only here, and only on demand.
  { from: 'server/demo-part.ts', may: ['server/start-error.ts', 'demo/'] },
  { from: 'server/command-part.ts', may: [...serverBase, 'server/'] },
  { from: 'server/message-part.ts', may: [...serverBase, 'server/', 'node:'] },
  { from: 'server/testing/', may: ['contract/', 'server/', 'node:', 'packages'] },
  { from: 'server/app.ts', may: ['contract/', 'server/', 'node:', 'packages'] },
  { from: 'server/main.ts', may: ['contract/', 'server/', 'node:', 'packages'] },
  { from: 'server/cli/', may: ['contract/', 'energy/', 'server/', 'node:', 'packages'] },
  {
    from: 'demo/',
    may: [...serverBase, 'server/context.ts', ...serverModules, 'server/features/', '.', 'node:', 'packages'],
  },
  {
    from: 'server/features/',
    may: [
      ...serverBase,
      'server/context.ts',
      ...serverModules,
      'server/http/',
      'server/features/',
      'node:',
      'packages',
    ],
  },
  { from: 'server/http/', may: [...serverBase, 'server/context.ts', ...serverModules, '.', 'node:', 'packages'] },
  ...serverModules.map(from => ({
    from,
    may: [...serverBase, 'server/context.ts', ...serverModules, 'node:', 'packages'],
  })),
  { from: 'server/', may: [...serverBase, ...serverModules.map(name => `types ${name}`), 'node:', 'packages'] },

  {
    from: 'web/components/',
    may: ['.', 'web/lib/', ...sharedTexts, 'contract/limits.ts', 'types contract/', 'packages'],
  },
  { from: 'web/lib/format/format.ts', may: ['.', 'energy/berlin-time.ts'] },
  { from: 'web/lib/', may: ['.', ...sharedTexts, 'contract/', 'packages'] },
  {
    from: 'web/texts/',
    may: [
      '.',
      'contract/',
      'web/lib/format/format.ts',
      'web/lib/format/format-number.ts',
      'web/lib/api/mail-sending.ts',
    ],
  },
  { from: 'web/styles/', may: ['.'] },
  // The engine runs in a worker of the browser, and nowhere else in the web app.
  { from: 'web/features/power-master/what-if-engine.ts', may: ['.', 'energy/'] },
  { from: 'web/features/', may: ['.', 'contract/', 'web/components/', 'web/lib/', 'web/texts/', 'packages'] },
  {
    from: 'web/pages/',
    may: [
      '.',
      'contract/',
      'web/features/',
      'web/components/',
      'web/lib/',
      'web/texts/',
      'web/app/paths.ts',
      'packages',
    ],
  },
  { from: 'web/', may: ['contract/', 'web/', 'packages'] },

  { from: 'e2e/', may: ['.', 'contract/', 'server/', 'web/texts/', 'web/app/paths.ts', 'node:', 'packages'] },
  { from: 'bench/', may: ['.', 'contract/', 'energy/', 'demo/', 'server/', 'e2e/', 'node:', 'packages'] },
  { from: 'scripts/', may: ['.', 'contract/', 'server/', 'demo/', 'web/', 'e2e/', 'node:', 'packages'] },
  { from: '', may: ['scripts/', 'node:', 'packages'] },
]

/** A test may import its subject and the test builders of its root. */
const testTable: readonly Row[] = [
  { from: 'contract/', may: ['contract/', 'node:', 'packages'] },
  { from: 'energy/', may: ['energy/', 'node:', 'packages'] },
  { from: 'server/', may: ['contract/', 'energy/', 'server/', 'demo/', 'node:', 'packages'] },
  { from: 'web/', may: ['contract/', 'web/', 'scripts/', 'node:', 'packages'] },
  {
    from: '',
    may: ['contract/', 'energy/', 'server/', 'demo/', 'web/', 'e2e/', 'bench/', 'scripts/', 'node:', 'packages'],
  },
]

export const importTable: Rule = {
  name: 'each part imports only what the table allows it',
  check: files =>
    files.flatMap(file => file.imports.filter(item => !isAllowed(file, item)).map(item => sentenceOf(file, item))),
  planted: [
    { 'contract/a.ts': "import { b } from '#server/b.ts'" },
    { 'contract/a.ts': "import fastify from 'fastify'" },
    { 'energy/a.ts': "import { readFileSync } from 'node:fs'" },
    { 'energy/a.ts': "import { b } from '#contract/b.ts'" },
    { 'energy/a.ts': "import { b } from '#server/clock.ts'" },
    { 'web/features/a/x.tsx': "import { plan } from '#energy/plan.ts'" },
    { 'server/database/a.ts': "import { b } from '#server/features/tickets/ticket.queries.ts'" },
    { 'server/auth/a.ts': "import { b } from '#server/http/bind.ts'" },
    { 'server/http/a.ts': "import type { B } from\n  '#server/features/tickets/ticket.queries.ts'" },
    { 'server/features/a/one.queries.ts': "import { x } from '#server/app.ts'" },
    { 'server/features/a/one.queries.ts': "import { x } from '#server/testing/build.ts'" },
    { 'server/app.ts': "import type { X } from '#web/app/x.ts'" },
    { 'server/main.ts': "const x = () => import('#demo/x.ts')" },
    { 'web/main.tsx': "import { x } from '#server/clock.ts'" },
    { 'web/main.tsx': "const x = () => import('#server/clock.ts')" },
    { 'web/lib/a.ts': "import { readFileSync } from 'node:fs'" },
    { 'web/components/a.tsx': "import { tickets } from '#contract/tickets.ts'" },
    { 'web/components/a.tsx': "import { words } from '#web/texts/tickets.texts.ts'" },
    { 'web/features/a/x.tsx': "export { y } from '#web/features/b/y.tsx'" },
    { 'web/features/a/x.tsx': "type Y = import('#web/pages/home.page.tsx').Y" },
    { 'web/pages/a.tsx': "import { router } from '#web/app/router.tsx'" },
  ],
  allowed: [
    { 'contract/a.ts': "import * as z from 'zod/mini'\nimport { b } from './b.ts'" },
    { 'energy/a.ts': "import loadHighs from 'highs'\nimport { b } from './b.ts'" },
    { 'server/cli/a.ts': "import { plan } from '#energy/plan.ts'" },
    {
      'server/features/a/one.commands.ts':
        "import { b } from '#server/audit/record.ts'\nimport { c } from './one.queries.ts'",
    },
    { 'server/context.ts': "import type { Actor } from '#server/auth/actor.ts'" },
    { 'web/features/a/x.tsx': "import { call } from '#web/lib/api/api-client.ts'\nimport { y } from './y.tsx'" },
    { 'web/components/a.tsx': "import type { Ticket } from '#contract/tickets.ts'" },
    { 'web/features/a/x.test.tsx': "import { renderPage } from '#web/testing/render-page.tsx'" },
  ],
}

function isAllowed(file: SourceFile, item: Import): boolean {
  const row = (file.isTest ? testTable : table).find(({ from }) => fits(file.path, from))
  return row?.may.some(target => permits(target, file, item)) ?? false
}

function permits(target: string, file: SourceFile, item: Import): boolean {
  if (target.startsWith('types ')) return item.isTypeOnly && permits(target.slice('types '.length), file, item)
  if (item.target === undefined) return permitsPackage(target, item.specifier)
  return fits(item.target, target === '.' ? ownFolder(file.path) : target)
}

function permitsPackage(target: string, specifier: string): boolean {
  if (target === 'node:') return specifier.startsWith('node:')
  if (target === 'packages') return !specifier.startsWith('node:')
  return target === specifier
}

function fits(path: string, pattern: string): boolean {
  return pattern === '' || pattern.endsWith('/') ? path.startsWith(pattern) : path === pattern
}

/** `web/features/tickets/` for its files, `web/lib/` for those of a part without features. */
function ownFolder(path: string): string {
  const depth = /^\w+\/features\//.test(path) ? 3 : path.startsWith('server/') || path.startsWith('web/') ? 2 : 1
  return `${path.split('/').slice(0, depth).join('/')}/`
}

function sentenceOf(file: SourceFile, item: Import): string {
  return `${file.path} may not import ${item.specifier}${item.isTypeOnly ? ' (type)' : ''}`
}
