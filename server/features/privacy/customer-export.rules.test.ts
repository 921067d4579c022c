import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportNouns } from '#contract/texts/customer-exports.texts.ts'
import { customerRows } from '#server/database/customer-rows.ts'
import type { OpenedDatabase } from '#server/database/open.ts'
import { openTestDatabase } from '#server/testing/engines.ts'
import { exportedTables, exportPlans, isFetchable, presentColumn } from './customer-export.rules.ts'

describe('the plan of an export', () => {
  let database: OpenedDatabase
  beforeAll(async () => {
    database = await openTestDatabase('sqlite')
  })
  afterAll(() => database.close())

  test('lists every column of every table in it, and no other', async () => {
    const tables = await database.db.introspection.getTables()
    expect(tables.map(({ name }) => name).toSorted()).toEqual(Object.keys(exportPlans).toSorted())
    for (const { name, columns } of tables) {
      const plan = exportedTables.find(({ table }) => table === name)
      if (plan === undefined) continue
      const planned = [...plan.columns, ...plan.without]
      expect([name, planned.toSorted()]).toEqual([name, columns.map(column => column.name).toSorted()])
    }
  })

  test('omits a table with personal rows only for a stated reason', () => {
    const page = readFileSync('docs/protection.md', 'utf8')
    const classes = page.split('\n').flatMap(line => {
      const [, name = '', , , tables = ''] = line.split('|').map(cell => cell.trim())
      return ['secret', 'token', 'personal'].includes(name)
        ? [...tables.matchAll(/`(\w+)`/g)].map(([, table]) => table)
        : []
    })
    expect(classes.length).toBeGreaterThan(30)
    const forgotten = Object.entries(exportPlans).filter(
      ([table, plan]) =>
        'because' in plan && plan.because.startsWith('belongs to the business') && classes.includes(table),
    )
    expect(forgotten.map(([table]) => table)).toEqual(['key_canary'])
  })

  test('selects rows of every table in it, and names it in German', () => {
    expect(exportedTables.filter(({ table }) => customerRows[table] === null)).toEqual([])
    const nouns = [...exportedTables.map(({ noun }) => noun), 'access']
    expect(nouns.toSorted()).toEqual(Object.keys(exportNouns).toSorted())
  })

  test('contains no credentials, no sealed values and nothing for the staff only', () => {
    const columns = exportedTables.flatMap(({ table, columns }) => columns.map(column => `${table}.${column}`))
    expect(columns.length).toBeGreaterThan(150)
    const proofs = columns.filter(column => /_hash$|sealed|token|public_key|credential_id|\.note$|reason$/.test(column))
    expect(proofs).toEqual([
      'invoice.cancel_reason',
      'invoice_payment.reason',
      'energy_command.reason',
      'newsletter_consent.end_reason',
    ])
  })

  test('states the reason for every table that is not in it', () => {
    const silent = Object.entries(exportPlans).filter(([, plan]) => 'because' in plan && plan.because.length < 20)
    expect(silent).toEqual([])
  })

  test('contains of some tables only rows visible to the customer', () => {
    const some = exportedTables.flatMap(({ table, only }) => (only === undefined ? [] : [[table, only]]))
    expect(Object.fromEntries(some)).toEqual({
      file: 'seen',
      invoice: 'issued',
      invoice_line: 'onIssued',
      invoice_line_entry: 'onIssuedLine',
      service_credential: 'shared',
      outbox_mail: 'toCustomer',
      customer_export: 'alive',
    })
  })

  test('names every column as the API does', () => {
    const called = exportedTables.flatMap(({ columns }) => columns.map(column => presentColumn(column, null)[0]))
    expect(called.filter(name => !/^[a-z][a-zA-Z0-9]*$/.test(name))).toEqual([])
    expect(
      ['is_notified', 'notified_when', 'has_newsletter', 'paid_on', 'extra_text', 'collection_id'].map(nameOf),
    ).toEqual(['notifications', 'notificationsWhen', 'newsletter', 'paidDate', 'chargedExtraText', 'collectionId'])
  })

  test.each([
    ['hourly_rate_cents', 9_550, ['hourlyRate', 95.5]],
    ['budget_cents', null, ['budget', null]],
    ['minutes', 90, ['hours', 1.5]],
    ['hours_hundredths', 33, ['hours', 0.33]],
    ['quantity_milli', -1_500, ['quantity', -1.5]],
    ['unit_price_e4', 345_800, ['unitPrice', 34.58]],
    ['is_paid', 1, ['paid', true]],
    ['is_active', 0, ['isActive', false]],
    ['has_newsletter', 1, ['newsletter', true]],
    ['extra_cents', 50, ['chargedExtra', 0.5]],
    ['is_paid', null, ['paid', null]],
    ['answer', undefined, ['answer', null]],
    ['this_is_paid', 1, ['thisIsPaid', 1]],
    ['cents_spent', 100, ['centsSpent', 100]],
    ['all_cents_ever', 100, ['allCentsEver', 100]],
    ['total_cents', '100', ['total', '100']],
    ['minutes', '90', ['hours', '90']],
    ['rate', '19', ['rate', '19']],
    ['is_paid', '1', ['paid', '1']],
    ['period_minutes', 90, ['periodMinutes', 90]],
    ['notes', '[1]', ['notes', '[1]']],
    ['urls', null, ['urls', null]],
    [
      'content',
      '{"base_cents":[100],"lines":[{"total_cents":250,"note":null}]}',
      ['content', { base: [100], lines: [{ total: 2.5, note: null }] }],
    ],
    ['urls', '["https://example.org"]', ['urls', ['https://example.org']]],
    ['content', '', ['content', null]],
    ['tax_lines', '[{"rate":1900,"base_cents":100}]', ['taxLines', [{ rate: 19, base: 1 }]]],
    ['created_at', '2026-03-10T09:00:00.000Z', ['createdAt', '2026-03-10T09:00:00.000Z']],
  ])('writes %s of %j as the API does', (column, value, expected) => {
    expect(presentColumn(column, value)).toEqual(expected)
  })
})

/** The name alone. */
function nameOf(column: string): string {
  return presentColumn(column, null)[0]
}

describe('the file of an export', () => {
  const now = '2026-03-10T09:00:00.000Z'
  test.each([
    ['that is ready', { state: 'ready', expires_at: '2026-03-10T09:00:00.001Z' }, true],
    ['whose time is just over', { state: 'ready', expires_at: now }, false],
    ['that has no end', { state: 'ready', expires_at: null }, false],
    ['that is being packed', { state: 'running', expires_at: '2026-03-11T09:00:00.000Z' }, false],
  ] as const)('%s can be downloaded or not', (_, row, isThere) => {
    expect(isFetchable(row, now)).toBe(isThere)
  })
})
