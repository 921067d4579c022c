import { expect, test } from 'vitest'
import { inTransaction } from '#server/database/transaction.ts'
import { openTestDatabase } from '#server/testing/engines.ts'
import { sampleMail } from '#server/testing/outbox-with-smtp.ts'
import { testRuntime } from '#server/testing/test-runtime.ts'
import { byPortal } from './budget.ts'
import { claimMail } from './mail-queue.ts'
import { enqueueMail } from './outbox.ts'

test('a mail that another instance is claiming is skipped on PostgreSQL, not waited for', async () => {
  const database = await openTestDatabase('postgres')
  const runtime = testRuntime(database)
  await inTransaction(runtime, async trx => {
    await enqueueMail(trx, byPortal(runtime), { ...sampleMail, subject: 'first' })
    await enqueueMail(trx, byPortal(runtime), { ...sampleMail, subject: 'second' })
  })
  const [taken, next] = await database.db.transaction().execute(async trx => {
    const taken = await claimMail({ ...runtime, db: trx })
    return [taken, await claimMail(runtime)]
  })
  expect([taken?.subject, next?.subject].toSorted()).toEqual(['first', 'second'])
  await database.close()
})
