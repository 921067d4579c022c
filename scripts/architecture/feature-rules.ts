/** Rules inside a server feature and between features and modules: closed file kinds, narrow interfaces, no cycles. */
import type { Rule } from './rule.ts'
import type { Import, SourceFile } from './source-file.ts'

const kinds = ['routes', 'queries', 'commands', 'policy', 'rules', 'present', 'jobs', 'mails']

/** Every other file of a web feature is a component, a hook or a function, named after itself. */
const webKinds = ['labels', 'mutations', 'query-options']

export const fileKinds: Rule = {
  name: 'a feature lies flat, and its files are of the agreed kinds',
  check: files =>
    files
      .filter(file => !file.isTest && !hasAgreedKind(file))
      .map(
        ({ path }) => `${path} is no <topic>.<kind>.ts with one of ${kinds.join(', ')} (web: ${webKinds.join(', ')})`,
      ),
  planted: [
    { 'server/features/tickets/ticket-totals.ts': '' },
    { 'server/features/tickets/ticket.totals.ts': '' },
    { 'server/features/tickets/queries.ts': '' },
    { 'server/features/tickets/entries/ticket-entry.queries.ts': '' },
    { 'server/features/ticket.queries.ts': '' },
    { 'web/features/tickets/ticket.queries.ts': '' },
    { 'web/features/tickets/entries/ticket-entry-list.tsx': '' },
  ],
  allowed: [
    { 'server/features/tickets/ticket.queries.ts': '', 'server/features/tickets/ticket-entry.rules.ts': '' },
    { 'server/features/tickets/ticket.queries.test.ts': '', 'server/features/tickets/ticket-sums.test.ts': '' },
    { 'web/features/tickets/ticket.query-options.ts': '', 'web/features/tickets/ticket-entry-list.tsx': '' },
  ],
}

export const featureDoors: Rule = {
  name: 'a feature reaches another only through its queries and commands, and HTTP only from its routes',
  check: files =>
    files
      .filter(file => isInFeature(file) && !file.isTest)
      .flatMap(file =>
        file.imports.filter(item => !isDoor(file, item)).map(item => `${file.path} may not import ${item.specifier}`),
      ),
  planted: [
    { 'server/features/a/one.commands.ts': "import { x } from '#server/features/b/two.policy.ts'" },
    { 'server/features/a/one.queries.ts': "import type { X } from '#server/http/bind.ts'" },
    { 'server/features/a/one.routes.ts': "import { x } from '#server/features/b/two.routes.ts'" },
  ],
  allowed: [
    { 'server/features/a/one.commands.ts': "import { x } from '#server/features/b/two.queries.ts'" },
    { 'server/features/a/one.commands.ts': "import { x } from '#server/features/a/other.policy.ts'" },
    { 'server/features/a/one.routes.ts': "import { bind } from '#server/http/bind.ts'" },
  ],
}

export const featureCycles: Rule = {
  name: 'features do not depend on each other in a circle, types included',
  check: files =>
    findCycles(
      files.filter(file => isInFeature(file) && !file.isTest),
      featureOf,
      () => true,
    ),
  planted: [
    {
      'server/features/a/one.queries.ts': "import { x } from '#server/features/b/two.queries.ts'",
      'server/features/b/two.commands.ts': "import type { Y } from '#server/features/c/three.queries.ts'",
      'server/features/c/three.queries.ts': "import { z } from '#server/features/a/one.commands.ts'",
    },
  ],
  allowed: [
    {
      'server/features/a/one.queries.ts': "import { x } from '#server/features/b/two.queries.ts'",
      'server/features/b/two.queries.ts': "import { x } from './two.commands.ts'",
    },
  ],
}

export const moduleCycles: Rule = {
  name: 'the modules of the server do not depend on each other in a circle',
  check: files =>
    findCycles(
      files.filter(file => file.path.startsWith('server/') && !file.isTest),
      moduleOf,
      isAtRunTime,
    ),
  planted: [
    {
      'server/auth/a.ts': "import { x } from '#server/database/b.ts'",
      'server/database/c.ts': "import { y } from '#server/auth/d.ts'",
    },
  ],
  allowed: [
    {
      'server/auth/a.ts': "import type { Services } from '#server/context.ts'",
      'server/context.ts': "import type { A } from '#server/auth/a.ts'",
    },
  ],
}

export const fileCycles: Rule = {
  name: 'no two files import each other in a circle',
  check: files => findCycles(files, file => file.path, isAtRunTime),
  planted: [
    { 'web/lib/a.ts': "export { b } from './b.ts'", 'web/lib/b.ts': "import { a } from './a.ts'" },
    { 'web/lib/a.ts': "await import('./b.ts')", 'web/lib/b.ts': "import { a } from './a.ts'" },
  ],
  allowed: [{ 'web/lib/a.ts': "export { b } from './b.ts'", 'web/lib/b.ts': "import type { A } from './a.ts'" }],
}

/** A part that loads on demand may use the types of the file that loads it. */
export const typeCycles: Rule = {
  name: 'no two files import each other in a circle for their types either, unless one loads the other on demand',
  check: files =>
    findCycles(
      files,
      file => file.path,
      item => !item.isLazy,
    ),
  planted: [
    { 'web/lib/a.ts': "import { b } from './b.ts'", 'web/lib/b.ts': "import type { A } from './a.ts'" },
    { 'server/a.ts': "import type { B } from './b.ts'", 'server/b.ts': "import type { A } from './a.ts'" },
  ],
  allowed: [{ 'web/lib/a.ts': "await import('./b.ts')", 'web/lib/b.ts': "import type { A } from './a.ts'" }],
}

function isInFeature({ path }: SourceFile): boolean {
  return path.startsWith('server/features/')
}

function hasAgreedKind({ path }: SourceFile): boolean {
  const [root, place, , ...rest] = path.split('/')
  if (place !== 'features' || (root !== 'server' && root !== 'web')) return true
  const [name = ''] = rest
  const kind = /^[a-z0-9-]+\.([a-z-]+)\.ts$/.exec(name)?.[1]
  if (rest.length !== 1) return false
  if (root === 'server') return kind !== undefined && kinds.includes(kind)
  return kind === undefined ? /^[a-z0-9-]+\.tsx?$/.test(name) : webKinds.includes(kind)
}

function isDoor(file: SourceFile, { target = '' }: Import): boolean {
  if (target.startsWith('server/http/')) return file.path.endsWith('.routes.ts')
  if (!target.startsWith('server/features/') || featurePath(target) === featurePath(file.path)) return true
  return /\.(queries|commands)\.ts$/.test(target)
}

function featureOf(file: { path: string }): string {
  return featurePath(file.path)
}

function featurePath(path: string): string {
  return path.split('/').slice(0, 3).join('/')
}

/** `server/auth`, or the file itself for files directly in server/. */
function moduleOf({ path }: { path: string }): string {
  return path.startsWith('server/features/') ? featurePath(path) : path.split('/').slice(0, 2).join('/')
}

function isAtRunTime(item: Import): boolean {
  return !item.isTypeOnly
}

/** One sentence per circle of the graph whose nodes are the groups the files belong to. */
function findCycles(
  files: readonly SourceFile[],
  groupOf: (file: { path: string }) => string,
  counts: (item: Import) => boolean,
): string[] {
  const edges = new Map<string, Set<string>>()
  for (const file of files) {
    for (const item of file.imports) {
      if (item.target === undefined || !counts(item)) continue
      const [from, to] = [groupOf(file), groupOf({ path: item.target })]
      if (from !== to || file.path === item.target) edges.set(from, (edges.get(from) ?? new Set()).add(to))
    }
  }
  return circlesIn(edges).map(circle => `${circle[0]} depends on itself: ${circle.join(' -> ')}`)
}

function circlesIn(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const circles: string[][] = []
  const done = new Set<string>()
  const walk = (node: string, trail: readonly string[]) => {
    const start = trail.indexOf(node)
    if (start >= 0) circles.push([...trail.slice(start), node])
    if (start >= 0 || done.has(node)) return
    for (const next of edges.get(node) ?? []) walk(next, [...trail, node])
    done.add(node)
  }
  for (const node of edges.keys()) walk(node, [])
  return circles
}
