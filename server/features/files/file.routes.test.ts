import { hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileBytesMax } from '#contract/limits.ts'
import { dayMs } from '#server/clock.ts'
import { openFile } from '#server/files/read-stored-file.ts'
import { chunkBytes } from '#server/files/received-file.ts'
import { removeExpired } from '#server/jobs/housekeeping.ts'
import { buildUser } from '#server/testing/build.ts'
import { buildFile } from '#server/testing/build-files.ts'
import { engines } from '#server/testing/engines.ts'
import { pdfOf, sampleFiles } from '#server/testing/multipart-form.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { program, testContext } from '#server/testing/test-runtime.ts'

const path = '/api/backend/files/'

describe.each(engines)('uploaded files on %s', engine => {
  let portal: TestApp
  beforeAll(async () => {
    portal = await openTestApp(engine)
  })
  afterAll(() => portal.close())

  const rowOf = (id: string) => portal.runtime.db.selectFrom('file').selectAll().where('id', '=', id).executeTakeFirst()
  const contentOf = async (id: string) => {
    const { chunks } = await openFile(testContext(portal.runtime, program), id)
    const parts: Uint8Array[] = []
    for await (const chunk of chunks) parts.push(chunk)
    return Buffer.concat(parts)
  }

  it('are stored byte for byte, in parts, with name, type and hash', async () => {
    const kim = await portal.client('customer')
    const content = Buffer.concat([sampleFiles.jpeg, Buffer.from(crypto.getRandomValues(new Uint8Array(60_000)))])
    const whole = Buffer.concat(Array.from({ length: 12 }, () => content))
    const answer = await kim.upload(path, 'Zählerschrank Größl.jpg', whole)
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({
      id: expect.any(String),
      name: 'Zählerschrank Größl.jpg',
      mediaType: 'image/jpeg',
      sizeBytes: whole.length,
    })
    const { id } = answer.json()
    expect(await rowOf(id)).toMatchObject({
      customer_id: kim.user.customerId,
      uploaded_by_user_id: kim.user.id,
      state: 'pending',
      sha256: hash('sha256', whole),
    })
    expect((await contentOf(id)).equals(whole)).toBe(true)
    const parts = await portal.runtime.db.selectFrom('file_chunk').select('content').where('file_id', '=', id).execute()
    expect(parts.map(part => part.content.length)).toEqual([chunkBytes, chunkBytes, whole.length - 2 * chunkBytes])
  })

  it('may have 10 MB, and not one byte more', async () => {
    const kim = await portal.client('customer')
    expect((await kim.upload(path, 'gross.pdf', pdfOf(fileBytesMax))).statusCode).toBe(201)
    for (const size of [fileBytesMax + 1, 4 * fileBytesMax]) {
      const refused = await kim.upload(path, 'zu-gross.pdf', pdfOf(size))
      expect(refused.statusCode).toBe(422)
      expect(refused.json().errors).toEqual([
        { field: 'file', code: 'file.too_large', message: 'Diese Datei ist größer als 10\u00a0MB.' },
      ])
    }
  })

  it.each([
    ['file.empty', Buffer.alloc(0)],
    ['file.type', Buffer.from('<!doctype html><title>Rechnung</title>')],
    ['file.type', Buffer.from('GIF89a, but called a PDF')],
  ])('are refused with %s, under any name', async (code, content) => {
    const kim = await portal.client('customer')
    const before = await portal.runtime.db.selectFrom('file').select('id').execute()
    const form = [{ name: 'file', fileName: 'rechnung.pdf', type: 'application/pdf', content }]
    const answer = await kim.send('POST', path, { form })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toEqual([expect.objectContaining({ field: 'file', code })])
    expect(await portal.runtime.db.selectFrom('file').select('id').execute()).toEqual(before)
  })

  it('need a form with exactly one file', async () => {
    const kim = await portal.client('customer')
    const errors = async (form: Parameters<typeof kim.send>[2]) => (await kim.send('POST', path, form)).json().errors
    expect(await errors({ form: [] })).toEqual([expect.objectContaining({ field: 'file', code: 'file.required' })])
    expect(await errors({ form: [{ name: 'file', content: 'nur Text' }] })).toEqual([
      expect.objectContaining({ field: 'file', code: 'unknown_field' }),
      expect.objectContaining({ field: 'file', code: 'file.required' }),
    ])
    const one = { name: 'file', fileName: 'a.pdf', content: sampleFiles.pdf }
    expect(await errors({ form: [one, one] })).toEqual([
      expect.objectContaining({ field: 'file', code: 'unknown_field' }),
    ])
    const cut = await kim.send('POST', path, { headers: { 'content-type': 'multipart/form-data; boundary=x' } })
    expect([400, 422]).toContain(cut.statusCode)
    const broken = await portal.app.inject({
      method: 'POST',
      url: path,
      headers: {
        'content-type': 'multipart/form-data; boundary=x',
        'x-csrftoken': kim.cookies.get('csrftoken') ?? '',
        cookie: [...kim.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      payload: '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7 and no end',
    })
    expect(broken.json()).toMatchObject({ status: 400, code: 'request.malformed' })
  })

  it('sent twice with one key are stored once', async () => {
    const kim = await portal.client('customer')
    const headers = { 'idempotency-key': 'upload-1' }
    const first = await kim.upload(path, 'a.pdf', sampleFiles.pdf, { headers })
    const again = await kim.upload(path, 'a.pdf', sampleFiles.pdf, { headers })
    expect(again.json()).toEqual(first.json())
    expect(again.headers['idempotency-replayed']).toBe('true')
    const other = await kim.upload(path, 'a.pdf', sampleFiles.png, { headers })
    expect(other.json()).toMatchObject({ status: 422, code: 'idempotency.reused' })
  })

  it('can be removed only by their uploader, and only while they are unattached', async () => {
    const kim = await portal.client('customer')
    const admin = await portal.client('admin')
    const colleague = await portal.loginAs(await buildUser(portal.runtime, { customerId: kim.user.customerId }))
    const { id } = (await kim.upload(path, 'a.pdf', sampleFiles.pdf)).json()
    for (const other of [admin, colleague]) expect((await other.delete(`${path}${id}/`)).statusCode).toBe(404)
    const attached = await buildFile(portal.runtime, { uploaded_by_user_id: kim.user.id, state: 'attached' })
    expect((await kim.delete(`${path}${attached.id}/`)).statusCode).toBe(404)
    expect((await kim.delete(`${path}${id}/`)).statusCode).toBe(204)
    expect(await rowOf(id)).toBeUndefined()
    const parts = await portal.runtime.db.selectFrom('file_chunk').selectAll().where('file_id', '=', id).execute()
    expect(parts).toEqual([])
  })

  it('at the same time count each other, and one that is refused leaves nothing', async () => {
    const kim = await portal.client('customer')
    for (let count = 0; count < 99; count += 1) {
      await buildFile(portal.runtime, { uploaded_by_user_id: kim.user.id, state: 'attached' })
    }
    const answers = await Promise.all([1, 2, 3].map(at => kim.upload(path, `${at}.pdf`, sampleFiles.pdf)))
    expect(answers.map(answer => answer.statusCode).toSorted()).toEqual([201, 429, 429])
    const unowned = portal.runtime.db.selectFrom('file').select('name').where('uploaded_by_user_id', 'is', null)
    expect(await unowned.where('name', 'in', ['1.pdf', '2.pdf', '3.pdf']).execute()).toEqual([])
  })

  it('are limited per day: for a customer all, for an admin unattached ones', async () => {
    const kim = await portal.client('customer')
    const admin = await portal.client('admin')
    for (const { user } of [kim, admin]) {
      for (let count = 0; count < 100; count += 1) {
        await buildFile(portal.runtime, { uploaded_by_user_id: user.id, state: 'attached' })
      }
    }
    const refused = await kim.upload(path, 'a.pdf', sampleFiles.pdf)
    expect(refused.json()).toMatchObject({ status: 429, code: 'file.quota' })
    expect(Number(refused.headers['retry-after'])).toBe(3_600)
    expect((await admin.upload(path, 'a.pdf', sampleFiles.pdf)).statusCode).toBe(201)
    portal.clock.advance(dayMs)
    const later = await portal.loginAs(kim.user)
    expect((await later.upload(path, 'a.pdf', sampleFiles.pdf)).statusCode).toBe(201)
  })

  it('are limited in bytes too', async () => {
    const kim = await portal.client('customer')
    await buildFile(portal.runtime, { uploaded_by_user_id: kim.user.id, size_bytes: 250 * 1_048_576 - 100 })
    expect((await kim.upload(path, 'a.pdf', pdfOf(101))).json().code).toBe('file.quota')
    expect((await kim.upload(path, 'a.pdf', pdfOf(100))).statusCode).toBe(201)
  })

  it('that nobody used for a day are deleted', async () => {
    const kim = await portal.client('customer')
    const { id } = (await kim.upload(path, 'a.pdf', sampleFiles.pdf)).json()
    const attached = await buildFile(portal.runtime, { state: 'attached' })
    portal.clock.advance(dayMs - 1)
    await removeExpired(portal.runtime)
    expect(await rowOf(id)).toBeDefined()
    portal.clock.advance(1)
    await removeExpired(portal.runtime)
    expect(await rowOf(id)).toBeUndefined()
    expect(await rowOf(attached.id)).toBeDefined()
  })

  it('leave a line in the audit log', async () => {
    const kim = await portal.client('customer')
    const { id } = (await kim.upload(path, 'Vollmacht.pdf', sampleFiles.pdf)).json()
    await kim.delete(`${path}${id}/`)
    const lines = await portal.runtime.db
      .selectFrom('audit_entry')
      .select(['action', 'details', 'actor_user_id'])
      .where('subject_id', '=', id)
      .orderBy('seq')
      .execute()
    expect(lines).toEqual([
      { action: 'file.uploaded', details: '', actor_user_id: kim.user.id },
      { action: 'file.removed', details: '', actor_user_id: kim.user.id },
    ])
  })
})
