/**
 * Measures the product through its whole stack (session, CSRF, validation, audit, logging on) against the limit server in
 * the same run, and prints ratios. Exits with 1 if a promise is not kept. Options: `bench/options.ts`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureBackTest } from './back-test.ts'
import { measureBillingRun } from './billing-run.ts'
import { type BenchCase, benchCases } from './cases.ts'
import { measureEnergy } from './energy-load.ts'
import { measureDocuments } from './invoice-documents.ts'
import { compare } from './load.ts'
import { measureNeighbours } from './neighbours.ts'
import { readOptions } from './options.ts'
import { measurePages } from './pages.ts'
import { measurePlans } from './plan-load.ts'
import { type InstallationName, openInstallations } from './prepare.ts'
import { pinBench, unpinBench } from './servers.ts'
import { atRest, isKept } from './start-and-rest.ts'
import { isMissed, type MeasuredCase, table } from './table.ts'

const options = readOptions(process.argv.slice(2))
const folder = mkdtempSync(join(tmpdir(), 'kundenportal-bench-'))
const installations = openInstallations(folder, options)

const failed: string[] = []
const alone = ['pages', 'documents', 'billing run', 'neighbours', 'energy', 'back-test', 'plans']
if (!alone.includes(options.only)) failed.push(...(await measureServer()))
if ('back-test'.includes(options.only)) failed.push(...(await measureBackTest()))
if ('energy'.includes(options.only)) failed.push(...(await inOwnFolder(measureSites)))
if ('plans'.includes(options.only)) failed.push(...(await inOwnFolder(measureAllPlans)))
if ('documents'.includes(options.only)) failed.push(...(await measureDocuments(options.rounds)))
if ('billing run'.includes(options.only)) {
  failed.push(...(await inOwnFolder(own => measureBillingRun(own, options.invoices, options.rounds))))
}
if ('neighbours'.includes(options.only)) {
  failed.push(...(await inOwnFolder(own => measureNeighbours(own, options.rounds))))
}
if ('pages'.includes(options.only)) failed.push(...(await measurePages(options.rounds)))
if (failed.length > 0) {
  process.stdout.write(`\nUnder target: ${failed.join(', ')}\n`)
  process.exitCode = 1
}

async function inOwnFolder(work: (own: string) => Promise<string[]>): Promise<string[]> {
  const own = mkdtempSync(join(tmpdir(), 'kundenportal-bench-'))
  try {
    return await work(own)
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

async function measureSites(own: string): Promise<string[]> {
  pinBench()
  const sites = openInstallations(own, options)
  try {
    return await measureEnergy(own, await sites.get('small'), options)
  } finally {
    await sites.stop()
    unpinBench()
  }
}

/** On all processors: plans are made in threads. */
async function measureAllPlans(own: string): Promise<string[]> {
  const seeded = openInstallations(own, options)
  try {
    return await measurePlans(own, await seeded.get('small'), options)
  } finally {
    await seeded.stop()
  }
}

async function measureServer(): Promise<string[]> {
  pinBench()
  const measured: MeasuredCase[] = []
  try {
    const { target } = await installations.get('small')
    const rest = await atRest(target)
    for (const benchCase of benchCases.filter(isWanted)) measured.push(await measure(benchCase))
    process.stdout.write(`${table(measured)}\n\n${rest.text}\n`)
    return [...(isKept(rest) ? [] : ['start or memory']), ...measured.filter(isMissed).map(({ name }) => name)]
  } finally {
    await installations.stop()
    rmSync(folder, { recursive: true, force: true })
    unpinBench()
  }
}

function isWanted({ name, one }: BenchCase): boolean {
  return name.includes(options.only) && (options.hasPostgres || !/postgres/i.test(one.on))
}

async function measure({ one, other, ...about }: BenchCase): Promise<MeasuredCase> {
  const comparison = await compare(await side(one), await side(other), {
    rounds: options.rounds,
    ratioMin: about.target,
  })
  // The table comes last: a run that breaks off has at least these.
  process.stderr.write(`${about.name}: ${comparison.ratio.toFixed(2)} of ${about.against}\n`)
  return { ...about, comparison }
}

async function side({ on, requests }: BenchCase['one']) {
  const installation = await installations.get(on satisfies InstallationName)
  return { target: installation.target, requests: await requests(installation) }
}
