/** Drafts are issued at once by two processes on one PostgreSQL, which fail at random and are killed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyAudit } from '#server/audit/verify-audit.ts'
import { url } from '#server/testing/invoice-desk.ts'
import { openWriter } from '#server/testing/invoice-writer.ts'
import type { DraftsToIssue } from '#server/testing/issue-drafts.ts'
import { numberOfCases } from '#server/testing/number-of-cases.ts'
import { processEnv } from '#server/testing/processes.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { checkArchive } from './invoice-archive.queries.ts'

const draftsCount = numberOfCases(12, 200)
const program = fileURLToPath(new URL('../../testing/issue-drafts.ts', import.meta.url))

let portal: TestApp
let admin: LoggedInClient
let drafts: string[]
const running: ChildProcess[] = []
beforeAll(async () => {
  portal = await openTestApp('postgres')
  admin = await portal.client('admin')
  const writer = await openWriter(portal, admin)
  const series = { kind: 'invoice', form: 'RE-{year}-{number:5}', start: 1 }
  expect((await admin.put('/api/backend/admin/number-series/', series)).statusCode).toBe(200)
  drafts = []
  for (let count = 0; count < draftsCount; count += 1) drafts.push((await writer.complete()).draft.id)
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await portal.close()
})

it('leaves no gap, no double and no trace of a failure', { timeout: numberOfCases(240_000, 1_800_000) }, async () => {
  // Each draft is issued by one process, every third by both.
  const shares = [0, 1].map(own => drafts.filter((_, index) => index % 2 === own || index % 3 === 0))
  const outcomes = await Promise.all(shares.map(ids => issue({ ids, failuresPercent: 25 })))
  for (const [index, lines] of outcomes.entries()) expect(lines).toHaveLength(shares[index]?.length ?? 0)
  const issued = outcomes.flat().flatMap(line => (line.startsWith('issued ') ? [line.slice(7)] : []))
  // The second process is refused: no draft is issued twice.
  expect(new Set(issued).size).toBe(issued.length)
  await expectGapless(issued)

  // The next processes die while they issue; the invoices they have reported are there.
  const rest = drafts.filter(id => !issued.includes(id))
  const killed = await Promise.all([0, 1].map(() => issue({ ids: rest, failuresPercent: 25, killAfter: 1 })))
  await expect.poll(countBusy).toBe(0)
  const said = killed.flat().flatMap(line => (line.startsWith('issued ') ? [line.slice(7)] : []))
  const states = await statesOf(drafts)
  for (const id of [...issued, ...said]) expect(states.get(id)).toBe('issued')
  await expectGapless([...states].flatMap(([id, state]) => (state === 'issued' ? [id] : [])))

  for (const id of drafts) {
    const answer = await admin.post(`${url(id)}publication/`)
    expect([200, 409]).toContain(answer.statusCode)
  }
  await expectGapless(drafts)
  expect(await verifyAudit(portal.runtime.db)).toMatchObject({ ok: true })
  expect(await checkArchive(portal.runtime.db)).toEqual([])
})

/** The issued ones have the numbers from 1 on, each with its documents; all others have none. */
async function expectGapless(ids: readonly string[]): Promise<void> {
  const { db } = portal.runtime
  const rows = await db.selectFrom('invoice').select(['id', 'number']).where('state', '=', 'issued').execute()
  expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  const numbers = rows.map(({ number }) => Number(number?.slice('RE-2026-'.length))).toSorted((a, b) => a - b)
  expect(numbers).toEqual(ids.map((_, index) => index + 1))
  const snapshots = await db.selectFrom('invoice_snapshot').select('invoice_id').execute()
  expect(snapshots.map(({ invoice_id }) => invoice_id).toSorted()).toEqual(ids.toSorted())
  const passwords = await db.selectFrom('invoice_pdf_password').select('id').execute()
  expect(passwords.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  const mails = await db.selectFrom('outbox_mail').select('id').where('subject', 'like', 'Neue Rechnung RE-%').execute()
  expect(mails).toHaveLength(ids.length)
}

/** Connections at work: the last commit of a killed process may still be on its way. */
async function countBusy(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`.execute(portal.runtime.db)
  return rows[0]?.count ?? 0
}

async function statesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await portal.runtime.db.selectFrom('invoice').select(['id', 'state']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, state }) => [id, state]))
}

/** Runs a process and returns its lines; `killAfter` kills it once it has issued that many. */
async function issue({
  killAfter = Number.POSITIVE_INFINITY,
  ...work
}: Pick<DraftsToIssue, 'ids' | 'failuresPercent'> & { killAfter?: number }): Promise<string[]> {
  if (portal.database.url === null) throw new Error('Several processes need PostgreSQL.')
  const now = portal.clock.now().toISOString()
  const child = spawn(
    process.execPath,
    [program, JSON.stringify({ ...work, databaseUrl: portal.database.url, now } satisfies DraftsToIssue)],
    { env: processEnv, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  running.push(child)
  let output = ''
  child.stdout.on('data', (part: Buffer) => {
    output += part.toString()
    if (output.split('issued ').length > killAfter) child.kill('SIGKILL')
  })
  await once(child, 'close')
  return output.split('\n').filter(line => line !== '')
}
