import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/database/ids.ts'
import { buildEntry, buildTicket } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

const tickets = '/api/backend/tickets/'
const url = (id: string) => `${tickets}${id}/`

describe.each(engines)('tickets on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine)
    admin = await portal.client('admin')
  })
  afterAll(() => portal.close())

  it('change many at once, each on its own', async () => {
    const good = await buildTicket(portal.runtime)
    const busy = await buildEntry(portal.runtime, { progress: 'inProgress' })
    const nowhere = newId()
    const answer = await admin.post('/api/backend/ticket-bulk-changes/', {
      ids: [good.id, busy.ticket_id, nowhere],
      change: { action: 'setProgress', progress: 'finished' },
    })
    expect(answer.json().results).toMatchObject([
      { id: good.id, number: good.number, isDone: true, code: null },
      { id: busy.ticket_id, isDone: false, code: 'ticket.unfinished_entries' },
      { id: nowhere, number: '', isDone: false, code: 'not_found' },
    ])
    expect((await admin.get(url(good.id))).json().progress).toBe('finished')

    const deleted = await admin.post('/api/backend/ticket-bulk-changes/', {
      ids: [good.id],
      change: { action: 'delete' },
    })
    expect(deleted.json().results).toMatchObject([{ id: good.id, isDone: true }])
    expect((await admin.get(url(good.id))).statusCode).toBe(404)
  })
})
