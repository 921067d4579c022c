/**
 * `npm run prove -- injection`: sqlmap over every input of every call of the contract, in a separate portal. `node
 * scripts/prove-injection.ts tickets.list` selects the calls whose names begin so. On SQLite all of them, on PostgreSQL
 * the reads with parameters: there nothing is reset between two calls.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isWrite } from '#contract/endpoint.ts'
import { startPostgres } from '#server/testing/temporary-postgres.ts'
import { countAnswers, type Probe } from './injection/answers.ts'
import { type InjectionRequest, injectionRequests } from './injection/injection-requests.ts'
import { startTarget, type Target } from './injection/injection-target.ts'
import { type Dbms, runSqlmap } from './injection/sqlmap.ts'

const folder = join('test-results', 'injection')
const asked = process.argv.slice(2)

if (spawnSync('sqlmap', ['--version']).status !== 0) {
  process.stderr.write('sqlmap is needed: it is a package of most Linux distributions.\n')
  process.exit(1)
}
spawnSync('node', ['scripts/build-all.ts', '--if-stale'], { stdio: 'inherit' })
rmSync(folder, { recursive: true, force: true })
await Promise.all([prove('SQLite'), proveOnPostgres()])

async function proveOnPostgres(): Promise<void> {
  const postgres = await startPostgres()
  try {
    await prove('PostgreSQL', postgres.url)
  } finally {
    await postgres.stop()
  }
}

async function prove(dbms: Dbms, databaseUrl?: string): Promise<void> {
  const target = await startTarget(databaseUrl)
  try {
    const requests = injectionRequests(target.surroundings)
      .filter(({ name }) => asked.length === 0 || asked.some(start => name.startsWith(start)))
      .filter(({ endpoint }) => dbms === 'SQLite' || (!isWrite(endpoint) && endpoint.query !== undefined))
    const probes: Probe[] = []
    for (const request of requests) probes.push(await probe(target, dbms, request))
    await target.portal.halt()
    report(dbms, probes, target.portal.output())
  } finally {
    await target.stop()
  }
}

async function probe(target: Target, dbms: Dbms, request: InjectionRequest): Promise<Probe> {
  const own = join(folder, dbms, request.name.replaceAll(/[^\w.]+/g, '-'))
  mkdirSync(own, { recursive: true })
  const file = join(own, 'request.txt')
  writeFileSync(file, target.textOf(request))
  const begun = new Date().toISOString()
  const { cleanCount, found, output } = await runSqlmap(file, own, dbms, isWrite(request.endpoint) ? 'write' : 'read')
  const ended = new Date().toISOString()
  writeFileSync(join(own, 'output.txt'), output)
  if (request.takesEffect) await target.restore()
  const isGood = found.length === 0 && cleanCount === request.valuesCount
  const words = [`${cleanCount} of ${request.valuesCount} values let nothing through`, ...found]
  process.stdout.write(`${isGood ? 'ok    ' : 'LOOK  '} ${dbms} ${request.name}: ${words.join('\n')}\n`)
  return { name: request.name, begun, ended, isGood, valuesCount: request.valuesCount }
}

function report(dbms: Dbms, probes: readonly Probe[], log: string): void {
  const { all, lines, unread, faulty } = countAnswers(probes, log)
  writeFileSync(join(folder, `${dbms}.txt`), `${lines.join('\n')}\n`)
  const endpoints = new Set(probes.map(({ name }) => name.split(' ')[0]))
  const values = probes.reduce((sum, { valuesCount }) => sum + valuesCount, 0)
  const unsure = probes.filter(({ isGood }) => !isGood).map(({ name }) => name)
  const what = `${endpoints.size} endpoints, ${probes.length} requests, ${values} values, ${all} answers`
  process.stdout.write(`\n${dbms}: ${what}\n`)
  process.stdout.write(`To look at: ${unsure.length === 0 ? 'nothing' : unsure.join('; ')}\n`)
  process.stdout.write(`Refused at the door: ${unread.length === 0 ? 'none' : unread.join('; ')}\n`)
  process.stdout.write(`With faults (5xx): ${faulty.length === 0 ? 'none' : faulty.join('; ')}\n\n`)
  if (unsure.length > 0 || unread.length > 0 || faulty.length > 0) process.exitCode = 1
}
