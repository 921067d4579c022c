/** Several processes on one PostgreSQL: writes through one are notified at the others. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenStream, openStream } from '#server/testing/open-stream.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

describe('two instances', () => {
  let one: TestApp
  let other: TestApp
  let admin: LoggedInClient
  let atOther: OpenStream

  beforeAll(async () => {
    one = await openTestApp('postgres', { isRelayed: true })
    other = await openTestApp('postgres', { isRelayed: true, instanceOn: one.database })
    await one.app.listen({ host: '127.0.0.1', port: 0 })
    await other.app.listen({ host: '127.0.0.1', port: 0 })
    admin = await one.client('admin')
    atOther = await openStream(other.app, await one.client('admin'))
    expect(await atOther.next()).toMatchObject({ name: 'ready' })
  })
  afterAll(async () => {
    await atOther.close()
    await other.close()
    await one.close()
  })

  async function addQuestion(question: string): Promise<string> {
    const answer = await admin.post('/api/backend/admin/faq/', { question, answer: 'Ja.', published: true })
    expect(answer.statusCode).toBe(201)
    return answer.json().id
  }

  test('notify each other', async () => {
    const id = await addQuestion('Geht das?')
    expect((await atOther.next())?.data).toMatchObject({ noun: 'faq', id, by: 'admin' })
  })

  test('know each other’s events: a stream resumes at the other instance', async () => {
    const kim = await one.client('customer')
    const atOne = await openStream(one.app, kim)
    const ready = await atOne.next()
    expect(ready?.name).toBe('ready')
    await addQuestion('Und das?')
    const heard = await atOne.next()
    await atOne.close()
    const id = await addQuestion('Und dies?')
    await atOther.until(({ data }) => data.id === id)

    const goingOn = await openStream(other.app, kim, { headers: { 'last-event-id': heard?.id ?? '' } })
    expect(await goingOn.next()).toMatchObject({ name: 'ready' })
    expect((await goingOn.next())?.data.id).toBe(id)
    await goingOn.close()
  })

  test('ask for a restart after a loss of the database connection, and continue', async () => {
    const { db } = one.runtime
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'kundenportal realtime' and datname = current_database()`.execute(db)
    await atOther.until(({ name }) => name === 'resync')
    const id = await addQuestion('Und jetzt?')
    expect((await atOther.until(({ data }) => data.id === id)).length).toBeGreaterThan(0)
  })
})
