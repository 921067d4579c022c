/** Starts the real server in a folder of its own, like `npm start`, and stops it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#server/testing/free-port.ts'
import { processEnv } from '#server/testing/processes.ts'
import { expectNoSecrets } from './secrets.ts'

export type Portal = {
  origin: string
  /** The folder with its database. */
  dataDir: string
  /** Secrets from its visits that must not appear in its output; checked at the end. */
  secrets: Set<string>
  /** The output of the process so far. */
  output(): string
  /** Resolves with the first match in the output. */
  printed(pattern: RegExp): Promise<string>
  /** Stops the process and keeps its data. */
  halt(): Promise<void>
  /** Restarts it on the same port and data. */
  resume(): Promise<void>
  /** Stops the process and removes its data. */
  stop(): Promise<void>
}

export type PortalOptions = {
  environment?: Record<string, string>
  isDemo?: boolean
  hostname?: string
  /** A loaded demo to start with; without one the demo loads itself. */
  demoData?: string | null
}

export async function startPortal({
  environment = {},
  isDemo = true,
  hostname = '127.0.0.1',
  demoData = null,
}: PortalOptions = {}): Promise<Portal> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kundenportal-e2e-'))
  if (isDemo && demoData !== null) cpSync(demoData, dataDir, { recursive: true })
  const port = await freePort()
  const origin = `http://${hostname}:${port}`
  let output = ''
  const secrets = new Set<string>()
  let child: ChildProcess | undefined

  const resume = async () => {
    const before = output.length
    // Its output names the lines of the source.
    const started = spawn(process.execPath, ['--enable-source-maps', 'dist/server/main.js'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...processEnv,
        NODE_ENV: 'production',
        DATA_DIR: dataDir,
        PORT: String(port),
        LOADING_SCREEN_MS: '0',
        LOG_LEVEL: 'debug',
        ...(isDemo ? { DEMO: '1' } : {}),
        ...environment,
      },
    })
    for (const stream of [started.stdout, started.stderr]) {
      stream.on('data', chunk => {
        output += String(chunk)
      })
    }
    child = started
    await ready(origin, started, () => output.slice(before))
  }
  const halt = () =>
    new Promise<void>(resolve => {
      if (child === undefined || child.exitCode !== null) return resolve()
      // Its output is complete only then.
      child.once('close', () => resolve())
      child.kill('SIGTERM')
    })

  await resume()
  return {
    origin,
    dataDir,
    secrets,
    output: () => output,
    printed: pattern => printed(pattern, () => output),
    halt,
    resume,
    stop: async () => {
      await halt()
      rmSync(dataDir, { recursive: true, force: true })
      expectNoSecrets(output, secrets)
    },
  }
}

async function printed(pattern: RegExp, output: () => string): Promise<string> {
  const deadline = Date.now() + 20_000
  while (Date.now() < deadline) {
    const found = pattern.exec(output())?.[0]
    if (found !== undefined) return found
    await new Promise(resolve => setTimeout(resolve, 25))
  }
  throw new Error(`Nothing like ${pattern.source} was printed.\n${output()}`)
}

/** Waits for its own line first: another server that got the port would answer the call. */
async function ready(origin: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline && child.exitCode === null) {
    if (output().includes('is running at') && (await fetch(`${origin}/readyz`).catch(() => null))?.ok) return
    await new Promise(resolve => setTimeout(resolve, 25))
  }
  throw new Error(`The server did not become ready.\n${output()}`)
}
