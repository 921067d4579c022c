import { sql } from 'kysely'
import pino from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { checkPaymentSums } from '#server/features/invoices/invoice-payment.queries.ts'
import { engines, openEmptyTestDatabase } from '#server/testing/engines.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations.ts'

const surroundings = { clock: systemClock, log: pino({ level: 'silent' }) }
const before = migrations.slice(0, 43)
const cleanUps: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

describe.each(engines)('the migration of payments on %s', engine => {
  test('makes one payment of each paid invoice, and leaves drafts, unpaid and retained ones as they are', async () => {
    const database = await openEmptyTestDatabase(engine)
    cleanUps.push(() => database.close())
    const { db } = database
    await migrate(database, { ...surroundings, migrations: before })
    await sql`insert into customer (id, number, number_key, kind, company, first_name, last_name, name_key, phone, website,
      email, street, zip, city, country, vat_id, leitweg_id, is_notified, has_newsletter, hourly_rate_cents, note,
      created_at, updated_at) values ('c', 'K-1', '1', 'private', '', 'A', 'B', 'b', '', '', '', '', '', '', 'DE', '', '',
      0, 0, 0, '', '2026-01-01', '2026-01-01')`.execute(db)
    const invoices = [
      ['draft', 'draft', 0, null],
      ['unpaid', 'issued', 0, null],
      ['paid', 'issued', 1, '2026-02-03'],
      ['retained', 'issued', 1, '2026-02-04'],
    ] as const
    for (const [id, state, isPaid, paidOn] of invoices) {
      const [number, key] = state === 'draft' ? [null, ''] : [id, id]
      const [date, dateKey] = state === 'draft' ? [null, '9999-12-31'] : ['2026-02-01', '2026-02-01']
      await sql`insert into invoice (id, number, number_key, customer_id, state, is_paid, paid_on, issue_date, issue_key,
        due_date, due_key, net_cents, tax_cents, gross_cents, notes, created_at, updated_at) values (${id}, ${number},
        ${key}, 'c', ${state}, ${isPaid}, ${paidOn}, ${date}, ${dateKey}, ${date}, ${dateKey}, 10000, 1900, 11900, '',
        '2026-02-01T10:00:00.000Z', '2026-02-05T10:00:00.000Z')`.execute(db)
    }
    await sql`insert into retained_invoice (invoice_id, recipient, kept_until) values ('retained', 'A B', '2034-12-31')`.execute(
      db,
    )

    await migrate(database, surroundings)

    const payments = await db.selectFrom('invoice_payment').selectAll().orderBy('invoice_id').execute()
    expect(payments).toMatchObject([
      { invoice_id: 'paid', amount_cents: 11_900, paid_on: '2026-02-03', reason: '', reverses_id: null },
      { invoice_id: 'retained', amount_cents: 11_900, paid_on: '2026-02-04', reason: '', reverses_id: null },
    ])
    const kept = await db.selectFrom('invoice').select(['id', 'paid_cents']).orderBy('id').execute()
    expect(kept).toEqual([
      { id: 'draft', paid_cents: 0 },
      { id: 'paid', paid_cents: 11_900 },
      { id: 'retained', paid_cents: 11_900 },
      { id: 'unpaid', paid_cents: 0 },
    ])
    expect(await db.selectFrom('retained_invoice').select('invoice_id').execute()).toEqual([{ invoice_id: 'retained' }])
    expect(await checkPaymentSums(db)).toEqual([])
  })
})
