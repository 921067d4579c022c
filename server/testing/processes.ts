/** The server and its command line as separate processes. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export type Running = {
  process: ChildProcess
  output: () => string
  /** Throws with the output where no address was printed. */
  readonly url: string
  exit: Promise<number | null>
}

const running: ChildProcess[] = []

/** The environment of every process under test: programs, and Node's compile cache. */
export const processEnv = Object.fromEntries(
  ['PATH', 'NODE_COMPILE_CACHE'].flatMap(name => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
)

/** Starts Node as its own process and waits for a text in its output (or its end). */
async function run(args: string[], env: Record<string, string>, until: RegExp, cwd?: string): Promise<Running> {
  const child = spawn(process.execPath, args, {
    env: { ...processEnv, HOST: '127.0.0.1', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd === undefined ? {} : { cwd }),
  })
  running.push(child)
  let text = ''
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  const seen = new Promise<void>(resolve => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (part: Buffer) => {
        text += part.toString()
        if (until.test(text)) resolve()
      })
    }
  })
  await Promise.race([seen, exit])
  return {
    process: child,
    output: () => text,
    get url() {
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0]
      if (url === undefined) throw new Error(`The process did not start: ${text}`)
      return url
    },
    exit,
  }
}

/** From the source, which needs no build. */
export const startServer = (env: Record<string, string>, cwd?: string) =>
  run(['--max-semi-space-size=8', '--v8-pool-size=0', 'server/main.ts'], env, /is running at/, cwd)
/** As `npm start` does it, in a folder with a build. */
export const startBuiltServer = (env: Record<string, string>, cwd: string) =>
  run(['--max-semi-space-size=8', '--v8-pool-size=0', 'dist/server/main.js'], env, /is running at/, cwd)
/** The command line. */
export const portal = (args: string[], env: Record<string, string>, cwd?: string) =>
  run(['server/cli/portal.ts', ...args], env, /$^/, cwd)

/** Ends processes that a test has left running. */
export function killRunning(): void {
  for (const child of running.splice(0)) child.kill('SIGKILL')
}

export async function stop({ process: child, exit }: Running, signal: NodeJS.Signals = 'SIGTERM') {
  child.kill(signal)
  return exit
}

/** The set-up link that an empty portal prints, and its token. */
export function setUpLink(server: Running): RegExpExecArray | null {
  return /http:\S+\/einrichten#token=(\S+)/.exec(server.output())
}

/** Sets the portal up as its first admin does, kim.lund; returns the status. */
export async function setUp(server: Running): Promise<number> {
  const session = await fetch(`${server.url}/api/auth/session/`)
  const csrf = /csrftoken=([^;]+)/.exec(session.headers.get('set-cookie') ?? '')?.[1] ?? ''
  const answer = await fetch(`${server.url}/api/auth/set-up/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: `csrftoken=${csrf}`, 'x-csrftoken': csrf },
    body: JSON.stringify({
      token: setUpLink(server)?.[1],
      companyName: 'Sonnenhof',
      ownerName: 'Kim Lund',
      email: 'kim@example.org',
      username: 'kim.lund',
      password: 'Lavendel-Kutsche-9',
    }),
  })
  return answer.status
}
