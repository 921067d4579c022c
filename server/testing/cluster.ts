/** Several real processes on one PostgreSQL behind a proxy, with a mail server. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#server/clock.ts'
import { openPostgres } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { enqueueJob } from '#server/jobs/job-queue.ts'
import { openKeys } from '#server/keys.ts'
import { type BuiltUser, buildUser, testPassword } from './build.ts'
import { makeMigratedPostgresDatabase } from './engines.ts'
import { killRunning, type Running, startServer, stop } from './processes.ts'
import { openProxy } from './rolling-proxy.ts'
import { openSmtpSink } from './smtp-sink.ts'
import { testRuntime } from './test-runtime.ts'

export type CallHeaders = Record<string, string>
export type Cluster = Awaited<ReturnType<typeof openCluster>>

/** Without instances; the first one that starts creates the keys file. */
export async function openCluster() {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-cluster-'))
  const made = await makeMigratedPostgresDatabase()
  const database = await openPostgres(made.url)
  const sink = await openSmtpSink()
  const proxy = await openProxy()
  const runtime = { ...testRuntime(database, { SMTP_URL: sink.url }), clock: systemClock }
  const instances: Running[] = []

  return {
    database,
    runtime,
    sink,
    proxy,
    /** The running ones, the oldest first. */
    instances,
    keys: () => openKeys(join(dataDir, 'keys')),

    /** As the service manager does; resolves when it answers. */
    async start(): Promise<void> {
      const instance = await startServer({
        DATA_DIR: dataDir,
        DATABASE_URL: made.url,
        LOG_LEVEL: 'warn',
        CALL_BUDGETS: '0',
        SMTP_URL: sink.url,
      })
      proxy.add(instance.url)
      instances.push(instance)
    },

    /** Ends the oldest one; returns its exit. */
    async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<{ instance: Running; code: number | null }> {
      const instance = instances.shift()
      if (instance === undefined) throw new Error('There is no instance to end.')
      return { instance, code: await stop(instance, signal) }
    },

    async close(): Promise<void> {
      killRunning()
      await proxy.close()
      await sink.close()
      await database.close()
      await made.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Jobs that each mail one person. */
export async function queueResets({ runtime }: Cluster, count: number): Promise<BuiltUser[]> {
  const users = await Promise.all(Array.from({ length: count }, () => buildUser(runtime)))
  for (const { username } of users) {
    const payload = { emailKey: `${username}@example.org` }
    await inTransaction(runtime, trx => enqueueJob(trx, runtime, { kind: 'password_reset', payload }))
  }
  return users
}

export async function logIn(origin: string, username: string, password = testPassword) {
  const first = cookiesOf(await fetch(`${origin}/api/auth/session/`))
  const answer = await fetch(`${origin}/api/auth/login/`, {
    method: 'POST',
    headers: headersWith(first),
    body: JSON.stringify({ username, password }),
  })
  return { status: answer.status, headers: headersWith(cookiesOf(answer)) }
}

function cookiesOf({ headers }: Response): string[] {
  return headers.getSetCookie().map(cookie => cookie.split(';')[0] ?? '')
}

function headersWith(cookies: readonly string[]): CallHeaders {
  const csrf = cookies.find(cookie => cookie.startsWith('csrftoken='))?.split('=')[1] ?? ''
  return { cookie: cookies.join('; '), 'x-csrftoken': decodeURIComponent(csrf), 'content-type': 'application/json' }
}
