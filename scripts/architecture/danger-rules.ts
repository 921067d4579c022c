/** Code whose effect could be controlled by user input: each pattern is forbidden outside its few homes. */
import type { Rule } from './rule.ts'
import type { SourceFile } from './source-file.ts'

type Danger = {
  /** The rule as a sentence. */
  name: string
  /** As parsed into `SourceFile.uses`; with a dot at the end any property of it. */
  uses?: readonly string[]
  imports?: readonly string[]
  /** Where it is allowed; folders end with a slash. A comment there gives the reason. */
  homes: readonly string[]
  planted: readonly string[]
  allowed: string
}

const dangers: readonly Danger[] = [
  {
    name: 'no text becomes code',
    uses: ['eval()', 'Function()', 'new Function()', 'new Function(…)'],
    imports: ['node:vm'],
    // The names of columns, from the driver and never from a request: accepted risk 4 of SECURITY.md.
    homes: ['server/database/row-maker.ts'],
    planted: ["eval('1')", "new Function('return 1')", "import { runInThisContext } from 'node:vm'"],
    allowed: 'class A { eval() { return new Map([[1, 2]]) } }',
  },
  {
    name: 'no text becomes markup of a page',
    uses: [
      '.innerHTML',
      '.outerHTML',
      '.insertAdjacentHTML',
      '.createContextualFragment',
      'document.write',
      'dangerouslySetInnerHTML=',
      'dangerouslySetInnerHTML:',
    ],
    homes: [],
    planted: [
      'document.body.innerHTML = text',
      'export const a = <p dangerouslySetInnerHTML={{ __html: text }} />',
      'export const a = { dangerouslySetInnerHTML: { __html: text } }',
    ],
    allowed: 'export const a = <p title={text}>{text}</p>',
  },
  {
    name: 'a pattern is never made of what somebody typed',
    uses: ['RegExp()', 'new RegExp(…)'],
    // Made of our own constants, of paths of the contract, of the digits of a date, or of the escaped origin.
    homes: [
      'server/auth/one-time-tokens.ts',
      'server/auth/password-rules.ts',
      'server/auth/recovery-codes.ts',
      'server/http/site/site-files.ts',
      'server/http/site/unknown-path.ts',
      'web/components/navigation/linked-text.tsx',
    ],
    planted: ['new RegExp(search).test(name)'],
    allowed: 'export const isWord = (text: string) => /^[a-z]+$/.test(text)',
  },
  {
    name: 'SQL is not put together from text, except for the schema itself',
    uses: ['sql.raw'],
    imports: ['node:sqlite', 'pg'],
    homes: ['server/database/'],
    planted: ['sql.raw(text)', "import { DatabaseSync } from 'node:sqlite'"],
    allowed: 'export const a = sql`select 1`',
  },
  {
    name: 'the running server starts no programs but those of PostgreSQL that copy it, and the one that ends it',
    imports: ['node:child_process', 'node:cluster'],
    // The second home starts Node again, which kills a process that does not end by itself.
    homes: ['server/database/postgres/postgres-programs.ts', 'server/process-end.ts'],
    planted: ["import { exec } from 'node:child_process'"],
    allowed: "import type { ChildProcess } from 'node:child_process'",
  },
  {
    name: 'no program is started through a shell',
    uses: ['exec()', 'execSync()', 'shell:'],
    homes: [],
    planted: ["exec('ls ' + folder)", "spawn('ls', [folder], { shell: true })"],
    allowed: "spawn('ls', [folder], { stdio: 'pipe' })",
  },
  {
    name: 'what nobody may guess does not come from Math.random',
    uses: ['Math.random'],
    // Rows of the demo, and the wait before the next try.
    homes: [
      ...['database/ids', 'database/transaction', 'database/postgres/postgres-listening', 'jobs/backoff'].map(
        name => `server/${name}.ts`,
      ),
      'web/lib/realtime/connection.ts',
    ],
    planted: ['export const token = Math.random().toString(36)'],
    allowed: 'export const token = randomBytes(32)',
  },
  {
    name: 'the browser keeps drafts of this tab and nothing else',
    uses: [
      'localStorage.',
      '.localStorage',
      'indexedDB.',
      '.indexedDB',
      'sessionStorage.',
      '.sessionStorage',
      'caches.',
    ],
    homes: [
      'web/lib/form/draft-storage.ts',
      'web/lib/form/drafts.ts',
      'web/app/layouts/log-out-button.tsx',
      'web/main.tsx',
    ],
    planted: ["localStorage.setItem('user', name)", "window.localStorage.setItem('user', name)"],
    allowed: "export const local = new Map([['user', name]])",
  },
  {
    name: 'every field accepts pasted text',
    uses: ['onPaste=', 'onPaste:'],
    homes: [],
    planted: ['export const a = <input onPaste={event => event.preventDefault()} />'],
    allowed: 'export const a = <input onChange={change} />',
  },
]

/** Where it applies: code that user input can reach. */
const running = /^(contract|server|web)\/(?!testing\/)/

export const dangerRules: readonly Rule[] = dangers.map(danger => ({
  name: danger.name,
  check: files => files.filter(file => isBroken(danger, file)).map(({ path }) => `${path}: ${danger.name}`),
  planted: danger.planted.flatMap(text =>
    ['server/jobs/planted.tsx', 'web/pages/planted.tsx'].map(path => ({ [path]: text })),
  ),
  allowed: [
    { 'web/pages/a-page.tsx': danger.allowed },
    ...danger.homes.slice(0, 1).map(home => ({ [fileIn(home)]: danger.planted[0] ?? '' })),
  ],
}))

function isBroken({ uses = [], imports = [], homes }: Danger, file: SourceFile): boolean {
  if (file.isTest || !running.test(file.path) || homes.some(home => isAt(file.path, home))) return false
  return (
    file.imports.some(item => !item.isTypeOnly && imports.includes(item.specifier)) ||
    uses.some(use => (use.endsWith('.') ? [...file.uses].some(found => found.startsWith(use)) : file.uses.has(use)))
  )
}

function isAt(path: string, home: string): boolean {
  return home.endsWith('/') ? path.startsWith(home) : path === home
}

function fileIn(home: string): string {
  return home.endsWith('/') ? `${home}planted.ts` : home
}
