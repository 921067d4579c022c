import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** A checkout with the real script and stand-ins for Vite and the budgets. */
let checkout: string

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'kundenportal-build-'))
  mkdirSync(join(checkout, 'scripts'))
  cpSync('scripts/web-build.ts', join(checkout, 'scripts/web-build.ts'))
  write('web/main.tsx', 'export const a = 1')
  write('web/main.test.tsx', '')
  write('contract/tickets.ts', 'export const b = 1')
  write('package-lock.json', '{}')
  write('vite.config.ts', '')
  write('scripts/check-budgets.ts', '')
  write(
    'node_modules/vite/bin/vite.js',
    `const fs = require('node:fs')
    fs.mkdirSync('dist/web', { recursive: true })
    fs.writeFileSync('dist/web/index.html', '')
    fs.appendFileSync('builds', 'x')`,
  )
})

afterEach(() => rmSync(checkout, { recursive: true, force: true }))

test("a start builds once and then only after a change of the build's inputs", () => {
  expect(buildsAfter(() => {})).toBe(1)
  expect(buildsAfter(() => {})).toBe(1)
  expect(buildsAfter(() => write('web/main.tsx', 'export const a = 2'))).toBe(2)
  expect(buildsAfter(() => write('contract/tickets.ts', 'export const b = 2'))).toBe(3)
  expect(buildsAfter(() => write('web/pages/home.page.tsx', ''))).toBe(4)
  expect(buildsAfter(() => rmSync(join(checkout, 'web/pages/home.page.tsx')))).toBe(5)
  expect(buildsAfter(() => write('package-lock.json', '{"packages":{}}'))).toBe(6)
})

test('neither dates nor tests nor the server make a build stale', () => {
  expect(buildsAfter(() => {})).toBe(1)
  expect(buildsAfter(() => write('web/main.test.tsx', 'changed'))).toBe(1)
  expect(buildsAfter(() => write('server/main.ts', 'changed'))).toBe(1)
  expect(buildsAfter(() => touch('web/main.tsx'))).toBe(1)
})

test('a change with an old date, as from a deployment, is noticed', () => {
  expect(buildsAfter(() => {})).toBe(1)
  write('web/main.tsx', 'export const a = 3')
  expect(buildsAfter(() => utimesSync(join(checkout, 'web/main.tsx'), 0, 0))).toBe(2)
})

test('a build over its budgets fails, a start does not', () => {
  write('scripts/check-budgets.ts', 'process.exit(3)')
  expect(build()).toBe(3)
  expect(buildsAfter(() => write('web/main.tsx', 'export const a = 4'))).toBe(2)
})

test('a failed build is retried', () => {
  const vite = readFileSync(join(checkout, 'node_modules/vite/bin/vite.js'), 'utf8')
  write('node_modules/vite/bin/vite.js', `${vite}\nprocess.exit(2)`)
  expect(build('--if-stale')).toBe(2)
  write('node_modules/vite/bin/vite.js', vite)
  expect(buildsAfter(() => {})).toBe(2)
})

test('an explicit build always runs', () => {
  build()
  build()
  expect(builds()).toBe(2)
})

function buildsAfter(change: () => void): number {
  change()
  expect(build('--if-stale')).toBe(0)
  return builds()
}

function build(...args: string[]): number | null {
  return spawnSync(process.execPath, ['scripts/web-build.ts', ...args], { cwd: checkout, encoding: 'utf8' }).status
}

function builds(): number {
  return readFileSync(join(checkout, 'builds'), 'utf8').length
}

function touch(path: string): void {
  utimesSync(join(checkout, path), new Date(), new Date())
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(checkout, path)), { recursive: true })
  writeFileSync(join(checkout, path), text)
}
