import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayMs, instantText, plusMs } from '#server/clock.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { storeProfile } from '#server/features/business-profile/business-profile.commands.ts'
import { getProfile } from '#server/features/business-profile/business-profile.queries.ts'
import { buildRequest } from '#server/testing/build-requests.ts'
import { buildCustomer, buildTicket } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { sampleFiles } from '#server/testing/multipart-form.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

const path = '/api/backend/requests/'
const nobodysId = '01970000-0000-7000-8000-000000000000'

describe.each(engines)('requests on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  let kim: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine)
    admin = await portal.client('admin')
    kim = await portal.client('customer')
    const { profile } = await getProfile(portal.runtime.db)
    await inTransaction(portal.runtime, trx =>
      storeProfile(trx, portal.runtime, { ...profile, companyName: 'Musterwerk', email: 'post@musterwerk.example' }),
    )
  })
  afterAll(() => portal.close())

  const ask = async (body: object, client = kim) => client.post(path, { title: 'Wallbox prüfen', ...body })
  const upload = async (client = kim, name = 'Plan.pdf') =>
    (await client.upload('/api/backend/files/', name, sampleFiles.pdf)).json().id as string
  const mailsAbout = async (text: string) => {
    const mails = await portal.runtime.db.selectFrom('outbox_mail').selectAll().orderBy('id').execute()
    return mails.filter(mail => mail.subject.includes(text))
  }
  const actionsOf = async (id: string) => {
    const lines = await portal.runtime.db
      .selectFrom('audit_entry')
      .select('action')
      .where('subject_id', '=', id)
      .orderBy('seq')
      .execute()
    return lines.map(line => line.action)
  }

  describe('of a customer', () => {
    it('are numbered within the year, open, and notified to the business at once', async () => {
      const answer = await ask({ title: 'Klingel', description: 'Geht nicht.', priority: 'high' })
      expect(answer.statusCode).toBe(201)
      const body = answer.json()
      expect(body).toMatchObject({
        title: 'Klingel',
        description: 'Geht nicht.',
        priority: 'high',
        state: 'open',
        answer: '',
        ticketId: null,
        ticket: null,
        attachments: [],
        customer: { id: kim.user.customerId },
        permissions: ['update', 'delete', 'download'],
        revision: 1,
      })
      expect(answer.headers.location).toBe(`${path}${body.id}/`)
      const next = (await ask({})).json()
      expect([body.number, next.number]).toEqual(['A-2026-0001', 'A-2026-0002'])
      expect(next.priority).toBe('medium')
      const [mail] = await mailsAbout('Klingel')
      expect(mail).toMatchObject({ kind: 'request', recipient: 'post@musterwerk.example', state: 'waiting' })
      expect(mail?.text).toContain(`/admin-portal/request/${body.id}`)
      expect(await actionsOf(body.id)).toEqual(['request.created'])
    })

    it('belong only to their own customer', async () => {
      const other = await buildCustomer(portal.runtime)
      const answer = await ask({ customerId: other.id })
      expect(answer.json().errors).toEqual([expect.objectContaining({ field: 'customerId', code: 'unknown_field' })])
    })

    it.each([
      [{ title: '' }, 'title', 'required'],
      [{ title: 'x'.repeat(201) }, 'title', 'too_long'],
      [{ priority: 'urgent' }, 'priority', 'choice.invalid'],
      [{ state: 'accepted' }, 'state', 'unknown_field'],
      [{ answer: 'ja' }, 'answer', 'unknown_field'],
      [{ ticketId: nobodysId }, 'ticketId', 'unknown_field'],
      [{ attachmentIds: [nobodysId] }, 'attachmentIds', 'file.gone'],
      [{ attachmentIds: [nobodysId, nobodysId] }, 'attachmentIds', 'invalid'],
      [{ attachmentIds: Array.from({ length: 11 }, () => nobodysId) }, 'attachmentIds', 'files.too_many'],
      [{ aboutTicketId: nobodysId }, 'aboutTicketId', 'reference.unknown'],
    ])('with %j are refused, naming %s', async (body, field, code) => {
      const answer = await ask(body)
      expect(answer.statusCode).toBe(422)
      expect(answer.json().errors).toContainEqual(expect.objectContaining({ field, code }))
    })

    it("can refer to one of the customer's own tickets", async () => {
      const ticket = await buildTicket(portal.runtime, { customer_id: kim.user.customerId ?? '', name: 'Zähler' })
      const body = (await ask({ aboutTicketId: ticket.id })).json()
      expect(body.aboutTicket).toEqual({ id: ticket.id, number: ticket.number, name: 'Zähler' })
      const stranger = await buildCustomer(portal.runtime)
      await admin.patch(`/api/backend/tickets/${ticket.id}/`, { customerId: stranger.id })
      expect((await kim.get(`${path}${body.id}/`)).json().aboutTicket).toBeNull()
    })

    it('are at most fifty in a day', async () => {
      const eager = await portal.client('customer')
      for (let count = 0; count < 50; count += 1) {
        await buildRequest(portal.runtime, { customer_id: eager.user.customerId ?? '' })
      }
      const refused = await ask({}, eager)
      expect(refused.json()).toMatchObject({ status: 429, code: 'customer_request.too_many' })
      expect((await ask({ customerId: eager.user.customerId }, admin)).statusCode).toBe(201)
      await portal.runtime.db
        .updateTable('request')
        .set({ created_at: instantText(plusMs(portal.runtime.clock.now(), -dayMs)) })
        .where('customer_id', '=', eager.user.customerId ?? '')
        .execute()
      expect((await ask({}, eager)).statusCode).toBe(201)
    })

    it('are changed while they are open, whole or in part', async () => {
      const { id, revision } = (await ask({ description: 'Alt', attachmentIds: [await upload()] })).json()
      const part = await kim.patch(`${path}${id}/`, { title: 'Neu' }, { headers: { 'if-match': `"${revision}"` } })
      expect(part.json()).toMatchObject({ title: 'Neu', description: 'Alt', revision: 2 })
      expect(part.json().attachments).toHaveLength(1)
      const stale = await kim.patch(`${path}${id}/`, { title: 'Alt' }, { headers: { 'if-match': '"1"' } })
      expect(stale.json()).toMatchObject({ status: 412, code: 'stale' })
      const half = await kim.put(`${path}${id}/`, { title: 'Ganz' })
      expect(half.json().errors.map((error: { field: string; code: string }) => [error.field, error.code])).toEqual([
        ['description', 'required'],
        ['priority', 'required'],
        ['attachmentIds', 'required'],
      ])
      const whole = { title: 'Ganz', description: '', priority: 'low', attachmentIds: [] }
      expect((await kim.put(`${path}${id}/`, whole)).json()).toMatchObject({
        title: 'Ganz',
        description: '',
        priority: 'low',
        attachments: [],
        revision: 3,
      })
      expect((await kim.put(`${path}${id}/`, whole)).json().revision).toBe(3)
      expect(await actionsOf(id)).toEqual(['request.created', 'request.updated', 'request.updated'])
    })

    it('are deleted while they are open, with their attachments', async () => {
      const fileId = await upload()
      const { id, number } = (await ask({ attachmentIds: [fileId] })).json()
      expect((await kim.get(`${path}?search=${number}`)).json().count).toBe(1)
      expect((await kim.delete(`${path}${id}/`)).statusCode).toBe(204)
      expect((await kim.get(`${path}${id}/`)).statusCode).toBe(404)
      const file = await portal.runtime.db.selectFrom('file').select('id').where('id', '=', fileId).execute()
      expect(file).toEqual([])
      expect((await kim.get(`${path}?search=${number}`)).json().count).toBe(0)
      const words = await portal.runtime.db
        .selectFrom('search_term')
        .select('term')
        .where('subject_id', '=', id)
        .execute()
      expect(words).toEqual([])
    })

    it.each(['accepted', 'declined'] as const)('cannot be changed once they are %s', async state => {
      const { id } = await buildRequest(portal.runtime, { customer_id: kim.user.customerId ?? '', state })
      const whole = { title: 'x', description: '', priority: 'low', attachmentIds: [] }
      for (const answer of [
        await kim.patch(`${path}${id}/`, { title: 'x' }),
        await kim.put(`${path}${id}/`, whole),
        await kim.delete(`${path}${id}/`),
      ]) {
        expect(answer.json()).toMatchObject({ status: 409, code: 'customer_request.answered' })
      }
      expect((await kim.get(`${path}${id}/`)).json().permissions).toEqual(['download'])
    })
  })

  describe('of an admin', () => {
    it('are created for a customer, who must be named, and nobody is mailed', async () => {
      const customerId = kim.user.customerId
      const missing = await ask({}, admin)
      expect(missing.json().errors).toEqual([expect.objectContaining({ field: 'customerId', code: 'required' })])
      const unknown = await ask({ customerId: nobodysId }, admin)
      expect(unknown.json().errors).toEqual([
        expect.objectContaining({ field: 'customerId', code: 'reference.unknown' }),
      ])
      const made = await ask({ customerId, title: 'Am Telefon gesagt', attachmentIds: [await upload(admin)] }, admin)
      expect(made.statusCode).toBe(201)
      expect((await kim.get(`${path}${made.json().id}/`)).json().attachments).toHaveLength(1)
      expect(await mailsAbout('Am Telefon gesagt')).toEqual([])
    })

    it('can be changed and deleted after they are answered', async () => {
      const { id } = await buildRequest(portal.runtime, { state: 'declined' })
      expect((await admin.patch(`${path}${id}/`, { priority: 'low' })).json().priority).toBe('low')
      expect((await admin.delete(`${path}${id}/`)).statusCode).toBe(204)
    })
  })
})
