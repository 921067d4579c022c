/** The portal when its database cannot take a write: it reports it, leaves nothing partial, and recovers by itself. */
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import pino from 'pino'
import { expect, test } from 'vitest'
import { errorTexts } from '#contract/texts/errors.texts.ts'
import { systemClock } from '#server/clock.ts'
import { openPostgres, openSqlite } from '#server/database/open.ts'
import { makeMigratedPostgresDatabase } from '#server/testing/engines.ts'
import { freePort } from '#server/testing/free-port.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { examine } from './cli/portal-doctor.ts'
import { migrate } from './database/migrations/migrate.ts'

const unavailable = {
  status: 503,
  code: 'unavailable',
  title: errorTexts.unavailable,
}

/** A request has rows in five tables: a partial write would show. */
const ask = (customer: LoggedInClient, description = 'Bitte bald.') =>
  customer.post('/api/backend/requests/', { title: 'Wallbox', description })

async function expectRefusal(customer: LoggedInClient, description?: string) {
  const answer = await ask(customer, description)
  expect(answer.json()).toMatchObject(unavailable)
  expect(answer.headers['retry-after']).toBe('5')
  expect(answer.headers['content-type']).toContain('application/problem+json')
  return answer
}

async function expectWhole(portal: TestApp, requests: number) {
  const rows = await portal.runtime.db.selectFrom('request').select('id').execute()
  expect(rows).toHaveLength(requests)
  const lines = await portal.runtime.db
    .selectFrom('audit_entry')
    .select('id')
    .where('action', '=', 'request.created')
    .execute()
  expect(lines).toHaveLength(requests)
  expect((await examine(portal.runtime, portal.database)).findings).toEqual([])
}

test('a full disk refuses writes with a sentence, leaves nothing partial, and recovers when there is room', async () => {
  const portal = await openTestApp('sqlite')
  const { db } = portal.runtime
  const customer = await portal.client('customer')
  expect((await ask(customer)).statusCode).toBe(201)
  // SQLite itself answers SQLITE_FULL, as when the system has no room.
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(db)
  await expectRefusal(customer, 'x'.repeat(5_000))
  expect((await customer.get('/api/backend/requests/')).json().count).toBe(1)
  await expectWhole(portal, 1)

  await sql`pragma max_page_count = 1000000`.execute(db)
  expect((await ask(customer, 'x'.repeat(5_000))).statusCode).toBe(201)
  await expectWhole(portal, 2)
  await portal.close()
})

test('a database file locked by another program is waited for, then refused, and usable again after its release', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kundenportal-faults-'))
  const file = join(folder, 'portal.sqlite')
  const database = { ...openSqlite(file), url: null }
  await migrate(database, { clock: systemClock, log: pino({ level: 'silent' }) })
  const portal = await openTestApp('sqlite', { instanceOn: database })
  const customer = await portal.client('customer')
  expect((await ask(customer)).statusCode).toBe(201)
  const other = new DatabaseSync(file)
  other.exec('begin immediate')
  await expectRefusal(customer)
  expect((await customer.get('/api/backend/requests/')).json().count).toBe(1)

  other.exec('rollback')
  other.close()
  expect((await ask(customer)).statusCode).toBe(201)
  await expectWhole(portal, 2)
  await portal.close()
  await database.close()
  rmSync(folder, { recursive: true })
})

test('an unavailable PostgreSQL gives a sentence and 503, and needs no restart of the portal when it is back', async () => {
  const made = await makeMigratedPostgresDatabase()
  const door = await openDoor(made.url)
  const database = { ...(await openPostgres(door.url)), url: door.url }
  const portal = await openTestApp('postgres', { instanceOn: database })
  const customer = await portal.client('customer')
  expect((await ask(customer)).statusCode).toBe(201)
  await door.shut()
  await expectRefusal(customer)
  await expectRefusal(customer)
  portal.clock.advance(5_000)
  expect((await portal.app.inject('/readyz')).statusCode).toBe(503)
  expect((await portal.app.inject('/healthz')).statusCode).toBe(200)

  await door.open()
  expect((await ask(customer)).statusCode).toBe(201)
  await expectWhole(portal, 2)
  portal.clock.advance(5_000)
  expect((await portal.app.inject('/readyz')).statusCode).toBe(200)
  await portal.close()
  await database.close()
  await door.shut()
  await made.drop()
})

/** The test server behind a port of its own: closed, every connection breaks and none is accepted. */
async function openDoor(databaseUrl: string) {
  const behind = new URL(databaseUrl)
  const socket = join(behind.searchParams.get('host') ?? '', '.s.PGSQL.5432')
  const open = new Set<Socket>()
  const server = createServer(client => {
    const upstream = connect(socket)
    for (const [end, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(end)
      end.on('error', () => other.destroy())
      end.on('close', () => other.destroy())
      end.pipe(other)
    }
  })
  const port = await freePort()
  const listen = () => new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  await listen()
  return {
    url: `postgres://postgres@127.0.0.1:${port}${behind.pathname}`,
    open: listen,
    shut: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        for (const end of open) end.destroy()
        open.clear()
      }),
  }
}
