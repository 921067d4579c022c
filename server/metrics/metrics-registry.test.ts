import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allEndpoints } from '#contract/api.ts'
import { jobs } from '#server/app.ts'
import { hourMs, instantText, minuteMs, plusMs } from '#server/clock.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { enqueueJob } from '#server/jobs/job-queue.ts'
import { byPortal } from '#server/mail/budget.ts'
import { enqueueMail } from '#server/mail/outbox.ts'
import { buildTicket } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { createMetricsRegistry, type MetricsRegistry } from './metrics-registry.ts'

type Line = { name: string; labels: Record<string, string>; value: number }

/** The samples of the text format; comments left out. */
function linesOf(text: string): Line[] {
  return text
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(line => {
      const [, name = '', labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
      const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, text]) => [key, text])
      return { name, labels: Object.fromEntries(pairs), value: Number(value) }
    })
}

const kinds = jobs.map(({ kind }) => kind)

describe.each(engines)('figures on %s', engine => {
  let portal: TestApp
  let figures: MetricsRegistry
  beforeAll(async () => {
    portal = await openTestApp(engine, {
      meter: runtime => {
        figures = createMetricsRegistry(runtime, { kinds, release: 'abc' })
        return figures
      },
    })
  })
  afterAll(() => portal.close())

  const read = async () => linesOf(await figures.text())
  const figure = async (name: string, labels: Record<string, string> = {}) =>
    (await read()).find(line => line.name === name && JSON.stringify(line.labels) === JSON.stringify(labels))?.value

  test('requests are counted by route, method and status class', async () => {
    const kim = await portal.client('customer')
    const { id } = await buildTicket(portal.runtime, { customer_id: kim.user.customerId ?? '' })
    const labels = { route: '/api/backend/tickets/:id/', method: 'GET' }
    const count = (status: string) => figure('portal_http_request_duration_seconds_count', { ...labels, status })
    expect(await count('2xx')).toBeUndefined()
    for (const answered of [1, 2, 3]) {
      expect((await kim.get(`/api/backend/tickets/${id}/`)).statusCode).toBe(200)
      expect(await count('2xx')).toBe(answered)
    }
    expect((await kim.get('/api/backend/tickets/0198c0de-0000-7000-8000-000000000000/')).statusCode).toBe(404)
    expect(await count('4xx')).toBe(1)
  })

  test('for any request, the labels are a closed set without ids, users, customers or typed text', async () => {
    const kim = await portal.client('customer')
    for (const { endpoint } of allEndpoints()) {
      if (endpoint.stream) continue
      const url = endpoint.path.replace(/\{\w+\}/g, kim.user.id)
      await portal.app.inject({ method: endpoint.method, url: `${url}?search=typed-text` })
    }
    for (const url of ['/typed-text', '/api/typed-text/', `/${kim.user.id}`, '/%e0%a4%a', '/assets/typed-text.js']) {
      for (const method of ['GET', 'POST', 'PROPFIND'] as const) await portal.app.inject({ method, url })
    }
    const templates = allEndpoints().map(({ endpoint }) => endpoint.path.replace(/\{(\w+)\}/g, ':$1'))
    const others = ['none', '*', '/*', '/healthz', '/readyz', '/config.json']
    const closed: Record<string, ReadonlySet<string>> = {
      route: new Set([...templates, ...others]),
      method: new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'other']),
      status: new Set(['1xx', '2xx', '3xx', '4xx', '5xx']),
      kind: new Set([...kinds, 'minor', 'major', 'incremental', 'weakcb']),
      state: new Set(['waiting', 'failed', 'running']),
      outcome: new Set(['done', 'failed']),
      engine: new Set([engine]),
      release: new Set(['abc']),
    }
    const lines = await read()
    expect(lines.filter(({ labels }) => 'route' in labels).length).toBeGreaterThan(200)
    // Of Node itself: kinds of handles, spaces of the heap, parts of the version.
    for (const { name, labels } of lines.filter(line => line.name.startsWith('portal_'))) {
      for (const [label, value] of Object.entries(labels)) {
        if (label === 'le' || label === 'version') expect(value).toMatch(/^(\d+(\.\d+)*|\+Inf)$/)
        else expect(closed[label]?.has(value), `${name} ${label}=${value}`).toBe(true)
      }
    }
    const text = await figures.text()
    for (const secret of ['typed-text', kim.user.id, kim.user.customerId ?? 'none', kim.user.username]) {
      expect(text).not.toContain(secret)
    }
  })

  test('queues are exported with their age: jobs, mails, the backup', async () => {
    const { runtime, clock } = portal
    const [kind = ''] = kinds
    expect(await figure('portal_backup_proven_age_seconds')).toBeUndefined()
    await inTransaction(runtime, async trx => {
      await enqueueJob(trx, runtime, { kind })
      await enqueueJob(trx, runtime, { kind: 'of another release' })
      const mail = {
        kind: 'newsletter_test' as const,
        about: null,
        to: 'kim@example.org',
        subject: '',
        text: '',
        html: '',
      }
      await enqueueMail(trx, byPortal(runtime), mail)
    })
    const at = instantText(clock.now())
    await runtime.db
      .insertInto('backup')
      .values({
        ...{ id: 'one', kind: 'nightly', state: 'proven', step: null, reason: '', detail: '', file: 'x' },
        ...{ size_bytes: 1, rows_count: 1, audit_lines: 1, started_at: at, proven_at: at, updated_at: at },
      })
      .execute()
    clock.advance(10 * minuteMs)
    expect(await figure('portal_jobs', { kind, state: 'waiting' })).toBe(1)
    expect(await figure('portal_job_lag_seconds', { kind })).toBe(600)
    expect(await figure('portal_outbox_mails', { state: 'waiting' })).toBe(1)
    expect(await figure('portal_outbox_oldest_age_seconds')).toBe(600)
    expect(await figure('portal_backup_proven_age_seconds')).toBe(600)
    await runtime.db.updateTable('outbox_mail').set({ state: 'failed' }).execute()
    await runtime.db
      .updateTable('job')
      .set({ run_at: instantText(plusMs(clock.now(), hourMs)) })
      .execute()
    expect(await figure('portal_outbox_mails', { state: 'failed' })).toBe(1)
    expect(await figure('portal_outbox_oldest_age_seconds')).toBe(0)
    expect(await figure('portal_job_lag_seconds', { kind })).toBe(0)
  })

  test('counts are exported: live sessions, the size of the database, hashes, streams, running work', async () => {
    const before = (await figure('portal_sessions')) ?? Number.NaN
    await portal.client('admin')
    expect(await figure('portal_sessions')).toBe(before + 1)
    expect(await figure('portal_database_bytes')).toBeGreaterThan(100_000)
    expect(await figure('portal_password_hashes', { state: 'waiting' })).toBe(0)
    expect(await figure('portal_streams_open')).toBe(0)
    expect((await read()).find(({ name }) => name === 'portal_build_info')?.labels).toMatchObject({ engine })
    expect(await figure('nodejs_eventloop_lag_p99_seconds')).toBeDefined()
    expect(await figure('process_resident_memory_bytes')).toBeGreaterThan(0)
    figures.jobRan(kinds[0] ?? '', 'failed', 3)
    expect(await figure('portal_job_duration_seconds_count', { kind: kinds[0] ?? '', outcome: 'failed' })).toBe(1)
  })

  test('visitors cannot reach it', async () => {
    const admin = await portal.client('admin')
    expect((await admin.get('/metrics')).body).not.toContain('portal_')
    expect((await portal.app.inject('/metrics')).body).not.toContain('portal_')
  })

  test('while the database is unavailable, its metrics are omitted and the rest is exported', async () => {
    await portal.database.close()
    expect(await figure('portal_sessions')).toBeUndefined()
    expect(await figure('portal_outbox_mails', { state: 'waiting' })).toBeUndefined()
    expect(await figure('portal_database_unread_total')).toBeGreaterThan(0)
    expect(await figure('portal_streams_open')).toBe(0)
  })
})
