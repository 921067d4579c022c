import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { byPortal } from '#server/mail/budget.ts'
import { enqueueMail } from '#server/mail/outbox.ts'
import { engines, openTestDatabase } from '#server/testing/engines.ts'
import { testRuntime } from '#server/testing/test-runtime.ts'
import { nextNumber } from './number-sequence.ts'
import type { OpenedDatabase } from './open.ts'
import { prepared } from './prepared.ts'
import { inTransaction } from './transaction.ts'

const countMails = prepared<Record<never, never>>()(db =>
  db.selectFrom('outbox_mail').select(({ fn }) => fn.countAll<number>().as('count')),
)

describe.each(engines)('on %s', engine => {
  let database: OpenedDatabase

  beforeAll(async () => {
    database = await openTestDatabase(engine)
  })
  afterAll(() => database.close())

  test('50 simultaneous callers get 50 numbers without a gap', async () => {
    const runtime = testRuntime(database)
    const numbers = await Promise.all(
      Array.from({ length: 50 }, () => inTransaction(runtime, trx => nextNumber(trx, 'ticket-2026'))),
    )
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
  })

  test('a number taken in a failed transaction is used by the next', async () => {
    const runtime = testRuntime(database)
    const first = await inTransaction(runtime, trx => nextNumber(trx, 'invoice'))
    await expect(
      inTransaction(runtime, async trx => {
        await nextNumber(trx, 'invoice')
        throw new Error('not issued')
      }),
    ).rejects.toThrow('not issued')
    expect(await inTransaction(runtime, trx => nextNumber(trx, 'invoice'))).toBe(first + 1)
  })

  test('using db inside a transaction is an error at once', async () => {
    const runtime = testRuntime(database)
    const { db } = runtime
    const message = 'use the `trx`'
    await expect(inTransaction(runtime, () => db.selectFrom('number_sequence').selectAll().execute())).rejects.toThrow(
      message,
    )
    await expect(inTransaction(runtime, () => countMails(db, {}))).rejects.toThrow(message)
    await expect(
      inTransaction(runtime, () => inTransaction(runtime, trx => nextNumber(trx, 'nested'))),
    ).rejects.toThrow(message)
    expect(await db.selectFrom('number_sequence').select('name').where('name', '=', 'nested').execute()).toEqual([])
  })

  test('work that a transaction left running may use db after its end', async () => {
    const runtime = testRuntime(database)
    const over = Promise.withResolvers<void>()
    const later = await inTransaction(runtime, async () => ({
      done: over.promise.then(() => countMails(runtime.db, {})),
    }))
    over.resolve()
    expect(await later.done).toEqual([{ count: expect.any(Number) }])
  })

  test('queued work wakes the workers after the commit, and only then', async () => {
    const runtime = testRuntime(database)
    const mail = {
      kind: 'newsletter_test' as const,
      about: null,
      to: 'a@example.org',
      subject: 'Betreff',
      text: 'Text',
      html: '<p>Text</p>',
    }
    await inTransaction(runtime, async trx => {
      await enqueueMail(trx, byPortal(runtime), mail)
      expect(runtime.wakes).toBe(0)
    })
    expect(runtime.wakes).toBe(1)
    await expect(
      inTransaction(runtime, async trx => {
        await enqueueMail(trx, byPortal(runtime), mail)
        throw new Error('rolled back')
      }),
    ).rejects.toThrow()
    await inTransaction(runtime, async () => {})
    expect(runtime.wakes).toBe(1)
    expect(await countMails(runtime.db, {})).toEqual([{ count: 1 }])
  })

  test('an error of the work is rethrown unchanged', async () => {
    const error = new Error('as it was')
    await expect(inTransaction(testRuntime(database), () => Promise.reject(error))).rejects.toBe(error)
  })
})

test('two transactions that deadlock on PostgreSQL both succeed in the end', async () => {
  const database = await openTestDatabase('postgres')
  const runtime = testRuntime(database)
  const add = (name: string) => inTransaction(runtime, trx => nextNumber(trx, name))
  await add('left')
  await add('right')
  let runs = 0
  const bothHaveOne = Promise.withResolvers<void>()
  const takeBoth = (first: string, second: string) =>
    inTransaction(runtime, async trx => {
      await nextNumber(trx, first)
      runs += 1
      if (runs === 2) bothHaveOne.resolve()
      await bothHaveOne.promise
      return nextNumber(trx, second)
    })
  const numbers = await Promise.all([takeBoth('left', 'right'), takeBoth('right', 'left')])
  expect(runs).toBe(3)
  expect(numbers.toSorted()).toEqual([2, 3])
  await database.close()
})

test('a serialization failure that never ends is finally thrown', async () => {
  const database = await openTestDatabase('postgres')
  const runtime = testRuntime(database)
  let runs = 0
  await expect(
    inTransaction(runtime, async trx => {
      runs += 1
      await sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(trx)
    }),
  ).rejects.toThrow('again')
  expect(runs).toBe(5)
  await database.close()
})
