/** The process: opens everything, listens, works, and shuts down. */
import { once } from 'node:events'
import { type AddressInfo, createServer as createProbeServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import pino from 'pino'
import { buildApp, jobs, openServices, siteFolder } from '#server/app.ts'
import { instantText, systemClock } from '#server/clock.ts'
import { startCommanding } from '#server/command-part.ts'
import { type Config, readConfig } from '#server/config.ts'
import type { Runtime } from '#server/context.ts'
import type { JobDefinition } from '#server/jobs/definition.ts'
import { startJobLoops } from '#server/jobs/loop.ts'
import { openLogOutput } from '#server/log-output.ts'
import { baseUrl } from '#server/mail/base-url.ts'
import { startMailWorker } from '#server/mail/worker.ts'
import { endOnSignals } from '#server/process-end.ts'
import { StartError, startSentence } from '#server/start-error.ts'
import { type Demo, importDemo } from './demo-part.ts'
import { createSetUpLink } from './features/accounts/set-up.commands.ts'
import { isSetUpRequired } from './features/accounts/set-up.queries.ts'
import type { Readiness } from './http/operations/health.ts'
import { readSite } from './http/site/site-files.ts'
import { startRelay } from './realtime/postgres-relay.ts'

/** Running requests have this long to end after a signal, the whole process a little longer. */
const drainMs = 10_000
const hardExitMs = 15_000
/** Before it stops listening: clients and proxies learn that it ends, and close their connections themselves. */
const announceMs = 500

await start().catch(refuseToStart)

async function start(): Promise<void> {
  const { config, releasePort } = await withPort(readConfig())
  const output = openLogOutput()
  const timestamp = () => `,"time":"${instantText(systemClock.now())}"`
  const log = pino({ level: config.logLevel, timestamp }, output.destination)

  const workers = { wake: () => {} }
  const demo = config.isDemo ? await importDemo() : undefined
  await demo?.refuseForeignData(config)
  const { runtime, database } = await openServices(config, log, () => workers.wake())
  if (demo) await fillDemo(runtime, demo)

  const readiness: Readiness = { isStopping: false }
  const site = readSite(siteFolder)
  if (site === undefined) log.warn({ folder: siteFolder }, 'the web app is not built: only calls are answered')
  const definitions = demo ? [...jobs, ...(await startDemoLife(runtime, demo))] : jobs
  const kept = await keepFigures(runtime, definitions, site?.release ?? '')
  const app = await buildApp(runtime, { readiness, site, meter: kept?.figures })
  await releasePort()
  await app.listen({ host: config.host, port: config.port })
  const relay =
    config.databaseUrl === null
      ? undefined
      : startRelay(runtime.realtime, { ...runtime, databaseUrl: config.databaseUrl })
  const messaging = await receiveMessages(runtime)
  const jobLoops = startJobLoops(runtime, definitions, kept?.figures.jobRan)
  const mailWorker = startMailWorker(runtime)
  const commanding = startCommanding(runtime, messaging?.post ?? null)
  workers.wake = () => {
    jobLoops.wake()
    commanding.wake()
    mailWorker.wake()
  }

  const stop = async () => {
    readiness.isStopping = true
    runtime.realtime.end()
    await delay(announceMs)
    setTimeout(() => app.server.closeAllConnections(), drainMs).unref()
    // Right after all waiting connections are accepted: they would be cut off otherwise.
    await new Promise<void>(resolve => setImmediate(() => resolve(void app.server.close())))
    await app.close()
    await commanding.stop()
    await messaging?.stop()
    await Promise.all([jobLoops.stop(), mailWorker.stop(), relay?.stop(), runtime.documents.stop()])
    // Last, so that the shutdown can be observed, too.
    await kept?.server.stop()
    await database.close()
  }
  endOnSignals({ stop, beforeExit: output.end, limitMs: hardExitMs })
  process.on('uncaughtException', error => {
    log.fatal({ err: error }, 'fault')
    output.end()
    process.exit(1)
  })
  const logins = demo && `Demo logins: ${demo.demoUsernames.join(', ')}, password ${demo.demoPassword}`
  const metrics = kept ? [`Metrics are at ${kept.server.url}`] : []
  const mqtt = messaging?.port == null ? [] : [`MQTT is at port ${messaging.port}`]
  const lines = [
    `Kundenportal is running at ${baseUrl(config)}`,
    ...metrics,
    ...mqtt,
    logins ?? (await setUpHint(runtime)),
  ]
  print(lines.join('\n').trim())
}

/** Without metrics, not even their code is loaded. */
async function keepFigures(runtime: Runtime, definitions: readonly JobDefinition[], release: string) {
  const { metricsPort: port, metricsHost: host } = runtime.config
  if (port === null) return undefined
  const { createMetricsRegistry } = await import('./metrics/metrics-registry.ts')
  const { startMetricsServer } = await import('./http/operations/metrics-server.ts')
  const figures = createMetricsRegistry(runtime, { kinds: definitions.map(({ kind }) => kind), release })
  return { figures, server: await startMetricsServer(figures, { host, port }) }
}

/** Without MQTT, not even its code is loaded. */
async function receiveMessages(runtime: Runtime) {
  const { mqttPort, mqttUrl } = runtime.config
  if (mqttPort === null && mqttUrl === null) return undefined
  const { startMessaging } = await import('./message-part.ts')
  return startMessaging(runtime)
}

/** The demo's logins are public: they are only for a database that is empty or filled by the demo itself. */
async function fillDemo(runtime: Runtime, { loadDemo, isDemoLoaded }: Demo) {
  if (await isSetUpRequired(runtime.db)) return loadDemo(runtime)
  if (await isDemoLoaded(runtime)) return
  throw new StartError('DEMO=1 is for an empty database or the demo itself, and this one is set up. Leave DEMO out.')
}

/** Continuous activity of the demo, from now on. */
async function startDemoLife(runtime: Runtime, { demoJobs, keepDemoAlive }: Demo): Promise<readonly JobDefinition[]> {
  await keepDemoAlive(runtime)
  return demoJobs
}

/** The first steps, while nobody can log in yet. */
async function setUpHint(runtime: Runtime): Promise<string> {
  const link = await createSetUpLink(runtime)
  return link === undefined ? '' : `Nothing is set up yet. Open this link within 24 hours: ${link}`
}

/**
 * Port 0 means any free one; links need the actual one. It is held until just before the server listens: migrating takes
 * seconds, and another program could take the port meanwhile.
 */
async function withPort(config: Config): Promise<{ config: Config; releasePort: () => Promise<void> }> {
  if (config.port !== 0) return { config, releasePort: async () => {} }
  const probe = createProbeServer(socket => socket.destroy()).listen(0, config.host)
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  return { config: { ...config, port }, releasePort: () => new Promise(resolve => probe.close(() => resolve())) }
}

function refuseToStart(error: unknown): never {
  process.stderr.write(`${startSentence(error)}\n`)
  process.exit(1)
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
