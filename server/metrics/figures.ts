/** The figures of one process in the text format of Prometheus. Loaded only where `METRICS_PORT` asks for them. */
import { readFileSync } from 'node:fs'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Runtime } from '#server/context.ts'
import { readStored } from './stored.ts'

/** Seconds: from an answer out of memory to one that somebody gives up on. */
const requestBuckets = [0.005, 0.025, 0.1, 0.5, 2.5, 10]
const jobBuckets = [0.01, 0.1, 1, 10, 60, 600]

/** What an address leads to that is none of ours may be asked with any method: they would be as many series. */
const knownMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export type Figures = ReturnType<typeof createFigures>

/** `kinds` are the jobs there are; `release` names the built web app. */
export function createFigures(
  runtime: Pick<Runtime, 'db' | 'engine' | 'clock' | 'log' | 'realtime' | 'passwords'>,
  { kinds, release }: { kinds: readonly string[]; release: string },
) {
  const registry = new Registry()
  const registers = [registry]
  const gauge = (name: string, help: string, labelNames: string[] = []) => {
    return new Gauge({ name: `portal_${name}`, help, labelNames, registers })
  }
  collectDefaultMetrics({ register: registry })

  const requests = new Histogram({
    name: 'portal_http_request_duration_seconds',
    help: 'Answered requests by the template of their route, without streams.',
    labelNames: ['route', 'method', 'status'],
    buckets: requestBuckets,
    registers,
  })
  const jobRuns = new Histogram({
    name: 'portal_job_duration_seconds',
    help: 'Runs of jobs in this process, by how they ended.',
    labelNames: ['kind', 'outcome'],
    buckets: jobBuckets,
    registers,
  })
  const unread = new Counter({
    name: 'portal_database_unread_total',
    help: 'How often the database could not be asked for its figures.',
    registers,
  })
  gauge('build_info', 'Always 1; the labels say what runs.', ['version', 'release', 'engine']).set(
    { version: portalVersion(), release, engine: runtime.engine },
    1,
  )
  const streams = gauge('streams_open', 'Event streams that are open in this process.')
  const hashes = gauge('password_hashes', 'Passwords that are hashed or wait for it in this process.', ['state'])
  const stored = readStored(gauge, kinds)

  return {
    answered(route: string, method: string, status: number, seconds: number): void {
      const known = knownMethods.has(method) ? method : 'other'
      requests.observe({ route, method: known, status: `${Math.floor(status / 100)}xx` }, seconds)
    },

    jobRan(kind: string, outcome: 'done' | 'failed', seconds: number): void {
      jobRuns.observe({ kind, outcome }, seconds)
    },

    contentType: registry.contentType,

    /** What is known of this process is said also while the database is away; the rest is then left out. */
    async text(): Promise<string> {
      streams.set(runtime.realtime.watchers.size)
      const { running, waiting } = runtime.passwords.load()
      hashes.set({ state: 'running' }, running)
      hashes.set({ state: 'waiting' }, waiting)
      await stored.read(runtime).catch((error: unknown) => {
        runtime.log.warn({ err: error }, 'the database cannot be asked for its figures')
        unread.inc()
        stored.forget()
      })
      return registry.metrics()
    },
  }
}

function portalVersion(): string {
  // Our own file.
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return version
}
