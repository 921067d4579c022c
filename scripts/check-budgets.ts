/**
 * Checks the web build against its budgets and prints its weights per route: everything a page needs before it shows,
 * compressed with brotli, in kB of 1000 bytes. Parts loaded on scroll or on demand are not counted. Usage: node
 * scripts/check-budgets.ts [folder of the build]. Exits with 1 when a budget is exceeded.
 */
import { globSync, readFileSync, statSync } from 'node:fs'
import type { BuildManifest } from './build-release.ts'

const folder = process.argv[2] ?? 'dist/web'
const manifest: BuildManifest = JSON.parse(readFileSync(`${folder}-manifest.json`, 'utf8'))

type Weight = { page: string; scriptBytes: number; styleBytes: number; ownBytes: number; fileCount: number }
type Budget = { what: string; bytes: number; limit: number }

/** Loaded on every page before anything else. */
const shellParts = ['web/main.tsx', 'web/app/start.tsx']
const wholePageLimits: Readonly<Record<string, number>> = {
  'web/pages/home.page.tsx': 100_000,
  'web/pages/login.page.tsx': 125_000,
  'web/pages/customer-portal/customer-tickets.page.tsx': 175_000,
  'web/pages/admin-portal/admin-tickets.page.tsx': 175_000,
}
/** A page's addition to the files already loaded by the site, or the portal around it. */
const ownLimit = 75_000

const weights = pages().map(weightOf)
const budgets = [...generalBudgets(), ...weights.flatMap(budgetsOf)]
const exceeded = budgets.filter(({ bytes, limit }) => bytes > limit)

print(weights)
for (const { what, bytes, limit } of exceeded) {
  process.stderr.write(`Over budget: ${what} is ${kilobytes(bytes)} kB, allowed are ${kilobytes(limit)} kB.\n`)
}
if (exceeded.length > 0) process.exit(1)

/**
 * The pages named by the routes. Throws when there are none, or when a route's page is written in an unknown form: an
 * unweighed page would have no budget.
 */
function pages(): string[] {
  const source = routeSources().join('')
  const imports = [...source.matchAll(/import\('#web\/((?:pages|app\/layouts)\/[a-z/.-]+\.tsx)'\)/g)]
  const lazyCount = [...source.matchAll(/\b(?:lazyPage|queryPage)\(/g)].length
  if (imports.length === 0 || imports.length !== lazyCount) {
    throw new Error(`web/app/routes has ${lazyCount} lazy pages, and imports of ${imports.length} could be read`)
  }
  return [...new Set(imports.map(match => `web/${match[1]}`))].filter(file => file.startsWith('web/pages/'))
}

function weightOf(page: string): Weight {
  const wrappers = [...shellParts, ...wrappersOf(page)]
  const shell = filesOf(isPublic(page) ? shellParts : wrappers)
  const all = filesOf([...wrappers, page])
  return {
    page,
    scriptBytes: sum(all),
    styleBytes: sum(stylesOf(all)),
    ownBytes: sum(all.filter(file => !shell.includes(file))),
    fileCount: all.length,
  }
}

/**
 * Loaded with the page: the routes behind the login, the frame of a portal, the query cache where its route needs it.
 */
function wrappersOf(page: string): string[] {
  const isPortal = page.includes('-portal/')
  const usesQueries = new RegExp(`queryPage\\(\\(\\) =>\\s*import\\('#${page}'`)
  return [
    ...(isPublic(page) ? [] : ['web/app/routes/whole-tree.ts']),
    ...(isPortal ? ['web/app/layouts/portal-layout.tsx'] : []),
    ...(isPortal || routeSources().some(source => usesQueries.test(source)) ? ['web/app/with-queries.tsx'] : []),
  ]
}

/** Public; parts behind the login are loaded with its routes, and mostly after other pages. */
function isPublic(page: string): boolean {
  return readFileSync('web/app/routes/public.route-tree.tsx', 'utf8').includes(`import('#${page}')`)
}

function routeSources(): string[] {
  return globSync('web/app/routes/*.tsx')
    .toSorted()
    .map(file => readFileSync(file, 'utf8'))
}

/** The files of the parts, with everything these load before they run. */
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
  const home = weightOf('web/pages/home.page.tsx')
  return [
    { what: 'index.html with the loading screen', bytes: sum(['index.html']), limit: 3_500 },
    { what: 'fonts', bytes: fonts.reduce((bytes, size) => bytes + size, 0), limit: 40_000 },
    { what: 'finished day without JavaScript', bytes: sum(['without-script/power-master.html']), limit: 7_000 },
    ...solverBudgets(),
    { what: 'style of the homepage', bytes: home.styleBytes, limit: 8_000 },
  ]
}

/** Loaded at the first touch of a slider: one program, one worker. Throws where there are several. */
function solverBudgets(): Budget[] {
  const one = (pattern: string) => {
    const [file, ...others] = globSync(pattern, { cwd: folder })
    if (file === undefined || others.length > 0) throw new Error(`${pattern} is ${others.length + 1} files, or none`)
    return file
  }
  return [
    { what: 'the solver', bytes: sum([one('assets/*.wasm')]), limit: 900_000 },
    { what: 'the engine', bytes: sum([one('assets/what-if-worker-*.js')]), limit: 75_000 },
  ]
}

/** The whole script of the most visited pages, and of every page its addition. */
function budgetsOf({ page, scriptBytes, ownBytes }: Weight): Budget[] {
  const limit = wholePageLimits[page]
  return [
    ...(limit === undefined ? [] : [{ what: `script of ${page}`, bytes: scriptBytes, limit }]),
    { what: `what ${page} adds`, bytes: ownBytes, limit: ownLimit },
  ]
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
