/** A throw-away PostgreSQL for tests: own folder, own socket, no network, nothing left behind. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, chownSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { findPostgresBinaries } from './postgres-binaries.ts'

export type RunningPostgres = {
  /** Connection URL of the superuser to the database `postgres`; replace its path for another database. */
  url: string
  major: number
  stop: () => Promise<void>
}

/** A cluster that can be killed; its commits are there after the next start. */
export type CrashingPostgres = Omit<RunningPostgres, 'major'> & {
  /** Kills all its processes at once. */
  crash: () => Promise<void>
  start: () => Promise<void>
}

type Settings = Readonly<Record<string, string>>
type Owner = { uid: number; gid: number }

/** No data outlives the run, so it does not sync to disk. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '300',
  listen_addresses: '',
  // Start and stop only: errors provoked by tests are expected.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

const startsMax = 50

/** As by default; the disk itself cannot fail here. */
const durable = { synchronous_commit: 'on', full_page_writes: 'on' }

/** Writes the plans of one statement in a thousand as it runs, with its triggers, into the log. */
const plansInLog = {
  shared_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.sample_rate': '0.001',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_triggers': 'on',
  'auto_explain.log_nested_statements': 'on',
}

/**
 * Starts a fresh cluster and resolves when it accepts connections. It uses German collation (ICU, de-DE): a query that
 * relies on byte order fails here and not at a customer. It ends with this process, however that ends.
 * `plansTo` is a file for the plans of its statements.
 */
export async function startPostgres({ plansTo }: { plansTo?: string | undefined } = {}): Promise<RunningPostgres> {
  const { folder, major } = findPostgresBinaries()
  const home = makeHome()
  const owner = unprivilegedOwner()
  if (owner !== undefined) chownSync(home, owner.uid, owner.gid)
  try {
    const programs = reachableFor(owner, folder, home)
    makeCluster(programs, home, owner)
    const more = plansTo === undefined ? {} : plansInLog
    const { stop } = await startServer(programs, { home, owner, settings: { ...settings, ...more }, logTo: plansTo })
    return { url: urlOf(home), major, stop }
  } catch (error) {
    rmSync(home, { recursive: true, force: true })
    throw error
  }
}

/** As `startPostgres`, for a test that kills it. */
export async function startCrashingPostgres(): Promise<CrashingPostgres> {
  const { folder } = findPostgresBinaries()
  const home = makeHome()
  const owner = unprivilegedOwner()
  if (owner !== undefined) chownSync(home, owner.uid, owner.gid)
  const programs = reachableFor(owner, folder, home)
  makeCluster(programs, home, owner)
  const launch = () => startServer(programs, { home, owner, settings: { ...settings, ...durable } })
  let server = await launch()
  return {
    url: urlOf(home),
    stop: () => server.stop(),
    crash: () => server.crash(),
    start: async () => {
      // It refuses to start until the last process of the killed one has ended.
      for (let tries = 1; ; tries += 1) {
        try {
          server = await launch()
          return
        } catch (error) {
          if (tries === startsMax) throw error
          await setTimeout(100)
        }
      }
    },
  }
}

function urlOf(home: string): string {
  return `postgres://postgres@localhost/postgres?host=${encodeURIComponent(home)}`
}

/** The path of a socket may have 107 characters, and a temporary folder can be deep. */
function makeHome(): string {
  const parent = tmpdir().length <= 60 ? tmpdir() : '/tmp'
  const home = mkdtempSync(join(parent, 'kundenportal-postgres-'))
  chmodSync(home, 0o700)
  return home
}

/** PostgreSQL refuses to run as root; undefined for an ordinary user. */
function unprivilegedOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map(line => line.split(':'))
  const account = ['postgres', 'nobody'].map(name => accounts.find(fields => fields[0] === name)).find(Boolean)
  if (account === undefined) throw new Error("The tests need the user 'postgres' or 'nobody' to run PostgreSQL as.")
  return { uid: Number(account[2]), gid: Number(account[3]) }
}

/** Programs below root's home folder cannot be run by anyone else: such an installation is copied. */
function reachableFor(owner: Owner | undefined, folder: string, home: string): string {
  if (owner === undefined || spawnSync(join(folder, 'postgres'), ['--version'], owner).status === 0) return folder
  const copy = join(home, 'programs')
  cpSync(dirname(folder), copy, { recursive: true, verbatimSymlinks: true })
  // The user that runs the server removes the folder at the end.
  spawnSync('chown', ['-R', `${owner.uid}:${owner.gid}`, copy])
  return join(copy, 'bin')
}

function makeCluster(programs: string, home: string, owner: Owner | undefined): void {
  const options = ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--no-sync', '--no-instructions']
  const locale = ['--locale=C', '--locale-provider=icu', '--icu-locale=de-DE']
  const { status, stderr, error } = spawnSync(
    join(programs, 'initdb'),
    ['-D', join(home, 'data'), ...options, ...locale],
    { ...owner, cwd: home, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`PostgreSQL could not make a database for the tests: ${error?.message ?? stderr}`)
}

/**
 * A small shell around the server waits for the end of its input, which comes when this process ends, even if killed;
 * then it stops the server and removes the folder. Ctrl-C does not reach it: it has its own session.
 */
async function startServer(
  programs: string,
  {
    home,
    owner,
    settings: chosen,
    logTo,
  }: { home: string; owner: Owner | undefined; settings: Settings; logTo?: string | undefined },
): Promise<{ stop: () => Promise<void>; crash: () => Promise<void> }> {
  const script = `exec 3<&0
"$@" & server=$!
{ cat <&3; kill -QUIT $server; } >/dev/null 2>&1 &
wait $server
[ -e "$HOME_TO_CLEAR/keep" ] && exit
rm -rf "$HOME_TO_CLEAR" 2>/dev/null`
  const options = Object.entries(chosen).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = [join(programs, 'postgres'), '-D', join(home, 'data'), '-k', home, ...options]
  const shell = spawn('sh', ['-c', script, 'sh', ...server], {
    ...owner,
    cwd: home,
    detached: true,
    env: { HOME_TO_CLEAR: home, PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  await untilReady(shell, logTo)
  const stop = async () => {
    const exited = once(shell, 'exit')
    shell.stdin?.end()
    await exited
    // The folder itself lies in a folder its owner may not write to.
    rmSync(home, { recursive: true, force: true })
  }
  const crash = async () => {
    const exited = once(shell, 'exit')
    const keep = join(home, 'keep')
    writeFileSync(keep, '')
    const [pid] = readFileSync(join(home, 'data', 'postmaster.pid'), 'utf8').split('\n')
    // Its other processes end at once without it.
    process.kill(Number(pid), 'SIGKILL')
    await exited
    rmSync(keep)
  }
  return { stop, crash }
}

function untilReady(shell: ChildProcess, logTo: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = ''
    shell.on('error', reject)
    shell.on('exit', () => reject(new Error(`PostgreSQL did not start for the tests: ${log}`)))
    // Read until it ends: a full pipe would block the server.
    shell.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      log = (log + chunk).slice(-4000)
      if (logTo !== undefined) appendFileSync(logTo, chunk)
      if (log.includes('ready to accept connections')) resolve()
    })
  })
}
