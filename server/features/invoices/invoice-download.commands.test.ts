import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hourMs, instantText, plusMs } from '#server/clock.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildCustomer, buildInvoice } from '#server/testing/build-tickets.ts'
import { engines } from '#server/testing/engines.ts'
import { pdfOf, sampleFiles } from '#server/testing/multipart-form.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

const collection = '/api/backend/invoices/'

describe.each(engines)('the PDF of an invoice on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  let customerId: string
  beforeAll(async () => {
    portal = await openTestApp(engine)
    admin = await portal.client('admin')
    customerId = (await buildCustomer(portal.runtime)).id
  })
  afterAll(() => portal.close())

  const upload = async (content: Uint8Array = sampleFiles.pdf, client = admin): Promise<string> =>
    (await client.upload('/api/backend/files/', 'Scan 4711.pdf', content)).json().id
  const create = async (body: object) => {
    const answer = await admin.post(collection, { customerId, ...body })
    return { status: answer.statusCode, ...answer.json() }
  }
  const download = (id: string, client = admin) => client.get(`${collection}${id}/pdf/`)
  const fileOf = (id: string) =>
    portal.runtime.db.selectFrom('file').selectAll().where('id', '=', id).executeTakeFirst()

  it('is served byte for byte, to be saved under the invoice’s number, and the log records the reader', async () => {
    const content = pdfOf(700_000)
    const draft = await create({
      number: '2026/7 a',
      issueDate: '2026-03-02',
      dueDate: '2026-03-16',
      net: 50,
      gross: 50,
      pdfFileId: await upload(content),
    })
    expect(draft.files).toEqual([
      { id: expect.any(String), name: 'Scan 4711.pdf', mediaType: 'application/pdf', sizeBytes: 700_000 },
    ])
    expect((await admin.post(`${collection}${draft.id}/publication/`)).statusCode).toBe(200)
    const user = await buildUser(portal.runtime, { customerId, firstName: 'Kim', lastName: 'Größl' })
    const kim = await portal.loginAs(user)
    const answer = await download(draft.id, kim)
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload.equals(content)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': "attachment; filename*=UTF-8''Rechnung_2026-7%20a.pdf",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    await download(draft.id)
    const log = await portal.runtime.db
      .selectFrom('audit_entry')
      .select(['actor_user_id', 'details'])
      .where('subject_id', '=', draft.id)
      .where('action', '=', 'invoice.downloaded')
      .orderBy('seq')
      .execute()
    expect(log.map(({ details }) => details)).toEqual(['2026/7 a', '2026/7 a'])
    expect(log[0]?.actor_user_id).toBe(user.id)
  })

  it('is served only to the customer, and not for a draft', async () => {
    const pdfFileId = await upload()
    const draft = await create({ pdfFileId })
    const kim = await portal.loginAs(await buildUser(portal.runtime, { customerId }))
    const other = await portal.client('customer')
    expect((await download(draft.id, kim)).statusCode).toBe(404)
    expect((await download(draft.id)).statusCode).toBe(200)
    await admin.patch(`${collection}${draft.id}/`, {
      number: 'NB-1',
      issueDate: '2026-03-02',
      dueDate: '2026-03-02',
      net: 1,
      gross: 1,
    })
    await admin.post(`${collection}${draft.id}/publication/`)
    expect((await download(draft.id, other)).statusCode).toBe(404)
    expect((await portal.visitor().get(`${collection}${draft.id}/pdf/`)).statusCode).toBe(401)
    expect((await download(draft.id, kim)).statusCode).toBe(200)
    const without = await buildInvoice(portal.runtime, [], { customer_id: customerId })
    expect((await download(without.id, kim)).statusCode).toBe(404)
  })

  it('is not served to an impersonating admin', async () => {
    const draft = await create({
      number: 'Blick-1',
      issueDate: '2026-03-02',
      dueDate: '2026-03-02',
      net: 1,
      gross: 1,
      pdfFileId: await upload(),
    })
    await admin.post(`${collection}${draft.id}/publication/`)
    const looking = await portal.client('admin')
    await portal.runtime.db
      .updateTable('session')
      .set({ as_customer_id: customerId, as_user_until: instantText(plusMs(portal.runtime.clock.now(), hourMs)) })
      .where('user_id', '=', looking.user.id)
      .execute()
    expect((await looking.get(`${collection}${draft.id}/`)).json().permissions).toEqual([])
    const answer = await download(draft.id, looking)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'as_user.no_files'])
    const log = await portal.runtime.db
      .selectFrom('audit_entry')
      .select('seq')
      .where('subject_id', '=', draft.id)
      .where('action', '=', 'invoice.downloaded')
      .execute()
    expect(log).toEqual([])
  })

  it('is a PDF, belongs to one invoice, and is deleted when it is replaced or the draft is deleted', async () => {
    const picture = await upload(sampleFiles.png)
    expect(await create({ pdfFileId: picture })).toMatchObject({
      status: 422,
      errors: [{ field: 'pdfFileId', code: 'file.not_pdf' }],
    })
    const stranger = await upload(sampleFiles.pdf, await portal.client('admin'))
    expect(await create({ pdfFileId: stranger })).toMatchObject({ errors: [{ field: 'pdfFileId', code: 'file.gone' }] })

    const first = await upload()
    const draft = await create({ pdfFileId: first })
    expect(await create({ pdfFileId: first })).toMatchObject({ errors: [{ field: 'pdfFileId', code: 'file.gone' }] })
    expect(await fileOf(first)).toMatchObject({ state: 'attached', customer_id: customerId })
    const second = await upload()
    await admin.patch(`${collection}${draft.id}/`, { pdfFileId: second })
    expect(await fileOf(first)).toBeUndefined()
    const other = (await buildCustomer(portal.runtime)).id
    await admin.patch(`${collection}${draft.id}/`, { customerId: other })
    expect(await fileOf(second)).toMatchObject({ state: 'attached', customer_id: other })
    await admin.patch(`${collection}${draft.id}/`, { pdfFileId: null })
    expect(await fileOf(second)).toBeUndefined()
    const third = await upload()
    await admin.patch(`${collection}${draft.id}/`, { pdfFileId: third })
    await admin.delete(`${collection}${draft.id}/`)
    expect(await fileOf(third)).toBeUndefined()
  })
})
