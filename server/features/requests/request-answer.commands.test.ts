import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildRequest } from '#server/testing/build-requests.ts'
import { buildCustomer } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

const path = '/api/backend/requests/'

describe.each(engines)('an answer to a request on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  let kim: LoggedInClient
  let customerId: string
  beforeAll(async () => {
    portal = await openTestApp(engine)
    admin = await portal.client('admin')
    kim = await portal.client('customer')
    customerId = kim.user.customerId ?? ''
    await portal.runtime.db
      .updateTable('customer')
      .set({ hourly_rate_cents: 8_850, email: 'kim@example.org' })
      .where('id', '=', customerId)
      .execute()
  })
  afterAll(() => portal.close())

  const open = (more = {}) =>
    buildRequest(portal.runtime, { customer_id: customerId, title: 'Wallbox', description: 'Bitte bald.', ...more })
  const accept = (id: string, body: object = {}, headers = {}) =>
    admin.post(`${path}${id}/acceptance/`, body, { headers })
  const decline = (id: string, answer = 'Das machen wir nicht.', headers = {}) =>
    admin.post(`${path}${id}/rejection/`, { answer }, { headers })
  const ticketsNamed = (name: string) =>
    portal.runtime.db.selectFrom('ticket').selectAll().where('name', '=', name).execute()
  const mails = async (number: string) =>
    (await portal.runtime.db.selectFrom('outbox_mail').selectAll().execute()).filter(mail =>
      mail.subject.includes(number),
    )

  it('that accepts it creates a ticket, and both link to each other', async () => {
    const request = await open()
    const answer = await accept(request.id, { name: 'Wallbox einbauen', progress: 'inProgress', answer: 'Gerne.' })
    expect(answer.statusCode).toBe(200)
    const accepted = answer.json()
    expect(accepted).toMatchObject({
      state: 'accepted',
      answer: 'Gerne.',
      ticket: { name: 'Wallbox einbauen', progress: 'inProgress' },
      revision: 2,
    })
    expect(accepted.ticketId).toBe(accepted.ticket.id)
    expect(accepted.answeredAt).not.toBeNull()
    const ticket = (await kim.get(`/api/backend/tickets/${accepted.ticketId}/`)).json()
    expect(ticket).toMatchObject({
      name: 'Wallbox einbauen',
      description: 'Bitte bald.',
      hourlyRate: 88.5,
      progress: 'inProgress',
      customer: { id: customerId },
      request: { id: request.id, number: request.number, title: 'Wallbox' },
    })
    const actions = await portal.runtime.db
      .selectFrom('audit_entry')
      .select('action')
      .where('subject_id', 'in', [request.id, accepted.ticketId])
      .orderBy('seq')
      .execute()
    expect(actions.map(line => line.action)).toEqual(['ticket.created', 'request.accepted'])
  })

  it('takes name and rate from the request and its customer by default', async () => {
    const plain = (await accept((await open({ title: 'Klingel' })).id)).json()
    expect(plain.ticket).toMatchObject({ name: 'Klingel', progress: 'upcoming' })
    const priced = (await accept((await open()).id, { hourlyRate: 0 })).json()
    expect((await admin.get(`/api/backend/tickets/${priced.ticketId}/`)).json().hourlyRate).toBe(0)
  })

  it('is given once: accepted again it is the same ticket', async () => {
    const { id } = await open({ title: 'Nur einmal' })
    const first = (await accept(id)).json()
    const again = await accept(id, { name: 'Noch eins' })
    expect([again.statusCode, again.json().ticketId]).toEqual([200, first.ticketId])
    const stale = await accept(id, {}, { 'if-match': '"1"' })
    expect(stale.json()).toMatchObject({ status: 412, code: 'stale' })
    expect(await ticketsNamed('Nur einmal')).toHaveLength(1)
    expect(await ticketsNamed('Noch eins')).toHaveLength(0)
    expect((await decline(id)).json()).toMatchObject({ status: 409, code: 'customer_request.answered' })
  })

  it('of several admins at once creates one ticket', async () => {
    const { id } = await open({ title: 'Gleichzeitig' })
    const answers = await Promise.all([accept(id), accept(id), accept(id), decline(id)])
    const tickets = await ticketsNamed('Gleichzeitig')
    const request = (await admin.get(`${path}${id}/`)).json()
    expect(tickets).toHaveLength(request.state === 'accepted' ? 1 : 0)
    expect(answers.filter(answer => answer.statusCode === 200).length).toBe(request.state === 'accepted' ? 3 : 1)
    expect(request.revision).toBe(2)
  })

  it('that declines it needs a reason', async () => {
    const { id } = await open()
    for (const answer of ['', '   ']) {
      const refused = await decline(id, answer)
      expect(refused.json().errors).toEqual([expect.objectContaining({ field: 'answer', code: 'required' })])
    }
    const declined = await decline(id, 'Dafür fehlt uns die Zulassung.')
    expect(declined.json()).toMatchObject({
      state: 'declined',
      answer: 'Dafür fehlt uns die Zulassung.',
      ticketId: null,
      permissions: ['update', 'delete', 'download'],
    })
    expect((await kim.get(`${path}${id}/`)).json().answer).toBe('Dafür fehlt uns die Zulassung.')
    for (const refused of [await accept(id), await decline(id)]) {
      expect(refused.json()).toMatchObject({ status: 409, code: 'customer_request.answered' })
    }
  })

  it('is mailed to the customer, once, if mails are wanted', async () => {
    const accepted = await open()
    const { ticketId } = (await accept(accepted.id)).json()
    await accept(accepted.id)
    const [mail, ...more] = await mails(accepted.number)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ kind: 'request_answered', recipient: 'kim@example.org' })
    expect(mail?.text).toContain(`/customer-portal/ticket/${ticketId}`)
    const declined = await open()
    await decline(declined.id, 'Leider nicht.')
    expect((await mails(declined.number))[0]?.text).toContain('> Leider nicht.')

    const quiet = await buildCustomer(portal.runtime, { email: 'leise@example.org', is_notified: 0 })
    const unheard = await open({ customer_id: quiet.id })
    await decline(unheard.id)
    expect(await mails(unheard.number)).toEqual([])
  })

  it('stays when the ticket is deleted, and hides a ticket moved to another customer', async () => {
    const kept = await open()
    const { ticketId } = (await accept(kept.id)).json()
    expect((await admin.delete(`/api/backend/tickets/${ticketId}/`)).statusCode).toBe(204)
    expect((await kim.get(`${path}${kept.id}/`)).json()).toMatchObject({
      state: 'accepted',
      ticketId: null,
      ticket: null,
    })

    const moved = await open()
    const ticket = (await accept(moved.id)).json().ticketId
    const stranger = await buildCustomer(portal.runtime)
    await admin.patch(`/api/backend/tickets/${ticket}/`, { customerId: stranger.id })
    expect((await kim.get(`${path}${moved.id}/`)).json()).toMatchObject({ ticketId: null, ticket: null })
    expect((await admin.get(`/api/backend/tickets/${ticket}/`)).json().request).toBeNull()
  })

  it('prevents the deletion of its customer', async () => {
    const customer = await buildCustomer(portal.runtime)
    await buildRequest(portal.runtime, { customer_id: customer.id })
    expect((await admin.get(`/api/backend/customer/${customer.id}/`)).json().permissions).not.toContain('delete')
    const refused = await admin.delete(`/api/backend/customer/${customer.id}/`)
    expect(refused.json()).toMatchObject({ status: 409, code: 'customer.has_history' })
  })

  it('cannot be given by the customer', async () => {
    const { id } = await open()
    for (const sub of ['acceptance', 'rejection']) {
      const refused = await kim.post(`${path}${id}/${sub}/`, { answer: 'Ja' })
      expect(refused.json()).toMatchObject({ status: 403, code: 'role.forbidden' })
    }
  })
})
