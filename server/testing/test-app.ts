/** The whole server in the test's process: real database, real routes, a clock controlled by the test. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { buildApp } from '#server/app.ts'
import { createPasswords } from '#server/auth/passwords.ts'
import { type Environment, readConfig } from '#server/config.ts'
import type { Runtime } from '#server/context.ts'
import type { Engine } from '#server/database/engine.ts'
import type { Readiness } from '#server/http/operations/health.ts'
import type { Site } from '#server/http/site/site-files.ts'
import { createDocumentThread } from '#server/invoice-documents/document-thread.ts'
import { type Keys, newKeys } from '#server/keys.ts'
import type { RequestMeter } from '#server/metrics/meters.ts'
import { createExchange } from '#server/realtime/change-exchange.ts'
import { startRelay } from '#server/realtime/postgres-relay.ts'
import { type BuiltUser, buildSession, buildUser } from './build.ts'
import { openTestDatabase, type TestDatabase } from './engines.ts'
import { createTestClient, type TestClient } from './test-client.ts'
import { createTestClock } from './test-clock.ts'

/** Fast instead of safe. */
const cheapPasswords = { memoryCost: 8, timeCost: 1, parallelism: 1 } as const

export type LoggedInClient = TestClient & { readonly user: BuiltUser }
export type TestApp = Awaited<ReturnType<typeof openTestApp>>

type Options = {
  /** Variables of the configuration: `{ PUBLIC_URL: 'https://portal.example.org' }`. */
  env?: Environment
  /** Receives every line the server logs. */
  onLog?: (line: string) => void
  /** The built web app; none by default. */
  site?: Site
  /** The database of another app of the test, of which this is a further instance; it stays open. */
  instanceOn?: TestDatabase
  /** Of the other app, so that both open the same secrets; new ones by default. */
  keys?: Keys
  /** Receives changes of other instances, as the process does: on PostgreSQL through its relay. */
  isRelayed?: boolean
  /** Keeps metrics, as the process does when configured. */
  meter?: (runtime: Runtime) => RequestMeter
}

/**
 * Opens the app on its own database. `client('customer')` is a browser in which a new user of that role is logged in,
 * `loginAs(user)` one for an existing user. Close it at the end.
 */
export async function openTestApp(
  engine: Engine,
  { env = {}, onLog, site, instanceOn, keys = newKeys(), isRelayed = false, meter }: Options = {},
) {
  const database = instanceOn ?? (await openTestDatabase(engine))
  const clock = createTestClock()
  const readiness: Readiness = { isStopping: false }
  const runtime: Runtime = {
    config: readConfig({ DATA_DIR: join(tmpdir(), 'portal-test-without-files'), ...env }),
    engine,
    db: database.db,
    copies: database.copies,
    clock,
    log: onLog ? pino({ level: 'debug' }, { write: onLog }) : pino({ level: 'silent' }),
    keys,
    passwords: createPasswords(cheapPasswords),
    realtime: createExchange(clock, { isOpen: !isRelayed || database.url === null }),
    documents: createDocumentThread(),
    wake: () => {},
  }
  const app = await buildApp(runtime, { readiness, site, meter: meter?.(runtime) })
  await app.ready()
  const relay =
    isRelayed && database.url !== null
      ? startRelay(runtime.realtime, { databaseUrl: database.url, log: runtime.log })
      : null
  await relay?.begun

  const loginAs = async (user: BuiltUser): Promise<LoggedInClient> => {
    const client = createTestClient(app)
    const { token } = await buildSession(runtime, user)
    client.cookies.set(runtime.config.publicUrl?.startsWith('https:') ? '__Host-sid' : 'sid', token)
    return { ...client, user }
  }

  return {
    app,
    runtime,
    clock,
    database,
    readiness,
    loginAs,
    visitor: () => createTestClient(app),
    client: async (role: 'customer' | 'admin'): Promise<LoggedInClient> => loginAs(await buildUser(runtime, { role })),
    async close() {
      runtime.realtime.end()
      await app.close()
      await runtime.documents.stop()
      await relay?.stop()
      if (!instanceOn) await database.close()
    },
  }
}
