import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { customerRows } from '#server/database/customer-rows.ts'
import { openTestDatabase } from '#server/testing/engines.ts'
import {
  destroyedFirst,
  destroyedLast,
  dueAfter,
  type Fate,
  fates,
  keptUntil,
  obstaclesOf,
  recipientOf,
} from './erasure.rules.ts'

test.each([
  ['2025-01-01', '2033-12-31'],
  ['2025-12-31', '2033-12-31'],
  ['2026-01-01', '2034-12-31'],
  ['2028-02-29', '2036-12-31'],
])('an invoice of %s is kept until %s', (issued, end) => {
  expect(keptUntil(issued)).toBe(end)
})

test('every invoice is kept for eight whole years and never for nine', () => {
  const dates = fc.date({ min: new Date('2020-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(dates, date => {
      const issued = date.toISOString().slice(0, 10)
      const year = Number(issued.slice(0, 4))
      const end = keptUntil(issued)
      expect(end >= `${year + 8}${issued.slice(4)}`).toBe(true)
      expect(end < `${year + 9}-01-01`).toBe(true)
    }),
  )
})

test('a deletion waits fourteen days', () => {
  expect(dueAfter(new Date('2026-03-10T09:00:00.000Z')).toISOString()).toBe('2026-03-24T09:00:00.000Z')
})

test.each([
  [{ unpaidInvoices: 0, admins: 0 }, []],
  [{ unpaidInvoices: 2, admins: 0 }, ['unpaid_invoices']],
  [{ unpaidInvoices: 0, admins: 1 }, ['own_business']],
  [{ unpaidInvoices: 1, admins: 1 }, ['unpaid_invoices', 'own_business']],
])('with the obstacles %j: %j', (findings, obstacles) => {
  expect(obstaclesOf(findings)).toEqual(obstacles)
})

test('a recipient is formatted as on an envelope, without empty lines', () => {
  const person = {
    company: '',
    first_name: 'Erika',
    last_name: 'Größl',
    street: 'Hauptstr. 1',
    zip: '80331',
    city: 'München',
  }
  expect(recipientOf({ ...person, country: 'DE', vat_id: '' })).toBe('Erika Größl\nHauptstr. 1\n80331 München')
  expect(recipientOf({ ...person, company: 'Hof KG', street: '', country: 'AT', vat_id: 'ATU1' })).toBe(
    'Hof KG\nErika Größl\n80331 München\nAT\nATU1',
  )
  const nothing = { ...person, first_name: '', street: ' ', zip: '', city: ' ' }
  expect(recipientOf({ ...nothing, country: 'DE', vat_id: '' })).toBe('Größl')
})

describe('the fates of the tables', () => {
  const tablesOf = (fate: Fate) =>
    Object.entries(fates)
      .filter(([, itsFate]) => itsFate === fate)
      .map(([table]) => table)
  const named = [...destroyedFirst, ...destroyedLast]

  test('cover every row of a customer', () => {
    const withoutRows = Object.entries(customerRows).filter(([, way]) => way === null)
    expect([...tablesOf('untouched'), ...tablesOf('fading')].toSorted()).toEqual(
      withoutRows.map(([table]) => table).toSorted(),
    )
    expect(tablesOf('fading')).toEqual(['failed_login', 'job', 'throttle'])
  })

  test('keep what the law and the audit trail require, and no other personal data', () => {
    expect(tablesOf('kept')).toEqual([
      'file',
      'file_chunk',
      'invoice',
      'invoice_line',
      'invoice_line_entry',
      'invoice_payment',
      'invoice_pdf_password',
      'invoice_snapshot',
      'invoice_xml',
      'retained_invoice',
    ])
    expect(tablesOf('emptied')).toEqual(['customer', 'erasure'])
    expect(tablesOf('logged')).toEqual(['audit_entry'])
    const listed = (['untouched', 'fading', 'kept', 'emptied', 'logged'] as const).flatMap(tablesOf)
    expect([...listed, ...tablesOf('destroyed')].toSorted()).toEqual(Object.keys(fates).toSorted())
  })

  test('are carried out for named tables, each once', () => {
    expect(new Set(named).size).toBe(named.length)
    expect(named.filter(table => fates[table] !== 'destroyed')).toEqual([])
  })

  test('are carried out for other tables with the rows they depend on', async () => {
    const database = await openTestDatabase('sqlite')
    const gone = new Set<string>(named)
    const rest = new Set(tablesOf('destroyed').filter(table => !gone.has(table)))
    try {
      for (let before = -1; before !== rest.size; ) {
        before = rest.size
        for (const table of rest) {
          const { rows } = await sql<{ owner: string }>`
            select "table" as owner from pragma_foreign_key_list(${table}) where on_delete = 'CASCADE'`.execute(
            database.db,
          )
          if (rows.some(({ owner }) => gone.has(owner)) && rest.delete(table)) gone.add(table)
        }
      }
    } finally {
      await database.close()
    }
    // Mails depend on nothing; those to and about the customer are searched (`erase/commands.ts`). A trigger deletes
    // the ends of words with their terms.
    expect([...rest]).toEqual(['outbox_mail', 'search_part'])
  })
})
