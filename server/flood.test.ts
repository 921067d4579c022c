/** The worst calls of visitors and of one customer, a few of each: answered correctly and quickly. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entryDescriptionLengthMax, ticketEntriesMax } from '#contract/limits.ts'
import { buildUser, testPassword } from '#server/testing/build.ts'
import { buildCustomer, buildEntry, buildTicket } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { unexpectedAnswers } from '#server/testing/flood-answers.ts'
import { type FloodTargets, floodCalls, worstText } from '#server/testing/flood-calls.ts'
import { openInvoiceDesk } from '#server/testing/invoice-desk.ts'
import { openPushingSite } from '#server/testing/pushing-site.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

/** More than anybody may write in a minute. */
const times = 130

describe.each(engines)('a flood on %s', engine => {
  let portal: TestApp
  let customer: TestClient
  let customerId: string
  let targets: FloodTargets
  beforeAll(async () => {
    portal = await openTestApp(engine)
    const { runtime } = portal
    customerId = (await buildCustomer(runtime)).id
    const { id: ticketId } = await buildTicket(runtime, { customer_id: customerId })
    const description = worstText(entryDescriptionLengthMax)
    for (let at = 0; at < ticketEntriesMax + 10; at += 1)
      await buildEntry(runtime, { ticket_id: ticketId, description })
    customer = await portal.loginAs(await buildUser(runtime, { customerId }))
    const entry = await buildEntry(runtime, { ticket_id: ticketId, progress: 'finished' })
    const desk = openInvoiceDesk(portal, await portal.client('admin'))
    const { id } = await desk.create(await desk.complete(customerId, { entryIds: [entry.id] }))
    expect((await desk.publish(id)).statusCode).toBe(200)
    const { site, url: pushPath } = await openPushingSite(portal, [{ key: 'grid' }])
    await runtime.db.updateTable('energy_site').set({ customer_id: customerId }).where('id', '=', site.id).execute()
    const invoice = { id, asked: { entryId: entry.id } }
    targets = { ticketId, invoice, site: { id: site.id, pushPath }, now: runtime.clock.now(), password: testPassword }
  })
  afterAll(() => portal.close())

  const names = floodCalls({
    ticketId: '',
    invoice: { id: '', asked: {} },
    site: { id: '', pushPath: '' },
    now: new Date(),
    password: '',
  })
  test.each(names.map(({ name }) => name))('of %s is answered quickly, and not for long', async name => {
    const call = floodCalls(targets).find(candidate => candidate.name === name)
    if (call === undefined) throw new Error(`There is no ${name}.`)
    const client = call.by === 'visitor' ? portal.visitor() : customer
    // The others are not limited, or so large that a few are enough.
    const { refusal = 429 } = call
    const isCounted = call.method !== 'GET' && call.statuses.includes(refusal) && (call.body?.length ?? 0) < 100_000
    const body = call.body === undefined ? {} : { body: JSON.parse(call.body) }
    const { headers: own } = call
    const answers: Record<string, number> = {}
    for (let time = 0; time < (isCounted ? times : 3); time += 1) {
      const headers = { ...own, ...(call.hasKey && { 'idempotency-key': `${name.length}-${time}` }) }
      const answer = await client.send(call.method, call.path, { headers, ...body })
      expect(answer.rawPayload.length).toBeLessThanOrEqual(call.answerBytesMax)
      answers[answer.statusCode] = (answers[answer.statusCode] ?? 0) + 1
    }
    expect(unexpectedAnswers(call, answers)).toEqual([])
    if (isCounted) expect(answers).toHaveProperty(String(refusal))
  })
})
