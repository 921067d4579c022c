import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hourMs, instantText, plusMs } from '#server/clock.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildFile } from '#server/testing/build-files.ts'
import { buildAttachment, buildRequest } from '#server/testing/build-requests.ts'
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
  })
  afterAll(() => portal.close())

  const ask = async (body: object, client = kim) => client.post(path, { title: 'Wallbox prüfen', ...body })
  const upload = async (client = kim, name = 'Plan.pdf') =>
    (await client.upload('/api/backend/files/', name, sampleFiles.pdf)).json().id as string
  const filesOf = async (id: string) => {
    const rows = await portal.runtime.db
      .selectFrom('request_attachment')
      .innerJoin('file', 'file.id', 'request_attachment.file_id')
      .select('file.name')
      .where('request_id', '=', id)
      .orderBy('file.id')
      .execute()
    return rows.map(row => row.name)
  }

  describe('have attachments', () => {
    it('that are the uploader’s own, each for one request', async () => {
      const fileId = await upload()
      const colleague = await portal.loginAs(await buildUser(portal.runtime, { customerId: kim.user.customerId }))
      for (const client of [colleague, admin]) {
        const body = { attachmentIds: [fileId], ...(client === admin && { customerId: kim.user.customerId }) }
        expect((await ask(body, client)).json().errors[0]).toMatchObject({ field: 'attachmentIds', code: 'file.gone' })
      }
      const { id } = (await ask({ attachmentIds: [fileId] })).json()
      expect((await ask({ attachmentIds: [fileId] })).statusCode).toBe(422)
      expect(await filesOf(id)).toEqual(['Plan.pdf'])
    })

    it('that two requests claim at once, and one gets', async () => {
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
      const gone = await portal.runtime.db
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

    it('that readers of the request download, as they were uploaded', async () => {
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

    it('that are reached only through their own request, and not while they are pending', async () => {
      const mine = await buildRequest(portal.runtime, { customer_id: kim.user.customerId ?? '' })
      const theirs = await buildRequest(portal.runtime)
      const foreign = await buildAttachment(portal.runtime, theirs)
      const pending = await buildFile(portal.runtime, { uploaded_by_user_id: kim.user.id })
      for (const fileId of [foreign.id, pending.id, nobodysId, 'x']) {
        expect((await kim.get(`${path}${mine.id}/attachments/${fileId}/`)).statusCode).toBe(404)
      }
    })

    it('that are not served to an impersonating admin', async () => {
      const request = await buildRequest(portal.runtime, { customer_id: kim.user.customerId ?? '' })
      const file = await buildAttachment(portal.runtime, request)
      const looking = await portal.client('admin')
      await portal.runtime.db
        .updateTable('session')
        .set({
          as_customer_id: kim.user.customerId,
          as_user_until: instantText(plusMs(portal.runtime.clock.now(), hourMs)),
        })
        .where('user_id', '=', looking.user.id)
        .execute()
      const seen = await looking.get(`${path}${request.id}/`)
      expect(seen.json()).toMatchObject({ attachments: [{ name: 'Angebot.pdf' }], permissions: [] })
      const answer = await looking.get(`${path}${request.id}/attachments/${file.id}/`)
      expect(answer.json()).toMatchObject({ status: 409, code: 'as_user.no_files' })
    })
  })
})
