import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayMs, hourMs, instantText, plusMs } from '#server/clock.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { storeProfile } from '#server/features/settings/commands.ts'
import { getProfile } from '#server/features/settings/queries.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildFile } from '#server/testing/build-files.ts'
import { buildAttachment, buildRequest } from '#server/testing/build-requests.ts'
import { buildCustomer, buildTicket } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { sampleFiles } from '#server/testing/form-body.ts'
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
    const { profile } = await getProfile(portal.services.db)
    await inTransaction(portal.services, trx =>
      storeProfile(trx, portal.services, { ...profile, companyName: 'Musterwerk', email: 'post@musterwerk.example' }),
    )
  })
  afterAll(() => portal.close())

  const ask = async (body: object, client = kim) => client.post(path, { title: 'Wallbox prüfen', ...body })
  const upload = async (client = kim, name = 'Plan.pdf') =>
    (await client.upload('/api/backend/files/', name, sampleFiles.pdf)).json().id as string
  const filesOf = async (id: string) => {
    const rows = await portal.services.db
      .selectFrom('request_attachment')
      .innerJoin('file', 'file.id', 'request_attachment.file_id')
      .select('file.name')
      .where('request_id', '=', id)
      .orderBy('file.id')
      .execute()
    return rows.map(row => row.name)
  }
  const mailsAbout = async (text: string) => {
    const mails = await portal.services.db.selectFrom('outbox_mail').selectAll().orderBy('id').execute()
    return mails.filter(mail => mail.subject.includes(text))
  }
  const actionsOf = async (id: string) => {
    const lines = await portal.services.db
      .selectFrom('audit_entry')
      .select('action')
      .where('subject_id', '=', id)
      .orderBy('seq')
      .execute()
    return lines.map(line => line.action)
  }

  describe('of a customer', () => {
    it('are numbered within the year, open, and known to the business at once', async () => {
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

    it('belong to the own customer and to nobody else', async () => {
      const other = await buildCustomer(portal.services)
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

    it('can be about one of the own tickets', async () => {
      const ticket = await buildTicket(portal.services, { customer_id: kim.user.customerId ?? '', name: 'Zähler' })
      const body = (await ask({ aboutTicketId: ticket.id })).json()
      expect(body.aboutTicket).toEqual({ id: ticket.id, number: ticket.number, name: 'Zähler' })
      const stranger = await buildCustomer(portal.services)
      await admin.patch(`/api/backend/tickets/${ticket.id}/`, { customerId: stranger.id })
      expect((await kim.get(`${path}${body.id}/`)).json().aboutTicket).toBeNull()
    })

    it('are at most fifty in a day', async () => {
      const eager = await portal.client('customer')
      for (let count = 0; count < 50; count += 1) {
        await buildRequest(portal.services, { customer_id: eager.user.customerId ?? '' })
      }
      const refused = await ask({}, eager)
      expect(refused.json()).toMatchObject({ status: 429, code: 'customer_request.too_many' })
      expect((await ask({ customerId: eager.user.customerId }, admin)).statusCode).toBe(201)
      await portal.services.db
        .updateTable('request')
        .set({ created_at: instantText(plusMs(portal.services.clock.now(), -dayMs)) })
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
      const file = await portal.services.db.selectFrom('file').select('id').where('id', '=', fileId).execute()
      expect(file).toEqual([])
      expect((await kim.get(`${path}?search=${number}`)).json().count).toBe(0)
      const words = await portal.services.db
        .selectFrom('search_term')
        .select('term')
        .where('subject_id', '=', id)
        .execute()
      expect(words).toEqual([])
    })

    it.each(['accepted', 'declined'] as const)('stay as they are once they are %s', async state => {
      const { id } = await buildRequest(portal.services, { customer_id: kim.user.customerId ?? '', state })
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
    it('are made for a customer, who has to be named, and nobody is mailed', async () => {
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

    it('can be changed and deleted when they are answered', async () => {
      const { id } = await buildRequest(portal.services, { state: 'declined' })
      expect((await admin.patch(`${path}${id}/`, { priority: 'low' })).json().priority).toBe('low')
      expect((await admin.delete(`${path}${id}/`)).statusCode).toBe(204)
    })
  })

  describe('have attachments', () => {
    it('that are the uploader’s own, each for one request', async () => {
      const fileId = await upload()
      const colleague = await portal.loginAs(await buildUser(portal.services, { customerId: kim.user.customerId }))
      for (const client of [colleague, admin]) {
        const body = { attachmentIds: [fileId], ...(client === admin && { customerId: kim.user.customerId }) }
        expect((await ask(body, client)).json().errors[0]).toMatchObject({ field: 'attachmentIds', code: 'file.gone' })
      }
      const { id } = (await ask({ attachmentIds: [fileId] })).json()
      expect((await ask({ attachmentIds: [fileId] })).statusCode).toBe(422)
      expect(await filesOf(id)).toEqual(['Plan.pdf'])
    })

    it('of which two requests at once get one only', async () => {
      const fileId = await upload()
      const answers = await Promise.all([1, 2, 3].map(() => ask({ attachmentIds: [fileId] })))
      expect(answers.map(answer => answer.statusCode).sort()).toEqual([201, 422, 422])
    })

    it('that are added and removed with a change', async () => {
      const first = await upload(kim, 'eins.pdf')
      const { id } = (await ask({ attachmentIds: [first] })).json()
      portal.clock.advance(1)
      const second = await upload(kim, 'zwei.pdf')
      const both = await kim.patch(`${path}${id}/`, { attachmentIds: [second, first] })
      expect(both.json().attachments.map((file: { name: string }) => file.name)).toEqual(['eins.pdf', 'zwei.pdf'])
      const same = await kim.patch(`${path}${id}/`, { attachmentIds: [first, second] })
      expect(same.json().revision).toBe(both.json().revision)
      await kim.patch(`${path}${id}/`, { attachmentIds: [second] })
      expect(await filesOf(id)).toEqual(['zwei.pdf'])
      const gone = await portal.services.db
        .selectFrom('file_chunk')
        .select('position')
        .where('file_id', '=', first)
        .execute()
      expect(gone).toEqual([])
      expect((await kim.patch(`${path}${id}/`, { attachmentIds: [first] })).statusCode).toBe(422)
    })

    it('that stay where they are when a change is refused', async () => {
      const { id } = (await ask({ attachmentIds: [await upload(kim, 'bleibt.pdf')] })).json()
      const answer = await kim.patch(`${path}${id}/`, { attachmentIds: [nobodysId] })
      expect(answer.statusCode).toBe(422)
      expect(await filesOf(id)).toEqual(['bleibt.pdf'])
    })

    it('that those who see the request download, as they were uploaded', async () => {
      const content = Buffer.concat([sampleFiles.png, Buffer.from('nur für Kim')])
      const fileId = (await kim.upload('/api/backend/files/', 'Foto Größl.png', content)).json().id
      const { id } = (await ask({ attachmentIds: [fileId] })).json()
      for (const client of [kim, admin]) {
        const answer = await client.get(`${path}${id}/attachments/${fileId}/`)
        expect(answer.statusCode).toBe(200)
        expect(answer.rawPayload.equals(content)).toBe(true)
        expect(answer.headers).toMatchObject({
          'content-type': 'image/png',
          'content-disposition': "attachment; filename*=UTF-8''Foto%20Gr%C3%B6%C3%9Fl.png",
          'x-content-type-options': 'nosniff',
        })
      }
      expect((await (await portal.client('customer')).get(`${path}${id}/attachments/${fileId}/`)).statusCode).toBe(404)
    })

    it('that are reached through their own request only, and not while they wait for one', async () => {
      const mine = await buildRequest(portal.services, { customer_id: kim.user.customerId ?? '' })
      const theirs = await buildRequest(portal.services)
      const foreign = await buildAttachment(portal.services, theirs)
      const pending = await buildFile(portal.services, { uploaded_by_user_id: kim.user.id })
      for (const fileId of [foreign.id, pending.id, nobodysId, 'x']) {
        expect((await kim.get(`${path}${mine.id}/attachments/${fileId}/`)).statusCode).toBe(404)
      }
    })

    it('that are not handed out while an admin looks as the customer', async () => {
      const request = await buildRequest(portal.services, { customer_id: kim.user.customerId ?? '' })
      const file = await buildAttachment(portal.services, request)
      const looking = await portal.client('admin')
      await portal.services.db
        .updateTable('session')
        .set({
          as_customer_id: kim.user.customerId,
          as_user_until: instantText(plusMs(portal.services.clock.now(), hourMs)),
        })
        .where('user_id', '=', looking.user.id)
        .execute()
      const seen = await looking.get(`${path}${request.id}/`)
      expect(seen.json()).toMatchObject({ attachments: [{ name: 'Angebot.pdf' }], permissions: [] })
      const answer = await looking.get(`${path}${request.id}/attachments/${file.id}/`)
      expect(answer.json()).toMatchObject({ status: 409, code: 'as_user.no_files' })
    })
  })

  describe('in the overview', () => {
    let client: LoggedInClient
    const numbers: Record<string, string> = {}
    beforeAll(async () => {
      client = await portal.client('customer')
      const customer_id = client.user.customerId ?? ''
      const start = portal.services.clock.now()
      const rows = [
        { title: 'Größere Wallbox', priority: 'high', state: 'open' },
        { title: 'Netzwerk im Keller', priority: 'low', state: 'open' },
        { title: 'Website umziehen', priority: 'medium', state: 'accepted' },
        { title: 'Drohnenflug', priority: 'medium', state: 'declined' },
      ] as const
      for (const [index, row] of rows.entries()) {
        const at = instantText(plusMs(start, index * 1_000))
        const stored = await buildRequest(portal.services, { customer_id, ...row, created_at: at, updated_at: at })
        numbers[row.title] = stored.number
      }
    })

    const titles = async (query: string) => {
      const { count, results } = (await client.get(`${path}?${query}`)).json()
      expect(count).toBe(results.length)
      return results.map((row: { title: string }) => row.title)
    }

    it('come newest first, filtered and ordered as asked', async () => {
      expect(await titles('')).toEqual(['Drohnenflug', 'Website umziehen', 'Netzwerk im Keller', 'Größere Wallbox'])
      expect(await titles('state=open&ordering=-priority')).toEqual(['Größere Wallbox', 'Netzwerk im Keller'])
      expect(await titles('priority=medium&state=accepted')).toEqual(['Website umziehen'])
      expect(await titles('ordering=title')).toEqual([
        'Drohnenflug',
        'Größere Wallbox',
        'Netzwerk im Keller',
        'Website umziehen',
      ])
      expect(await titles('ordering=createdAt')).toEqual([
        'Größere Wallbox',
        'Netzwerk im Keller',
        'Website umziehen',
        'Drohnenflug',
      ])
    })

    it.each(['größ wallb', 'GRÖSSERE', 'groessere'])('are found by the beginnings of words: %s', async typed => {
      expect(await titles(`search=${encodeURIComponent(typed)}`)).toEqual(['Größere Wallbox'])
    })

    it('are found by number, by admins also by their customer', async () => {
      expect(await titles(`search=${numbers.Drohnenflug}`)).toEqual(['Drohnenflug'])
      const owner = await buildCustomer(portal.services, { last_name: 'Quittenbaum' })
      await buildRequest(portal.services, { customer_id: owner.id, title: 'Unscheinbar' })
      expect((await admin.get(`${path}?search=quitten`)).json().results).toEqual([
        expect.objectContaining({ title: 'Unscheinbar', customer: { id: owner.id, name: 'Erika Quittenbaum' } }),
      ])
    })

    it('are counted over all pages', async () => {
      const page = (await client.get(`${path}?page_size=1&page=2&state=open`)).json()
      expect([page.count, page.results.length]).toEqual([2, 1])
      const all = (await admin.get(`${path}?page_size=1&state=open&priority=high`)).json()
      const { count } = await portal.services.db
        .selectFrom('request')
        .select(eb => eb.fn.countAll<number>().as('count'))
        .where('state', '=', 'open')
        .where('priority', '=', 'high')
        .executeTakeFirstOrThrow()
      expect(all.count).toBe(count)
    })

    it('have their numbers above', async () => {
      const summary = (await client.get('/api/backend/request-summary/')).json()
      expect(summary).toEqual({ openCount: 2, openHighCount: 1, acceptedCount: 1, declinedCount: 1 })
      const customer = client.user.customerId
      expect((await admin.get(`/api/backend/request-summary/?customer=${customer}`)).json()).toEqual(summary)
      expect((await admin.get('/api/backend/request-summary/')).json().openCount).toBeGreaterThan(2)
      expect((await kim.get(`/api/backend/request-summary/?customer=${customer}`)).json().openCount).toBe(0)
    })
  })
})
