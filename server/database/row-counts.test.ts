import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { customerKinds } from '#contract/lists.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { engines, openTestDatabase } from '#server/testing/engines.ts'
import { testRuntime } from '#server/testing/test-runtime.ts'
import type { OpenedDatabase } from './open.ts'
import { checkRowCounts, countRows } from './row-counts.ts'
import { inTransaction } from './transaction.ts'

describe.each(engines)('the kept counts on %s', engine => {
  let database: OpenedDatabase
  beforeAll(async () => {
    database = await openTestDatabase(engine)
  })
  afterAll(() => database.close())

  it('match the rows after any change, rolled back or not', async () => {
    const runtime = testRuntime(database)
    const ids: string[] = []
    const steps = fc.record({
      verb: fc.constantFrom('add', 'add', 'move', 'remove'),
      kind: fc.constantFrom(...customerKinds),
      at: fc.nat(),
      isKept: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 3, maxLength: 15 }), async sequence => {
        for (const { verb, kind, at, isKept } of sequence) {
          const id = ids[at % Math.max(1, ids.length)] ?? ''
          if (verb === 'add') {
            ids.push((await buildCustomer(runtime, { kind })).id)
            continue
          }
          await inTransaction(runtime, async trx => {
            if (verb === 'move') await trx.updateTable('customer').set({ kind }).where('id', '=', id).execute()
            else await trx.deleteFrom('customer').where('id', '=', id).execute()
            if (!isKept) throw new Error('changed my mind')
          }).catch(error => expect(String(error)).toContain('changed my mind'))
          if (verb === 'remove' && isKept && ids.length > 0) ids.splice(at % ids.length, 1)
        }
        expect(await checkRowCounts(database.db)).toEqual([])
        expect(await countRows(database.db, 'customer', {})).toBe(ids.length)
      }),
      { numRuns: 20, seed: 4_712 },
    )
    const byKind = await Promise.all(customerKinds.map(kind => countRows(database.db, 'customer', { kind })))
    expect(byKind.reduce((sum, count) => sum + count, 0)).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(0)
  })

  it('are reported when they are wrong', async () => {
    await buildCustomer(testRuntime(database), { kind: 'public' })
    const real = await countRows(database.db, 'customer', { kind: 'public' })
    await sql`update row_count set "count" = "count" + 2 where list = 'customer' and key = 'public'`.execute(
      database.db,
    )
    expect(await checkRowCounts(database.db)).toEqual([{ list: 'customer', key: 'public', kept: real + 2, real }])
  })
})
