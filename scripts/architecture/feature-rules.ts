/** What holds inside a server feature and between features and modules: closed file kinds, narrow doors, no cycles. */
import type { Rule } from './rule.ts'
import type { Import, SourceFile } from './source-file.ts'

const kinds = ['routes', 'queries', 'commands', 'policy', 'rules', 'present', 'jobs', 'mails']

export const fileKinds: Rule = {
  name: 'a server feature has only the agreed kinds of files',
  check: files =>
    files
      .filter(file => isInFeature(file) && !file.isTest && !hasAgreedKind(file))
      .map(({ path }) => `${path} is none of ${kinds.join(', ')}`),
  planted: [
    { 'server/features/tickets/totals.ts': '' },
    { 'server/features/tickets/entries/spans/list/queries.ts': '' },
    { 'server/features/queries.ts': '' },
  ],
  allowed: [
    { 'server/features/tickets/ticket.queries.ts': '', 'server/features/tickets/ticket-entry.rules.ts': '' },
    { 'server/features/tickets/queries.test.ts': '', 'server/features/tickets/ticket-sums.test.ts': '' },
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
    { 'server/features/a/commands.ts': "import { x } from '#server/features/b/policy.ts'" },
    { 'server/features/a/queries.ts': "import type { X } from '#server/http/bind.ts'" },
    { 'server/features/a/routes.ts': "import { x } from '#server/features/b/routes.ts'" },
  ],
  allowed: [
    { 'server/features/a/commands.ts': "import { x } from '#server/features/b/queries.ts'" },
    { 'server/features/a/entries/commands.ts': "import { x } from '#server/features/a/policy.ts'" },
    { 'server/features/a/routes.ts': "import { bind } from '#server/http/bind.ts'" },
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
      'server/features/a/queries.ts': "import { x } from '#server/features/b/queries.ts'",
      'server/features/b/commands.ts': "import type { Y } from '#server/features/c/queries.ts'",
      'server/features/c/queries.ts': "import { z } from '#server/features/a/commands.ts'",
    },
  ],
  allowed: [
    {
      'server/features/a/queries.ts': "import { x } from '#server/features/b/queries.ts'",
      'server/features/b/queries.ts': "import { x } from './commands.ts'",
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
  planted: [{ 'web/lib/a.ts': "export { b } from './b.ts'", 'web/lib/b.ts': "import { a } from './a.ts'" }],
  allowed: [{ 'web/lib/a.ts': "export { b } from './b.ts'", 'web/lib/b.ts': "import type { A } from './a.ts'" }],
}

function isInFeature({ path }: SourceFile): boolean {
  return path.startsWith('server/features/')
}

/** `features/tickets/queries.ts` or, in a feature that outgrew it, the same kinds one or two folders further down. */
function hasAgreedKind({ path }: SourceFile): boolean {
  const match = /^server\/features\/[a-z-]+\/(?:[a-z-]+\/){0,2}([a-z]+)\.ts$/.exec(path)
  return kinds.includes(match?.[1] ?? '')
}

function isDoor(file: SourceFile, { target = '' }: Import): boolean {
  if (target.startsWith('server/http/')) return /\/routes\.ts$/.test(file.path)
  if (!target.startsWith('server/features/') || featurePath(target) === featurePath(file.path)) return true
  return /\/(queries|commands)\.ts$/.test(target)
}

function featureOf(file: { path: string }): string {
  return featurePath(file.path)
}

function featurePath(path: string): string {
  return path.split('/').slice(0, 3).join('/')
}

/** `server/auth`, or the file itself for those that lie directly in server/. */
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
