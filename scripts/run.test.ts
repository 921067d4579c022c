import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** A checkout with the real launcher and stand-ins for the programs it starts. */
let checkout: string

const lock = JSON.stringify({ packages: { '': {}, 'node_modules/tool': { version: '1.0.0', integrity: 'sha512-a' } } })
const server = `process.on('SIGTERM', () => process.exit(7))
process.stdout.write(JSON.stringify({ pid: process.pid, argv: process.argv.slice(2), env: process.env }) + '\\n')
setInterval(() => {}, 1000)`
/** Writes the server only when called as before a start. */
const build = `import { mkdirSync, writeFileSync } from 'node:fs'
if (process.argv[2] !== '--if-stale') process.exit(1)
mkdirSync('dist/server', { recursive: true })
writeFileSync('dist/server/main.js', ${JSON.stringify(server)})`

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'kundenportal-run-'))
  for (const name of ['run', 'is-installed.ts', 'lock-file.ts']) {
    cpSync(`scripts/${name}`, join(checkout, 'scripts', name), { recursive: true })
  }
  write('package.json', '{ "type": "module" }')
  write('package-lock.json', lock)
  write('scripts/build-all.ts', build)
})

afterEach(() => rmSync(checkout, { recursive: true, force: true }))

test('the launcher becomes the server itself, so that a stop signal reaches it', async () => {
  install()
  const child = start('start', '--first', 'two words')
  const said = await firstLine(child)
  expect(said.pid).toBe(child.pid)
  expect(said.argv).toEqual(['--first', 'two words'])
  child.kill('SIGTERM')
  expect((await once(child, 'exit'))[0]).toBe(7)
})

test('the demo never runs on the real database, and in its own folder by default', async () => {
  install()
  const child = start('demo')
  const { env } = await firstLine(child)
  expect(env).toMatchObject({ DEMO: '1', DATA_DIR: 'data/demo' })
  expect(env).not.toHaveProperty('DATABASE_URL')
  child.kill('SIGTERM')
  await once(child, 'exit')
})

test('the demo uses DATA_DIR if set', async () => {
  install()
  const child = spawn('scripts/run', ['demo'], {
    cwd: checkout,
    env: { ...environment(), DATA_DIR: 'elsewhere with a space' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { env } = await firstLine(child)
  expect(env).toMatchObject({ DEMO: '1', DATA_DIR: 'elsewhere with a space' })
  child.kill('SIGTERM')
  await once(child, 'exit')
})

test('without packages everything is installed first, also with NODE_ENV=production in the environment', () => {
  const { stderr } = run('portal')
  expect(stderr).toContain('Installing the packages')
  expect(npmCalls()).toEqual(['ci --include=dev --include=optional --no-audit --no-fund --loglevel=error'])
})

test('packages that do not match the lock file are reinstalled', () => {
  install()
  write('package-lock.json', lock.replace('1.0.0', '1.0.1'))
  makeLockNewer()
  run('portal')
  expect(npmCalls()).toHaveLength(1)
})

test('a merely newer lock file, as after a checkout, causes no installation', () => {
  install()
  makeLockNewer()
  run('portal')
  expect(npmCalls()).toEqual([])
})

test('a failed installation ends the command', () => {
  write('npm/npm-cli.js', 'process.exit(1)')
  expect(run('portal', false).status).toBe(1)
})

test('an old Node is refused in one sentence', () => {
  install()
  rmSync(join(checkout, 'node_modules/.bin/node'))
  write('node_modules/.bin/node', '#!/bin/sh\necho v20.20.2\n', 0o755)
  const { status, stderr } = run('portal')
  expect(status).toBe(1)
  expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(/^Node 24 or newer is needed.*v20\.20\.2/)])
})

test('an unknown command is named', () => {
  install()
  const { status, stderr } = run('nonsense')
  expect(status).toBe(1)
  expect(stderr).toContain("'nonsense'")
})

function write(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(join(checkout, path)), { recursive: true })
  writeFileSync(join(checkout, path), text, { mode })
}

/** The state after `npm ci`. */
function install(): void {
  write('node_modules/.package-lock.json', lock)
  mkdirSync(join(checkout, 'node_modules/.bin'), { recursive: true })
  symlinkSync(process.execPath, join(checkout, 'node_modules/.bin/node'))
}

function makeLockNewer(): void {
  const later = new Date(Date.now() + 60_000)
  utimesSync(join(checkout, 'package-lock.json'), later, later)
}

function environment(): NodeJS.ProcessEnv {
  return {
    PATH: '/usr/bin:/bin',
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://real/data',
    npm_execpath: join(checkout, 'npm/npm-cli.js'),
    npm_node_execpath: process.execPath,
  }
}

function run(command: string, hasNpm = true) {
  if (hasNpm) {
    write(
      'npm/npm-cli.js',
      "fs.appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n')\nimport fs from 'node:fs'",
    )
  }
  return spawnSync('scripts/run', [command], { cwd: checkout, env: environment(), encoding: 'utf8' })
}

function npmCalls(): string[] {
  try {
    return readFileSync(join(checkout, 'npm-calls'), 'utf8').trim().split('\n')
  } catch {
    return []
  }
}

function start(...args: string[]): ChildProcess {
  return spawn('scripts/run', args, { cwd: checkout, env: environment(), stdio: ['ignore', 'pipe', 'inherit'] })
}

async function firstLine(child: ChildProcess): Promise<{ pid: number; argv: string[]; env: Record<string, string> }> {
  let said = ''
  for await (const chunk of child.stdout ?? []) {
    said += String(chunk)
    if (said.includes('\n')) break
  }
  return JSON.parse(said)
}
