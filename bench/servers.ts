/** Starts and stops the measured processes, each pinned to the first core if the machine has two. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'

export type Target = {
  readonly name: string
  readonly origin: string
  /** Another one after `restart`. */
  readonly process: ChildProcess
  /** From the start of the process to its first ready answer. */
  startedInMs: number
  restart(): Promise<void>
  stop(): Promise<void>
}

type ProductOptions = {
  dataDir: string
  port: number
  databaseUrl?: string
  /** Besides the usual ones. */
  variables?: Readonly<Record<string, string>>
  /** Folder for a CPU profile, written when the product stops. */
  profiles?: string | undefined
  /** By default; a process with threads at work is measured on all processors. */
  isPinned?: boolean
}

/** As `npm start` does it. */
const flags = ['--max-semi-space-size=8', '--v8-pool-size=0']

// A run that breaks off leaves no server behind: its port would be taken in the next run.
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill()
})
// A signal alone ends a process without that event.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

const canPin = spawnSync('taskset', ['-c', '0', 'true']).status === 0

/** Keeps the load off the core of the measured processes. */
export function pinBench(): void {
  if (canPin && availableParallelism() > 1) spawnSync('taskset', ['-a', '-p', '-c', '1', String(process.pid)])
}

/** A browser and its server share the whole machine. */
export function unpinBench(): void {
  if (canPin) spawnSync('taskset', ['-a', '-p', '-c', `0-${cpus().length - 1}`, String(process.pid)])
}

export async function startProduct({
  dataDir,
  port,
  databaseUrl = '',
  variables,
  profiles,
  isPinned = true,
}: ProductOptions): Promise<Target> {
  const environment = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    CALL_BUDGETS: '0',
    ...(databaseUrl === '' ? {} : { DATABASE_URL: databaseUrl }),
    ...variables,
  }
  const log = openSync(join(dataDir, 'bench.log'), 'a')
  const profiling = profiles === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profiles}`]
  // A profile sums up by the parts of the source.
  const entry = profiles === undefined ? 'dist/server/main.js' : 'server/main.ts'
  const args = [...profiling, ...flags, entry]
  const launch = () => start(args, environment, ['ignore', log, log], isPinned)
  return open('product', `http://127.0.0.1:${port}`, { launch, path: '/readyz', log: join(dataDir, 'bench.log') })
}

/** A limit server: its file in `bench/` with its arguments, the port among them. */
export function startLimit(args: readonly [string, ...string[]], port: number): Promise<Target> {
  const launch = () => start([...flags, ...args], process.env, 'ignore')
  return open('limit', `http://127.0.0.1:${port}`, { launch, path: '/' })
}

/** Starts a server and waits until `path` is answered. */
async function open(
  name: string,
  origin: string,
  { launch, path, log }: { readonly launch: () => ChildProcess; readonly path: string; readonly log?: string },
): Promise<Target> {
  const before = performance.now()
  let child = launch()
  await answers(`${origin}${path}`, child, log)
  return {
    name,
    origin,
    get process() {
      return child
    },
    startedInMs: performance.now() - before,
    async restart() {
      await end(child)
      child = launch()
      await answers(`${origin}${path}`, child, log)
    },
    stop: () => end(child),
  }
}

async function end(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

/** CPU time a process has used so far, in ms (user and system), from /proc. */
export function processorMs(child: ChildProcess): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Proportional resident memory in MB. */
export function memoryMb(child: ChildProcess): number {
  const text = readFileSync(`/proc/${child.pid}/smaps_rollup`, 'utf8')
  return Math.round(Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024)
}

function start(
  args: string[],
  environment: NodeJS.ProcessEnv,
  stdio: Parameters<typeof spawn>[2]['stdio'],
  isPinned = true,
) {
  const command = canPin && isPinned ? ['taskset', '-c', '0', process.execPath, ...args] : [process.execPath, ...args]
  const child = spawn(command[0] ?? '', command.slice(1), { env: environment, stdio })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** Until the server answers. Ends one that does not: its port would be taken in the next run. */
async function answers(url: string, child: ChildProcess, log?: string): Promise<void> {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    if (child.exitCode !== null) break
    const answer = await fetch(url).catch(() => null)
    if (answer && answer.status < 500) return
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  child.kill()
  throw new Error(`${url} does not answer.${log ? `\n${readFileSync(log, 'utf8').slice(-2_000)}` : ''}`)
}
