import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { logoBytesMax, logoPixelsMax } from '#contract/limits.ts'
import { logoRasterWidthMax } from '#contract/logo.ts'
import { getLogo } from '#server/files/stored-logo.ts'
import { damagedPng, jpegOf, pngOf } from '#server/testing/build-pictures.ts'
import { engines } from '#server/testing/engines.ts'
import { sampleFiles } from '#server/testing/multipart-form.ts'
import { type LoggedInClient, openTestApp, type TestApp } from '#server/testing/test-app.ts'

const url = '/api/backend/business-profile/logo/'
const profileUrl = '/api/backend/business-profile/'
const drawing = (inside = '') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><path d="M0 0h90v30z"/>${inside}</svg>`)
const sumOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe.each(engines)('the logo on %s', engine => {
  let portal: TestApp
  let admin: LoggedInClient
  beforeAll(async () => {
    portal = await openTestApp(engine)
    admin = await portal.client('admin')
  })
  beforeEach(() => portal.runtime.db.deleteFrom('business_logo').execute())
  afterAll(() => portal.close())

  const logoFor = async (client: Pick<LoggedInClient, 'get'> = portal.visitor()) =>
    (await client.get(profileUrl)).json().logo
  const actions = async () => {
    const lines = await portal.runtime.db
      .selectFrom('audit_entry')
      .select(['action', 'subject_kind', 'actor_user_id'])
      .where('action', 'like', 'business_profile.logo%')
      .orderBy('seq')
      .execute()
    return lines.map(line => `${line.action} ${line.subject_kind} ${line.actor_user_id === admin.user.id}`)
  }

  it('is uploaded, sent to everybody with the profile, replaced and removed, each with a line of the audit log', async () => {
    expect(await logoFor()).toBeNull()
    const first = await admin.upload(url, 'logo.png', pngOf(60, 20))
    expect(first.statusCode).toBe(200)
    const publicLogo = {
      path: expect.stringContaining(url),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      mediaType: 'image/png',
      width: 60,
      height: 20,
      isPrintable: true,
    }
    expect(first.json()).toEqual(publicLogo)
    for (const client of [portal.visitor(), await portal.client('customer'), admin]) {
      expect(await logoFor(client)).toEqual(first.json())
    }
    expect((await admin.get('/api/backend/admin/business-profile/')).json().logo).toEqual(first.json())

    await admin.upload(url, 'logo.svg', drawing())
    expect(await logoFor()).toMatchObject({ mediaType: 'image/svg+xml', width: 1_000, height: 333 })
    // The same file again changes nothing.
    await admin.upload(url, 'other.svg', drawing())
    expect((await admin.delete(url)).statusCode).toBe(204)
    expect(await logoFor()).toBeNull()
    expect((await admin.delete(url)).statusCode).toBe(404)
    const changed = 'business_profile.logo_changed business_profile true'
    expect(await actions()).toEqual([changed, changed, 'business_profile.logo_removed business_profile true'])
  })

  it('is shown to everybody as a picture without active content, and cached permanently, under its hash', async () => {
    await admin.upload(url, 'logo.svg', drawing('<script>alert(1)</script>'))
    const { sha256, path } = await logoFor()
    const answer = await portal.visitor().get(path)
    expect(answer.statusCode).toBe(200)
    expect(sumOf(answer.rawPayload)).toBe(sha256)
    expect(answer.body).not.toContain('script')
    expect(answer.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
    })
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  it('is nowhere once it is replaced or removed', async () => {
    const { sha256 } = (await admin.upload(url, 'logo.png', pngOf(60, 20))).json()
    await admin.upload(url, 'logo.jpg', jpegOf(60, 20))
    expect((await portal.visitor().get(`${url}${sha256}/`)).statusCode).toBe(404)
    const next = (await logoFor()).sha256
    expect((await portal.visitor().get(`${url}${next}/`)).headers['content-type']).toBe('image/jpeg')
    await admin.delete(url)
    expect((await portal.visitor().get(`${url}${next}/`)).statusCode).toBe(404)
  })

  it('can be changed only by admins', async () => {
    await admin.upload(url, 'logo.png', pngOf(60, 20))
    const before = await logoFor()
    const kim = await portal.client('customer')
    for (const [client, status] of [
      [kim, 403],
      [portal.visitor(), 401],
    ] as const) {
      await client.get('/api/auth/session/')
      expect((await client.upload(url, 'logo.png', pngOf(30, 30))).statusCode).toBe(status)
      expect((await client.delete(url)).statusCode).toBe(status)
    }
    expect(await logoFor()).toEqual(before)
  })

  it.each([
    ['file.empty', Buffer.alloc(0)],
    ['logo.too_large', Buffer.concat([pngOf(60, 20)], logoBytesMax + 1)],
    ['logo.type', sampleFiles.pdf],
    ['logo.type', sampleFiles.heic],
    ['logo.type', Buffer.from('GIF89a')],
    ['logo.type', Buffer.from('\ufeff<svg/>', 'utf16le')],
    ['logo.broken', sampleFiles.png],
    ['logo.broken', sampleFiles.jpeg],
    ['logo.broken', damagedPng(60, 20)],
    ['logo.pixels', pngOf(15, 60)],
    ['logo.pixels', pngOf(logoPixelsMax + 1, 20)],
    ['logo.pixels', jpegOf(60, logoPixelsMax + 1)],
    ['logo.colors', jpegOf(60, 20, '', 4)],
    ['logo.broken', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script/></svg>')],
    ['logo.broken', Buffer.from('<!doctype html><title>Logo</title>')],
  ])('is refused as %s, under any name, and the existing one stays', async (code, content) => {
    await admin.upload(url, 'logo.png', pngOf(60, 20))
    const before = await logoFor()
    const refused = await admin.upload(url, 'logo.png', content)
    expect(refused.json()).toMatchObject({ status: 422, errors: [{ field: 'file', code }] })
    expect(await logoFor()).toEqual(before)
  })

  it('is available for documents, with its bytes', async () => {
    const { sha256 } = (await admin.upload(url, 'logo.png', pngOf(60, 20, ['Kommentar']))).json()
    const logo = await getLogo(portal.runtime.db)
    expect(logo).toMatchObject({ mediaType: 'image/png', width: 60, height: 20, sha256 })
    expect(sumOf(logo?.content ?? Buffer.alloc(0))).toBe(sha256)
  })

  describe('as an SVG', () => {
    let raster: string
    beforeEach(async () => {
      const { sha256, isPrintable } = (await admin.upload(url, 'logo.svg', drawing())).json()
      expect(isPrintable).toBe(false)
      raster = `${url}${sha256}/raster/`
    })

    const printable = async () => (await getLogo(portal.runtime.db))?.printable

    it('has a raster for mails and documents, stored without metadata, and replaced by another one', async () => {
      expect(await printable()).toBeUndefined()
      const before = (await actions()).length
      const answer = await admin.upload(raster, 'logo.png', pngOf(480, 160, ['Kommentar']))
      expect(answer.statusCode, answer.body).toBe(200)
      expect(answer.json()).toEqual(await logoFor())
      expect(answer.json()).toMatchObject({ mediaType: 'image/svg+xml', width: 1_000, height: 333, isPrintable: true })
      const content = pngOf(480, 160)
      const stored = await printable()
      expect(stored).toMatchObject({ mediaType: 'image/png', width: 480, height: 160, sha256: sumOf(content) })
      expect(sumOf(stored?.content ?? content.subarray(1))).toBe(sumOf(content))
      // The same one again changes nothing, and neither does the same SVG.
      await admin.upload(raster, 'other.png', pngOf(480, 160))
      await admin.upload(url, 'logo.svg', drawing())
      expect((await printable())?.width).toBe(480)
      await admin.upload(raster, 'logo.png', pngOf(90, 30))
      expect((await printable())?.width).toBe(90)
      const changed = 'business_profile.logo_raster_changed business_profile true'
      expect((await actions()).slice(before)).toEqual([changed, changed])
    })

    it('loses its raster when it is replaced or removed', async () => {
      await admin.upload(raster, 'logo.png', pngOf(480, 160))
      const other = (await admin.upload(url, 'logo.svg', drawing('<circle r="5"/>'))).json()
      expect(other.isPrintable).toBe(false)
      expect(await printable()).toBeUndefined()
      await admin.upload(`${url}${other.sha256}/raster/`, 'logo.png', pngOf(480, 160))
      await admin.upload(url, 'logo.png', pngOf(60, 20))
      expect((await printable())?.sha256).toBe((await logoFor()).sha256)
      await admin.delete(url)
      await admin.upload(url, 'logo.svg', drawing())
      expect(await printable()).toBeUndefined()
    })

    it('takes a raster only for itself, and only from admins', async () => {
      const kim = await portal.client('customer')
      for (const [client, status] of [
        [kim, 403],
        [portal.visitor(), 401],
      ] as const) {
        await client.get('/api/auth/session/')
        expect((await client.upload(raster, 'logo.png', pngOf(480, 160))).statusCode).toBe(status)
      }
      const { sha256 } = (await admin.upload(url, 'logo.png', pngOf(480, 160))).json()
      for (const path of [raster, `${url}${sha256}/raster/`]) {
        expect((await admin.upload(path, 'logo.png', pngOf(480, 160))).statusCode).toBe(404)
      }
      await admin.delete(url)
      expect((await admin.upload(raster, 'logo.png', pngOf(480, 160))).statusCode).toBe(404)
    })

    it.each([
      ['file.empty', Buffer.alloc(0)],
      ['logo.too_large', Buffer.concat([pngOf(480, 160)], logoBytesMax + 1)],
      ['logo.not_png', jpegOf(480, 160)],
      ['logo.not_png', drawing()],
      ['logo.broken', sampleFiles.png],
      ['logo.broken', damagedPng(480, 160)],
      ['logo.raster_pixels', pngOf(45, 15)],
      ['logo.raster_pixels', pngOf(500, 167)],
      ['logo.raster_pixels', pngOf(logoRasterWidthMax + 1, 160)],
      ['logo.raster_ratio', pngOf(160, 160)],
      ['logo.raster_ratio', pngOf(480, 157)],
      ['logo.raster_ratio', pngOf(90, 32)],
    ])('refuses a raster as %s, with a sentence about the file, and the existing one stays', async (code, content) => {
      await admin.upload(raster, 'logo.png', pngOf(480, 160))
      const before = await printable()
      const refused = await admin.upload(raster, 'logo.png', content)
      const message = expect.stringMatching(/^(Diese Datei|Das Bild eines SVG) /)
      expect(refused.json()).toMatchObject({ status: 422, errors: [{ field: 'file', code, message }] })
      expect(await printable()).toEqual(before)
    })
  })
})
