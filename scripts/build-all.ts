/**
 * Builds what a start needs, the web application into dist/web and the server into dist/server (decision 0122), and
 * checks the budgets. With --if-stale, as before every start, only a part of which an input changed since its last
 * build: the inputs are compared by content, because dates are unreliable after a copy or a deployment, and without
 * loading Vite. A start is not refused for a budget; `npm run build` and `npm test` are.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

type Target = {
  what: string
  config: string
  inputs: RegExp
  output: string
  /** Outside dist/web, which is served to everyone. */
  stampFile: string
}

const targets: readonly Target[] = [
  {
    what: 'web application',
    config: 'vite.config.ts',
    inputs: /^(?:(?:web|contract|energy)\/|scripts\/build|vite\.config\.ts$|package(?:-lock)?\.json$)/,
    output: 'dist/web/index.html',
    stampFile: 'dist/web.inputs',
  },
  {
    what: 'server',
    config: 'vite.server.config.ts',
    inputs:
      /^(?:(?:server|contract|energy|demo)\/.+\.ts$|scripts\/build|vite\.server\.config\.ts$|package(?:-lock)?\.json$)/,
    output: 'dist/server/main.js',
    stampFile: 'dist/server.inputs',
  },
]
const folders = ['contract', 'demo', 'energy', 'scripts', 'server', 'web']
const testOnly = /\.test\.tsx?$|\/testing\//

const isStart = process.argv.includes('--if-stale')
const hashes = hashesOfInputs()
for (const target of targets) {
  const hash = hashes.get(target) ?? ''
  if (!isStart || !isFresh(target, hash)) build(target, hash)
}
if (!isStart) runNode('scripts/check-budgets.ts')

/** Each file is read once: half a start without a build is this. */
function hashesOfInputs(): Map<Target, string> {
  const found = targets.map(target => ({ target, hash: createHash('sha256') }))
  for (const path of files()) {
    const concerned = found.filter(({ target }) => target.inputs.test(path))
    if (concerned.length === 0) continue
    const content = readFileSync(path)
    for (const { hash } of concerned) hash.update(`${path}\0`).update(content).update('\0')
  }
  return new Map(found.map(({ target, hash }) => [target, hash.digest('hex')]))
}

function files(): string[] {
  const entries = ['.', ...folders.filter(folder => existsSync(folder))].flatMap(folder =>
    readdirSync(folder, { recursive: folder !== '.', withFileTypes: true }),
  )
  return entries
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => (parentPath === '.' ? name : `${parentPath}/${name}`))
    .filter(path => !testOnly.test(path))
    .toSorted()
}

function isFresh({ output, stampFile }: Target, hash: string): boolean {
  return existsSync(output) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash
}

function build({ what, config, stampFile }: Target, hash: string): void {
  process.stderr.write(`Building the ${what} ...\n`)
  rmSync(stampFile, { force: true })
  runNode('node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', '--config', config)
  mkdirSync('dist', { recursive: true })
  writeFileSync(stampFile, hash)
}

function runNode(...args: string[]): void {
  const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) process.exit(status ?? 1)
}
