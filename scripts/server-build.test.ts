import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { withSourceUrl } from '#scripts/build-source-urls.ts'
import { killRunning, setUp, startBuiltServer, stop } from '#server/testing/processes.ts'

/** An installation without the demo, as in the image. */
const installation = mkdtempSync(join(tmpdir(), 'kundenportal-built-'))
const built = join(installation, 'dist/server')

beforeAll(() => {
  const parts = [
    'server',
    'contract',
    'energy',
    'package.json',
    'vite.server.config.ts',
    'scripts/build-source-urls.ts',
  ]
  for (const part of parts) cpSync(resolve(part), join(installation, part), { recursive: true })
  symlinkSync(resolve('node_modules'), join(installation, 'node_modules'))
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', '--config', 'vite.server.config.ts'],
    { cwd: installation, stdio: 'inherit' },
  )
  expect(status).toBe(0)
})
afterEach(killRunning)
afterAll(() => rmSync(installation, { recursive: true, force: true }))

test('the built server sets a portal up and stops, and looks for the web app where the build puts it', async () => {
  const server = await startBuiltServer({ DATA_DIR: join(installation, 'data') }, installation)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  expect(await setUp(server)).toBe(201)
  expect(await stop(server)).toBe(0)
  expect(server.output()).toContain(`"folder":"${join(installation, 'dist/web')}"`)
})

test('files beside a module are found beside its source', () => {
  const places = [...readFileSync(join(built, 'app.js'), 'utf8').matchAll(/new URL\("([^"]+)", new URL\("([^"]+)"/g)]
  const names = places.map(([, file = '', source]) => new URL(file, new URL(source ?? '', `file://${built}/`)))
  expect(names.map(({ pathname }) => pathname)).toEqual(
    expect.arrayContaining([
      join(installation, 'server/energy/planner-thread.ts'),
      join(installation, 'server/invoice-documents/document-worker.ts'),
      join(installation, 'server/auth/common-passwords.txt'),
    ]),
  )
  for (const name of names) expect(existsSync(name) || name.pathname.endsWith('/dist/web'), name.href).toBe(true)
})

test('a demo that is missing is reported in one sentence', async () => {
  const server = await startBuiltServer({ DATA_DIR: join(installation, 'data'), DEMO: '1' }, installation)
  expect(await server.exit).toBe(1)
  expect(server.output().trim()).toMatch(/^The demo needs the folder demo .*\.$/)
})

test('a function that another file has, too, keeps its name in traces', () => {
  expect(readFileSync(join(built, 'app.js'), 'utf8')).toMatch(/^__name\((\w+)\$\d+, "\1"\);$/m)
})

test('a module that asks for its place in another way does not build', () => {
  expect(() => withSourceUrl('read(import.meta.dirname)', 'server/a.ts')).toThrow(
    'server/a.ts uses import.meta.dirname',
  )
  expect(withSourceUrl("import.meta.resolve('x')", 'server/a.ts')).toBe("import.meta.resolve('x')")
})
