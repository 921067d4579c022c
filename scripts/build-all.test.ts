import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** A checkout with the real script and stand-ins for Vite and the budgets. */
let checkout: string

const vite = `const fs = require('node:fs')
const isServer = process.argv.at(-1) === 'vite.server.config.ts'
const output = isServer ? 'dist/server/main.js' : 'dist/web/index.html'
fs.mkdirSync(output.split('/').slice(0, 2).join('/'), { recursive: true })
fs.writeFileSync(output, '')
fs.appendFileSync('builds', isServer ? 'S' : 'W')`

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'kundenportal-build-'))
  mkdirSync(join(checkout, 'scripts'))
  cpSync('scripts/build-all.ts', join(checkout, 'scripts/build-all.ts'))
  write('web/main.tsx', 'export const a = 1')
  write('web/main.test.tsx', '')
  write('contract/tickets.ts', 'export const b = 1')
  write('server/main.ts', 'export const c = 1')
  write('package-lock.json', '{}')
  write('vite.config.ts', '')
  write('scripts/check-budgets.ts', '')
  write('node_modules/vite/bin/vite.js', vite)
})

afterEach(() => rmSync(checkout, { recursive: true, force: true }))

test('a start builds both parts once', () => {
  expect(builtBy(() => {})).toBe('WS')
  expect(builtBy(() => {})).toBe('')
})

test('a start builds what a change concerns', () => {
  builtBy(() => {})
  const script = readFileSync('scripts/build-all.ts', 'utf8')
  const changes: readonly (readonly [change: () => void, expected: string])[] = [
    [() => write('web/main.tsx', 'changed'), 'W'],
    [() => write('web/pages/home.page.tsx', ''), 'W'],
    [() => rmSync(join(checkout, 'web/pages/home.page.tsx')), 'W'],
    [() => write('server/main.ts', 'changed'), 'S'],
    [() => write('demo/demo-load.ts', ''), 'S'],
    [() => write('contract/tickets.ts', 'changed'), 'WS'],
    [() => write('energy/plan.ts', ''), 'WS'],
    [() => write('package-lock.json', '{"packages":{}}'), 'WS'],
    [() => write('vite.config.ts', 'changed'), 'W'],
    [() => write('vite.server.config.ts', 'changed'), 'S'],
    [() => write('scripts/build-icons.ts', ''), 'WS'],
    [() => write('scripts/build-all.ts', `${script}\n`), 'WS'],
    [() => rmSync(join(checkout, 'dist/server'), { recursive: true }), 'S'],
  ]
  for (const [change, expected] of changes) expect(builtBy(change), String(change)).toBe(expected)
})

test('neither dates nor tests nor files that the server itself reads make a build stale', () => {
  builtBy(() => {})
  const change = () => {
    write('web/main.test.tsx', 'changed')
    write('server/main.test.ts', '')
    write('server/testing/processes.ts', '')
    write('server/auth/common-passwords.txt', '')
    write('e2e/login.spec.ts', '')
    write('scripts/check.ts', '')
  }
  expect(builtBy(change)).toBe('')
  expect(builtBy(() => utimesSync(join(checkout, 'web/main.tsx'), new Date(), new Date()))).toBe('')
})

test('a change with an old date, as from a deployment, is noticed', () => {
  builtBy(() => {})
  write('web/main.tsx', 'export const a = 3')
  expect(builtBy(() => utimesSync(join(checkout, 'web/main.tsx'), 0, 0))).toBe('W')
})

test('a build over its budgets fails, a start does not', () => {
  write('scripts/check-budgets.ts', 'process.exit(3)')
  expect(build()).toBe(3)
  expect(builtBy(() => write('web/main.tsx', 'export const a = 4'))).toBe('W')
})

test('a failed build is retried', () => {
  write('node_modules/vite/bin/vite.js', `${vite}\nif (isServer) process.exit(2)`)
  expect(build('--if-stale')).toBe(2)
  write('node_modules/vite/bin/vite.js', vite)
  expect(builtBy(() => {})).toBe('S')
})

test('an explicit build always runs', () => {
  build()
  build()
  expect(builds()).toBe('WSWS')
})

/** W for the web application, S for the server. */
function builtBy(change: () => void): string {
  const before = builds()
  change()
  expect(build('--if-stale')).toBe(0)
  return builds().slice(before.length)
}

function build(...args: string[]): number | null {
  return spawnSync(process.execPath, ['scripts/build-all.ts', ...args], { cwd: checkout, encoding: 'utf8' }).status
}

function builds(): string {
  return existsSync(join(checkout, 'builds')) ? readFileSync(join(checkout, 'builds'), 'utf8') : ''
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(checkout, path)), { recursive: true })
  writeFileSync(join(checkout, path), text)
}
