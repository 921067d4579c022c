/**
 * Measures the product through its whole stack (session, CSRF, validation, audit, logging on) against the limit server in
 * the same run, and prints ratios. Exits with 1 when one is under its target. `npm run bench -- --rounds=7` for more rounds.
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compare, type LoadRequest } from './load.ts'
import { createRequests, get, listRequests, otherLists, ticketRequests } from './requests.ts'
import { type BenchSession, seed } from './seed.ts'
import { memoryMb, startLimit, startProduct, type Target } from './servers.ts'
import { type MeasuredCase, table } from './table.ts'

const rounds = Number(/--rounds=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 5)
const folder = mkdtempSync(join(tmpdir(), 'kundenportal-bench-'))
const cases: MeasuredCase[] = []

try {
  const small = await prepare('x1', 1, 4801)
  const large = await prepare('x10', 10, 4803)
  const limit = await startLimit(small.limitFile, 4802)

  await measure('ticket list of 25', 0.95, small, limit, listRequests(small.customers))
  await measure('ticket with its entries', 0.75, small, limit, ticketRequests(small.customers))

  const ticketList = { target: small.product, requests: listRequests(small.customers) }
  for (const [name, path] of otherLists) {
    const requests = [get(path, small.admin)]
    const comparison = await compare({ target: small.product, requests }, ticketList, rounds)
    cases.push({ name: `${name}`, target: 0.5, comparison, against: 'ticket list' })
  }

  const grown: [string, (data: Prepared) => LoadRequest[]][] = [
    ['ticket list of 25', data => listRequests(data.customers)],
    ['ticket with its entries', data => ticketRequests(data.customers)],
    ...otherLists.map(([name, path]): [string, (data: Prepared) => LoadRequest[]] => [
      name,
      data => [get(path, data.admin)],
    ]),
  ]
  for (const [name, requests] of grown) {
    const comparison = await compare(
      { target: large.product, requests: requests(large) },
      { target: small.product, requests: requests(small) },
      rounds,
    )
    cases.push({ name: `${name}, 10 × the data`, target: 0.85, comparison, against: '1 × the data' })
  }

  const creates = await createRequests(small.product, small.customers)
  await measure('create an entry (durable)', 0.7, small, limit, creates)

  process.stdout.write(`${table(cases)}\nmemory after load ${memoryMb(small.product.process)} MB\n`)
  await Promise.all([small.product.stop(), large.product.stop(), limit.stop()])
} finally {
  rmSync(folder, { recursive: true, force: true })
}

const missed = cases.filter(c => c.target !== null && c.comparison.ratio < c.target)
if (missed.length > 0) {
  process.stdout.write(`\nUnder target: ${missed.map(c => c.name).join(', ')}\n`)
  process.exitCode = 1
}

type Prepared = { product: Target; limitFile: string; customers: BenchSession[]; admin: BenchSession }

/** Migrates a fresh file by starting the product on it once, fills it, and starts the product again on the full one. */
async function prepare(name: string, factor: number, port: number): Promise<Prepared> {
  const dataDir = join(folder, name)
  mkdirSync(dataDir)
  const empty = await startProduct(dataDir, port)
  await empty.stop()
  const file = join(dataDir, 'portal.sqlite')
  const sessions = seed(file, factor)
  const limitFile = join(folder, `${name}-limit.sqlite`)
  copyFileSync(file, limitFile)
  writeFileSync(join(dataDir, 'bench.log'), '')
  return { product: await startProduct(dataDir, port), limitFile, ...sessions }
}

async function measure(name: string, target: number, data: Prepared, limit: Target, requests: LoadRequest[]) {
  const comparison = await compare({ target: data.product, requests }, { target: limit, requests }, rounds)
  cases.push({ name, target, comparison, against: 'L1' })
}
