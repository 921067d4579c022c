import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { questionsAnchor } from '#contract/invoice-questions.ts'
import { questionsPerInvoiceMax } from '#contract/limits.ts'
import { newId } from '#server/database/ids.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildCustomer, buildEntry, buildInvoice, buildTicket } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { errorsOf, url } from '#server/testing/invoice-desk.ts'
import { openWriter, type Writer } from '#server/testing/invoice-writer.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

const questions = '/api/backend/invoice-questions/'

describe.each(engines)('questions on invoices on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  let writer: Writer
  beforeAll(async () => {
    portal = await openTestApp(engine)
    admin = await portal.client('admin')
    writer = await openWriter(portal, admin)
    await admin.put('/api/backend/admin/number-series/', { kind: 'invoice', form: 'RE-{year}-{number:5}', start: 1 })
    await admin.put('/api/backend/admin/number-series/', {
      kind: 'cancellation',
      form: 'ST-{year}-{number:5}',
      start: 1,
    })
  })
  afterAll(() => portal.close())

  const issue = async () => {
    const made = await writer.complete()
    const answer = await admin.post(`${url(made.draft.id)}publication/`)
    expect(answer.statusCode, answer.body).toBe(200)
    const kim = await portal.loginAs(await buildUser(portal.runtime, { customerId: made.customer.id }))
    return { ...made, kim, issued: answer.json() }
  }
  const ask = (client: LoggedInClient, id: string, body: object) => client.post(`${url(id)}questions/`, body)
  const actionsOf = async (id: string) => {
    const lines = await portal.runtime.db
      .selectFrom('audit_entry')
      .select(['action', 'details'])
      .where('subject_id', '=', id)
      .orderBy('seq')
      .execute()
    return lines.map(({ action, details }) => `${action} ${details}`)
  }

  it('are asked by the customer about a line or an entry, and answered once', async () => {
    const { issued, kim, ticket } = await issue()
    const [line] = issued.written.lines
    const [entry] = line.entries
    expect((await kim.get(url(issued.id))).json().permissions).toContain('ask')
    const asked = await ask(kim, issued.id, { lineId: line.id, entryId: entry.id, text: 'Warum so lange?' })
    expect(asked.statusCode, asked.body).toBe(201)
    expect(asked.json()).toMatchObject({
      invoice: { id: issued.id, number: issued.number },
      lineId: line.id,
      entryId: entry.id,
      ticket: { id: ticket.id, number: ticket.number },
      subject: entry.name,
      state: 'open',
      answer: '',
      answeredAt: null,
      permissions: [],
    })
    portal.clock.advance(1)
    const whole = (await ask(kim, issued.id, { lineId: line.id, text: 'Und das Ganze?' })).json()
    expect(whole).toMatchObject({ entryId: null, subject: line.text, ticket: { id: ticket.id } })

    const open = (await admin.get(`${questions}?state=open&ticket=${ticket.id}`)).json()
    expect(open.results.map((one: { id: string }) => one.id)).toEqual([whole.id, asked.json().id])
    expect(open.results[0].permissions).toEqual(['answer'])
    const filtered = (await admin.get('/api/backend/invoices/?questions=open')).json()
    expect(filtered).toMatchObject({ count: 1, results: [{ id: issued.id, openQuestionsCount: 2 }] })

    const answers = await Promise.all(
      ['Der Schrank war zu.', 'Wegen des Kabels.'].map(text =>
        admin.post(`${questions}${asked.json().id}/answer/`, { text }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const won = answers.find(({ statusCode }) => statusCode === 200)?.json()
    const seen = (await kim.get(url(issued.id))).json()
    expect(seen.questions).toEqual([{ ...won, permissions: [] }, whole])
    expect(seen).toMatchObject({ openQuestionsCount: 1, revision: issued.revision + 3 })
    expect((await admin.post(`${questions}${whole.id}/answer/`, { text: 'Ja.' })).statusCode).toBe(200)
    expect((await admin.get('/api/backend/invoices/?questions=open')).json().count).toBe(0)

    // The customer's text is not in the log.
    expect((await actionsOf(issued.id)).slice(-4)).toEqual([
      `invoice.question_asked ${issued.number}`,
      `invoice.question_asked ${issued.number}`,
      `invoice.question_answered ${issued.number}`,
      `invoice.question_answered ${issued.number}`,
    ])
    const notices = await portal.runtime.db
      .selectFrom('notification')
      .select(['kind', 'bundle_subject', 'content'])
      .where('kind', 'in', ['invoice_question', 'invoice_question_answered'])
      .where('key', 'in', [asked.json().id, whole.id])
      .orderBy('kind')
      .execute()
    expect(notices.map(({ kind }) => kind)).toEqual([
      'invoice_question',
      'invoice_question',
      'invoice_question_answered',
      'invoice_question_answered',
    ])
    expect(notices[0]?.bundle_subject).toBe(`Rückfragen zur Rechnung ${issued.number}`)
    const mails = await portal.runtime.db
      .selectFrom('outbox_mail')
      .select(['subject', 'text'])
      .where('kind', '=', 'invoice_question_answered')
      .execute()
    expect(mails).toHaveLength(2)
    expect(mails[0]?.text).toContain('Warum so lange?')
    expect(mails[0]?.text).toContain(`/customer-portal/invoice/${issued.id}#${questionsAnchor}`)
    expect(notices[0]?.content).toContain(`/admin-portal/invoice/${issued.id}#${questionsAnchor}`)
  })

  it('are the customer’s own: strangers see none, and the business does not ask', async () => {
    const { issued, kim } = await issue()
    const stranger = await portal.client('customer')
    const body = { lineId: issued.written.lines[0].id, text: 'Warum?' }
    expect((await ask(stranger, issued.id, body)).statusCode).toBe(404)
    expect((await ask(admin, issued.id, body)).json().code).toBe('role.forbidden')
    const { id } = (await ask(kim, issued.id, body)).json()
    expect((await kim.post(`${questions}${id}/answer/`, { text: 'Darum.' })).statusCode).toBe(403)
    expect((await stranger.get(questions)).json().count).toBe(0)
    const listed = (await kim.get(questions)).json()
    expect(listed.results.map((one: { id: string }) => one.id)).toEqual([id])
  })

  it('are about something on this invoice', async () => {
    const { issued, kim } = await issue()
    const other = await issue()
    const [line] = issued.written.lines
    const foreign = other.issued.written.lines[0]
    const text = 'Warum?'
    expect(errorsOf(await ask(kim, issued.id, { text }))).toEqual(['lineId required'])
    expect(errorsOf(await ask(kim, issued.id, { lineId: foreign.id, text }))).toEqual(['lineId reference.unknown'])
    expect(errorsOf(await ask(kim, issued.id, { entryId: foreign.entries[0].id, text }))).toEqual([
      'entryId reference.unknown',
    ])
    expect(errorsOf(await ask(kim, issued.id, { lineId: line.id, entryId: newId(), text }))).toEqual([
      'entryId reference.unknown',
    ])
    expect(errorsOf(await ask(kim, issued.id, { lineId: line.id, text: ' \n' }))).toEqual(['text required'])
  })

  it('are asked about entries of uploaded invoices, and keep their name when the entry is gone', async () => {
    const { customer, kim } = await issue()
    const ticket = await buildTicket(portal.runtime, { customer_id: customer.id })
    const entry = await buildEntry(portal.runtime, {
      ticket_id: ticket.id,
      name: 'Zählerschrank',
      progress: 'finished',
    })
    const invoice = await buildInvoice(portal.runtime, [entry])
    const asked = await ask(kim, invoice.id, { entryId: entry.id, text: 'Warum?' })
    expect(asked.json()).toMatchObject({ lineId: null, entryId: entry.id, subject: 'Zählerschrank' })
    const { db } = portal.runtime
    await db.updateTable('ticket_entry').set({ invoice_id: null }).where('id', '=', entry.id).execute()
    await db.deleteFrom('ticket_entry').where('id', '=', entry.id).execute()
    const [left] = (await kim.get(url(invoice.id))).json().questions
    expect(left).toMatchObject({ entryId: null, subject: 'Zählerschrank', text: 'Warum?' })
  })

  it('do not show a ticket that was moved to another customer', async () => {
    const { issued, kim, ticket } = await issue()
    const [line] = issued.written.lines
    const body = { lineId: line.id, entryId: line.entries[0].id, text: 'Warum?' }
    expect((await ask(kim, issued.id, body)).json().ticket).toMatchObject({ id: ticket.id })
    const cancelled = await admin.post(`${url(issued.id)}cancellation/`, { reason: 'Falsch' })
    expect(cancelled.statusCode, cancelled.body).toBe(200)
    const { id: customerId } = await buildCustomer(portal.runtime)
    const name = 'Fremdes Vorhaben'
    const moved = await admin.patch(`/api/backend/tickets/${ticket.id}/`, { customerId, name })
    expect(moved.statusCode, moved.body).toBe(200)
    for (const path of [questions, url(issued.id)]) expect((await kim.get(path)).body).not.toContain(name)
    expect((await kim.get(questions)).json().results).toMatchObject([{ ticket: null, subject: line.entries[0].name }])
  })

  it('end with the cancellation, except for answers, and at the limit', async () => {
    const { issued, kim, ticket } = await issue()
    const body = { lineId: issued.written.lines[0].id, text: 'Warum?' }
    const { id, ...question } = await portal.runtime.db
      .selectFrom('invoice_question')
      .selectAll()
      .where('id', '=', (await ask(kim, issued.id, body)).json().id)
      .executeTakeFirstOrThrow()
    const more = Array.from({ length: questionsPerInvoiceMax - 1 }, () => ({ ...question, id: newId() }))
    await portal.runtime.db.insertInto('invoice_question').values(more).execute()
    expect((await ask(kim, issued.id, body)).json().code).toBe('invoice.too_many_questions')
    const cancelled = await admin.post(`${url(issued.id)}cancellation/`, { reason: 'Falsch' })
    expect(cancelled.statusCode, cancelled.body).toBe(200)
    expect((await ask(kim, issued.id, body)).json().code).toBe('invoice.no_questions')
    expect((await kim.get(url(issued.id))).json().permissions).not.toContain('ask')
    expect((await kim.get(`/api/backend/tickets/${ticket.id}/`)).json().invoices).toEqual([])
    const ofTicket = (await kim.get(`${questions}?ticket=${ticket.id}`)).json()
    expect(ofTicket.count).toBe(questionsPerInvoiceMax)
    expect(ofTicket.results[0].invoice).toEqual({ id: issued.id, number: issued.number })
    expect((await admin.post(`${questions}${id}/answer/`, { text: 'Storniert.' })).statusCode).toBe(200)
  })
})
