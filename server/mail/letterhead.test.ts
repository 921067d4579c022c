import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { jpegOf, pngOf } from '#server/testing/build-pictures.ts'
import { engines } from '#server/testing/engines.ts'
import { openPostOffice, type PostOffice } from '#server/testing/outbox-with-smtp.ts'
import { renderMail } from './layout.ts'
import { letterheadPlace } from './letterhead.ts'
import { getSender } from './sender.ts'

describe.each(engines)('the head of a mail on %s', engine => {
  let office: PostOffice
  beforeEach(async () => {
    office = await openPostOffice(engine)
  })
  afterEach(() => office.close())

  const enqueue = async (said = 'Ihr Zugang ist bereit.') => {
    const content = { subject: 'Zugang', blocks: [{ kind: 'paragraph', text: said } as const] }
    await office.enqueue(renderMail(await getSender(office.runtime.db), content))
  }
  const setLogo = (media_type: 'image/png' | 'image/jpeg' | 'image/svg+xml', content: Uint8Array) => {
    const row = { media_type, content, width: 600, height: 100, sha256: 'a1'.repeat(32), created_at: '' }
    return office.runtime.db
      .insertInto('business_logo')
      .values({ id: 1, ...row })
      .onConflict(conflict => conflict.column('id').doUpdateSet(row))
      .execute()
  }
  const arrived = async () => {
    await office.deliver()
    const mail = office.sink.mails.at(-1)
    if (mail === undefined) throw new Error('A mail has arrived.')
    return mail
  }

  test.each([
    ['image/png', 'logo.png', pngOf(600, 100)],
    ['image/jpeg', 'logo.jpg', jpegOf(600, 100)],
  ] as const)('is the %s of the business, embedded in the mail', async (mediaType, filename, content) => {
    await setLogo(mediaType, content)
    await enqueue()
    const { html = '', text, attachments, source } = await arrived()
    const [image = ''] = /<img [^>]+>/.exec(html) ?? []
    const [, cid = ''] = /src="cid:([^"]+)"/.exec(image) ?? []
    expect(image).toContain('alt="Musterwerk" width="220" height="37"')
    expect(html.indexOf('<img')).toBeLessThan(html.indexOf('Guten Tag'))
    expect(html).not.toMatch(/https?:[^"]*logo|letterhead/)
    expect(attachments).toMatchObject([{ mimeType: mediaType, filename, disposition: 'inline', contentId: `<${cid}>` }])
    expect(Buffer.from(attachments[0]?.content as ArrayBuffer)).toEqual(content)
    expect(text).toContain('Ihr Zugang ist bereit.')
    expect(source).toMatch(/multipart\/alternative[\s\S]*text\/plain[\s\S]*multipart\/related[\s\S]*text\/html/)
  })

  test('is the name of the business where the logo is an SVG, which mail programs do not show', async () => {
    await office.saveProfile({ companyName: 'Größl & Söhne <Technik>', email: 'post@example.org' })
    await setLogo('image/svg+xml', Buffer.from('<svg/>'))
    await enqueue()
    const { html = '', attachments } = await arrived()
    expect(html).toContain('>Größl &amp; Söhne &lt;Technik&gt;</p>')
    expect(html).not.toContain('<img')
    expect(attachments).toEqual([])
  })

  test('is the raster of an SVG that has one', async () => {
    await setLogo('image/svg+xml', Buffer.from('<svg/>'))
    const content = pngOf(300, 50)
    await office.runtime.db
      .updateTable('business_logo')
      .set({ raster_width: 300, raster_height: 50, raster_sha256: 'b2'.repeat(32), raster_content: content })
      .execute()
    await enqueue()
    const { html = '', attachments } = await arrived()
    expect(html).toContain(`<img src="cid:${'b2'.repeat(16)}@logo" alt="Musterwerk" width="220" height="37"`)
    expect(attachments).toMatchObject([{ mimeType: 'image/png', filename: 'logo.png', disposition: 'inline' }])
    expect(Buffer.from(attachments[0]?.content as ArrayBuffer)).toEqual(content)
  })

  test('is missing where the business has no logo', async () => {
    await enqueue()
    const { html, attachments } = await arrived()
    expect(html).not.toMatch(/<img|letterhead/)
    expect(attachments).toEqual([])
  })

  test('is the one at the time of sending', async () => {
    await enqueue()
    await setLogo('image/png', pngOf(600, 100))
    expect((await arrived()).attachments).toHaveLength(1)
    await enqueue()
    await office.runtime.db.deleteFrom('business_logo').execute()
    expect((await arrived()).html).not.toContain('<img')
  })

  test('cannot be inserted by text in a mail', async () => {
    await setLogo('image/png', pngOf(600, 100))
    await enqueue(`${letterheadPlace} $& <img src="cid:x">`)
    const { html = '' } = await arrived()
    expect(html.match(/<img/g)).toHaveLength(1)
    expect(html).toContain('&lt;!-- letterhead --&gt;')
  })
})
