/** Rules for every single file: its name, its length, its exports and imports. */
import type { Rule } from './rule.ts'
import type { SourceFile } from './source-file.ts'

/** Meaningless names, alone or as the last word. */
const emptyWords = ['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'manager', 'handler', 'dto', 'service']
/** Names that are meaningless alone. */
const emptyNames = [...emptyWords, 'data', 'info', 'index']
/** The words all features share; style-anchors gives it this name. */
const namedOnPurpose = ['web/texts/common.texts.ts']
/** In this product a service is a noun of the domain: its files and pages are named after it. */
const ofTheNoun = /\/(services|pages\/[a-z-]+)\/[a-z-]*service\.[a-z-]+(\.test)?\.tsx?$/

export const fileNames: Rule = {
  name: 'file names are kebab-case and name the content',
  check: files => files.filter(({ path }) => !isGoodName(path)).map(({ path }) => `${path} needs a descriptive name`),
  planted: [
    { 'web/lib/utils.ts': '' },
    { 'web/lib/index.ts': '' },
    { 'server/mail/mail-service.ts': '' },
    { 'server/auth/date-helpers.test.ts': '' },
    { 'web/components/DataTable.tsx': '' },
    { 'web/helpers/dates.ts': '' },
  ],
  allowed: [
    { 'web/texts/common.texts.ts': '' },
    { 'web/pages/admin-portal/admin-service.page.tsx': '', 'server/features/services/service.queries.ts': '' },
    { 'web/components/table/data-table.tsx': '' },
    { 'server/database/migrations/0001-foundation.ts': '' },
    { 'server/auth/common-passwords.ts': '' },
  ],
}

/** A name leads to one file: in a search, in a stack trace, in conversation. */
export const uniqueNames: Rule = {
  name: 'no two source files share a name',
  check: files => {
    const places = Map.groupBy(files, ({ path }) => path.split('/').at(-1))
    return [...places].flatMap(([name, those]) =>
      those.length > 1 ? [`${name} is the name of ${those.map(({ path }) => path).join(' and ')}`] : [],
    )
  },
  planted: [
    { 'server/auth/tokens.ts': '', 'web/lib/tokens.ts': '' },
    { 'contract/tickets.ts': '', 'web/texts/tickets.ts': '' },
    { 'server/scope.test.ts': '', 'server/auth/scope.test.ts': '' },
  ],
  allowed: [
    { 'contract/tickets.ts': '', 'web/texts/tickets.texts.ts': '', 'e2e/tickets.spec.ts': '' },
    { 'server/auth/scope.ts': '', 'server/auth/scope.test.ts': '' },
  ],
}

const longestFile = 400

export const fileLength: Rule = {
  name: `no file is longer than ${longestFile} lines`,
  check: files =>
    files.filter(({ lines }) => lines > longestFile).map(({ path, lines }) => `${path} has ${lines} lines`),
  planted: ['server/app.ts', 'server/app.test.ts', 'e2e/login.spec.ts', 'web/texts/tickets.texts.ts'].map(path => ({
    [path]: 'a()\n'.repeat(longestFile + 1),
  })),
  allowed: [{ 'server/app.ts': 'a()\n'.repeat(longestFile) }, { 'server/app.test.ts': 'a()\n'.repeat(longestFile) }],
}

const longestFunction = 80

/** A migration is a list of steps, a file of texts a list of sentences. */
const areLists = /^server\/database\/migrations\/|\.texts\.ts$/

export const functionLength: Rule = {
  name: `no function is longer than ${longestFunction} lines`,
  check: files =>
    files
      .filter(({ path, isTest }) => !isTest && !areLists.test(path))
      .flatMap(({ path, functions }) =>
        functions
          .filter(({ lines }) => lines > longestFunction)
          .map(({ name, lines }) => `${path}: ${name} has ${lines} lines`),
      ),
  planted: [
    { 'web/pages/home.page.tsx': `export function HomePage() {\n${'a()\n'.repeat(79)}}` },
    { 'server/app.ts': `const build = () => {\n${'a()\n'.repeat(79)}}` },
  ],
  allowed: [
    { 'web/pages/home.page.tsx': `export function HomePage() {\n${'a()\n'.repeat(78)}}` },
    { 'server/database/migrations/0001-foundation.ts': `function up() {\n${'a()\n'.repeat(200)}}` },
    { 'server/app.test.ts': `describe('it', () => {\n${'a()\n'.repeat(200)}})` },
  ],
}

export const plainImports: Rule = {
  name: 'a path never climbs, names its extension and starts with ./ or one of our roots',
  check: files =>
    files.flatMap(({ path, imports }) =>
      imports.filter(item => !isPlain(item.specifier)).map(item => `${path} imports ${item.specifier}`),
    ),
  planted: [
    { 'server/auth/a.ts': "import { b } from '../b.ts'" },
    { 'server/auth/a.ts': "import { b } from './b/../c.ts'" },
    { 'server/auth/a.ts': "import { b } from './b'" },
    { 'server/auth/a.ts': "export * from\n  '#server/b'" },
  ],
  allowed: [
    {
      'web/app/a.ts':
        "import './a.css'\nimport b from '#web/b.svg?raw'\nimport d from './d.ts?worker&url'\nimport { c } from './c.tsx'",
    },
  ],
}

export const namedExports: Rule = {
  name: 'everything is exported by name',
  check: files =>
    files
      .filter(file => file.hasDefaultExport && !/^[\w.]+\.config\.ts$/.test(file.path))
      .map(({ path }) => `${path} has a default export`),
  planted: [{ 'web/pages/home.page.tsx': 'export default function HomePage() {}' }],
  allowed: [{ 'vite.config.ts': 'export default {}' }, { 'vite.server.config.ts': 'export default {}' }],
}

/** @param dependencies names in `dependencies` of package.json */
export function runningServerPackages(dependencies: readonly string[]): Rule {
  return {
    name: 'the running server imports only packages that a production install brings',
    check: files =>
      files.filter(isRunningServer).flatMap(({ path, imports }) =>
        imports
          .filter(item => !item.isTypeOnly && item.target === undefined && !item.specifier.startsWith('node:'))
          .filter(item => !dependencies.includes(packageName(item.specifier)))
          .map(item => `${path} imports ${item.specifier}`),
      ),
    planted: [
      { 'server/app.ts': "import { x } from 'vitest'" },
      { 'contract/a.ts': "import x from '@a/planted/deep'" },
    ],
    allowed: [
      { 'server/app.ts': "import type { X } from 'vitest'" },
      { 'server/app.test.ts': "import { x } from 'vitest'" },
      { 'contract/a.ts': `import * as x from '${dependencies[0]}/mini'` },
    ],
  }
}

function isGoodName(path: string): boolean {
  if (namedOnPurpose.includes(path)) return true
  const isOfTheNoun = ofTheNoun.test(path)
  return path.split('/').every((part, at, parts) => {
    const isFile = at === parts.length - 1
    const name = isFile ? part.replace(/(\.[a-z-]+)*\.tsx?$/, '') : part
    const isEmpty = emptyNames.includes(name) || emptyWords.includes(lastWord(name))
    return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) && (!isEmpty || (isFile && isOfTheNoun))
  })
}

function lastWord(name: string): string {
  return name.split('-').at(-1) ?? name
}

function isPlain(specifier: string): boolean {
  if (!/^[.#/]/.test(specifier)) return true
  return (
    /^(\.\/|#)/.test(specifier) && !specifier.split('/').includes('..') && /\.[a-z0-9]+(\?\w+(&\w+)*)?$/.test(specifier)
  )
}

function isRunningServer({ path, isTest }: SourceFile): boolean {
  return !isTest && /^(server|contract|energy)\//.test(path) && !/^\w+\/testing\//.test(path)
}

function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}
