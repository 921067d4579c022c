/**
 * Builds the web application into dist/web and checks its budgets. With --if-stale, as before every start, only when an
 * input changed since the last build: the inputs are compared by content, because dates are unreliable after a copy or
 * a deployment, and without loading Vite. A start is not refused for a budget; `npm run build` and `npm test` are.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

const inputs = ['web/**/*', 'contract/**/*', 'energy/*.ts', 'scripts/build-*.ts', 'vite.config.ts', 'package-lock.json']
/** Outside dist/web, which is served to everyone. */
const stampFile = 'dist/web.inputs'

const inputHash = hashOfInputs()
if (!process.argv.includes('--if-stale')) {
  build(inputHash)
  runNode('scripts/check-budgets.ts')
} else if (!isFresh(inputHash)) build(inputHash)

function hashOfInputs(): string {
  const hash = createHash('sha256')
  for (const entry of globSync(inputs, { withFileTypes: true }).toSorted(byPath)) {
    if (!entry.isFile() || isTestOnly(entry.name)) continue
    const path = `${entry.parentPath}/${entry.name}`
    hash.update(`${path}\0`).update(readFileSync(path)).update('\0')
  }
  return hash.digest('hex')
}

function byPath(a: { parentPath: string; name: string }, b: { parentPath: string; name: string }): number {
  return `${a.parentPath}/${a.name}` < `${b.parentPath}/${b.name}` ? -1 : 1
}

function isTestOnly(name: string): boolean {
  return /\.test\.tsx?$/.test(name)
}

function isFresh(hash: string): boolean {
  return existsSync('dist/web/index.html') && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash
}

function build(hash: string): void {
  process.stderr.write('Building the web application ...\n')
  rmSync(stampFile, { force: true })
  runNode('node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn')
  mkdirSync('dist', { recursive: true })
  writeFileSync(stampFile, hash)
}

function runNode(...args: string[]): void {
  const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) process.exit(status ?? 1)
}
