/** The metrics of one process in the Prometheus text format. Loaded only with `METRICS_PORT`. */
import { readFileSync } from 'node:fs'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Runtime } from '#server/context.ts'
import { readDatabaseMetrics } from './database-metrics.ts'

/** Seconds: from an answer from memory to a request that is given up. */
const requestBuckets = [0.005, 0.025, 0.1, 0.5, 2.5, 10]
const jobBuckets = [0.01, 0.1, 1, 10, 60, 600]

/** Unknown paths accept any method: they would create as many series. */
const knownMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export type MetricsRegistry = ReturnType<typeof createMetricsRegistry>

/** `kinds` are the existing jobs; `release` names the built web app. */
export function createMetricsRegistry(
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
  gauge('build_info', 'Always 1; the labels name the running version.', ['version', 'release', 'engine']).set(
    { version: portalVersion(), release, engine: runtime.engine },
    1,
  )
  const streams = gauge('streams_open', 'Event streams that are open in this process.')
  const hashes = gauge('password_hashes', 'Passwords that are hashed or wait for it in this process.', ['state'])
  const stored = readDatabaseMetrics(gauge, kinds)

  return {
    answered(route: string, method: string, status: number, seconds: number): void {
      const known = knownMethods.has(method) ? method : 'other'
      requests.observe({ route, method: known, status: `${Math.floor(status / 100)}xx` }, seconds)
    },

    jobRan(kind: string, outcome: 'done' | 'failed', seconds: number): void {
      jobRuns.observe({ kind, outcome }, seconds)
    },

    contentType: registry.contentType,

    /** Metrics of this process are exported also while the database is unavailable; the rest is then omitted. */
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
