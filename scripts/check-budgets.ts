/**
 * Holds the web build to its weights and prints them per route: everything a page needs before it shows, compressed
 * with brotli, in kB of 1000 bytes. Parts that come when they are scrolled to or opened are not counted.
 * Usage: node scripts/check-budgets.ts [folder of the build]. Exits with 1 when a budget is exceeded.
 */
import { readFileSync, statSync } from 'node:fs'
import type { BuildManifest } from './build-release.ts'

const folder = process.argv[2] ?? 'dist/web'
const manifest: BuildManifest = JSON.parse(readFileSync(`${folder}-manifest.json`, 'utf8'))

type Weight = { page: string; scriptBytes: number; styleBytes: number; ownBytes: number; fileCount: number }
type Budget = { what: string; bytes: number; limit: number }

/** What is loaded on every page before anything else. */
const shellParts = ['web/main.tsx', 'web/app/start.tsx']
const wholePageLimits: Readonly<Record<string, number>> = {
  'web/pages/home.tsx': 100_000,
  'web/pages/login.tsx': 125_000,
  'web/pages/customer-portal/tickets-overview.tsx': 175_000,
}

const weights = pages().map(weightOf)
const budgets = [...generalBudgets(), ...weights.map(budgetOf)]
const exceeded = budgets.filter(({ bytes, limit }) => bytes > limit)

print(weights)
for (const { what, bytes, limit } of exceeded) {
  process.stderr.write(`Over budget: ${what} is ${kilobytes(bytes)} kB, allowed are ${kilobytes(limit)} kB.\n`)
}
if (exceeded.length > 0) process.exit(1)

function pages(): string[] {
  const sources = routerSource().matchAll(/import\('#web\/(pages\/[a-z/-]+\.tsx)'\)/g)
  const found = [...new Set([...sources].map(match => `web/${match[1]}`))]
  if (found.length === 0) throw new Error('found no page in web/app/router.tsx')
  return found
}

function weightOf(page: string): Weight {
  const shell = filesOf(shellParts)
  const all = filesOf([...shellParts, page, ...wrappersOf(page)])
  return {
    page,
    scriptBytes: sum(all),
    styleBytes: sum(stylesOf(all)),
    ownBytes: sum(all.filter(file => !shell.includes(file))),
    fileCount: all.length,
  }
}

/** The frame of a portal, and the query cache where the route says so. */
function wrappersOf(page: string): string[] {
  const queries = 'web/app/with-queries.tsx'
  if (page.includes('-portal/')) return ['web/app/layouts/portal-layout.tsx', queries]
  const name = page.replace('web/', '#web/')
  return new RegExp(`queryPage\\(\\(\\) =>\\s*import\\('${name}'`).test(routerSource()) ? [queries] : []
}

function routerSource(): string {
  return readFileSync('web/app/router.tsx', 'utf8')
}

/** The files the parts are in, with everything these load before they run. */
function filesOf(parts: readonly string[]): string[] {
  const files = new Set(parts.map(fileOf))
  for (const file of files) for (const imported of manifest.files[file]?.imports ?? []) files.add(imported)
  return [...files]
}

function fileOf(part: string): string {
  const file = manifest.parts[part]
  if (!file) throw new Error(`${part} is not in the build`)
  return file
}

function stylesOf(files: readonly string[]): string[] {
  return [...new Set(files.flatMap(file => manifest.files[file]?.css ?? []))]
}

function sum(files: readonly string[]): number {
  return files.reduce((bytes, file) => bytes + statSync(`${folder}/${file}.br`).size, 0)
}

function generalBudgets(): Budget[] {
  const fonts = ['figtree', 'bricolage'].map(font => statSync(`${folder}/fonts/${font}.woff2`).size)
  const home = weightOf('web/pages/home.tsx')
  return [
    { what: 'index.html with the loading screen', bytes: sum(['index.html']), limit: 3_500 },
    { what: 'fonts', bytes: fonts.reduce((bytes, size) => bytes + size, 0), limit: 40_000 },
    { what: 'style of the homepage', bytes: home.styleBytes, limit: 8_000 },
  ]
}

/** The whole script of the pages most people see; of the others what they add to the shell. */
function budgetOf({ page, scriptBytes, ownBytes }: Weight): Budget {
  const limit = wholePageLimits[page]
  return limit === undefined
    ? { what: `what ${page} adds to the shell`, bytes: ownBytes, limit: 75_000 }
    : { what: `script of ${page}`, bytes: scriptBytes, limit }
}

function print(rows: readonly Weight[]): void {
  process.stdout.write(
    `${'page'.padEnd(52)}${'script'.padStart(9)}${'own'.padStart(9)}${'style'.padStart(9)}${'files'.padStart(7)}\n`,
  )
  for (const { page, scriptBytes, ownBytes, styleBytes, fileCount } of rows) {
    const numbers = [scriptBytes, ownBytes, styleBytes].map(bytes => kilobytes(bytes).padStart(9)).join('')
    process.stdout.write(`${page.padEnd(52)}${numbers}${String(fileCount).padStart(7)}\n`)
  }
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1)
}
