import { expect, test } from 'vitest'
import { inTransaction } from '#server/database/transaction.ts'
import { openTestDatabase } from '#server/testing/engines.ts'
import { sampleMail } from '#server/testing/outbox-with-smtp.ts'
import { testServices } from '#server/testing/test-services.ts'
import { byPortal } from './budget.ts'
import { claimMail } from './mail-queue.ts'
import { enqueueMail } from './outbox.ts'

test('a mail that another instance is just taking is passed over on PostgreSQL, not waited for', async () => {
  const database = await openTestDatabase('postgres')
  const services = testServices(database)
  await inTransaction(services, async trx => {
    await enqueueMail(trx, byPortal(services), { ...sampleMail, subject: 'first' })
    await enqueueMail(trx, byPortal(services), { ...sampleMail, subject: 'second' })
  })
  const [taken, next] = await database.db.transaction().execute(async trx => {
    const taken = await claimMail({ ...services, db: trx })
    return [taken, await claimMail(services)]
  })
  expect([taken?.subject, next?.subject].toSorted()).toEqual(['first', 'second'])
  await database.close()
})
