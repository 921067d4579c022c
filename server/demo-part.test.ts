import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { killRunning, portal, startServer } from './testing/processes.ts'

/** An installation: the source without the demo, which a test may add to. */
let installation = ''
beforeEach(() => {
  installation = mkdtempSync(join(tmpdir(), 'portal-installation-'))
  for (const part of ['server', 'contract', 'energy', 'package.json']) {
    cpSync(resolve(part), join(installation, part), { recursive: true })
  }
  symlinkSync(resolve('node_modules'), join(installation, 'node_modules'))
})
afterEach(() => {
  killRunning()
  rmSync(installation, { recursive: true })
})

const withDemo = () => startServer({ DATA_DIR: join(installation, 'data'), DEMO: '1' }, installation)
const sentence = 'The demo needs the folder demo of the source, which this installation does not have.'

test('without the demo, DEMO=1 and the command line report that in one sentence', async () => {
  const server = await withDemo()
  expect(await server.exit).toBe(1)
  expect(server.output().trim()).toBe(sentence)
  const command = await portal(['demo'], { DATA_DIR: join(installation, 'data') }, installation)
  expect(await command.exit).toBe(1)
  expect(command.output()).toContain(sentence)
})

test('a module missing within the demo is reported as such', async () => {
  mkdirSync(join(installation, 'demo'))
  writeFileSync(join(installation, 'demo', 'demo-load.ts'), "import './left-out.ts'\n")
  const server = await withDemo()
  expect(await server.exit).toBe(1)
  expect(server.output()).not.toContain(sentence)
  expect(server.output()).toContain('left-out.ts')
})
