import { describe, expect, it } from 'vitest'
import { sampleFiles } from '#server/testing/form-body.ts'
import { mediaTypeOf } from './media-type.ts'

const ftyp = (main: string, ...others: string[]) =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 16 + 4 * others.length]),
    Buffer.from(`ftyp${main}\0\0\0\0${others.join('')}`),
    Buffer.from('\0\0\0\x08mdatheic'),
  ])

describe('what a file is', () => {
  it.each([
    ['application/pdf', sampleFiles.pdf],
    ['image/jpeg', sampleFiles.jpeg],
    ['image/png', sampleFiles.png],
    ['image/heic', sampleFiles.heic],
    ['image/heic', ftyp('heic', 'mif1', 'heic')],
    ['image/heic', ftyp('mif1', 'miaf', 'heix')],
  ])('is told by its first bytes: %s', (type, content) => {
    expect(mediaTypeOf(content)).toBe(type)
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a drawing that can hold scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['an archive', Buffer.from(`PK\x03\x04${'\0'.repeat(30)}`)],
    ['a program', Buffer.from(`MZ${'\0'.repeat(30)}`)],
    ['an animated picture', Buffer.from(`GIF89a${'\0'.repeat(30)}`)],
    ['a PDF behind a page', Buffer.from('<html>%PDF-1.7')],
    ['half a signature', sampleFiles.png.subarray(0, 7)],
    ['a film', ftyp('isom', 'mp41')],
    ['another picture in the same box', ftyp('avif', 'mif1', 'miaf')],
    ['a brand only behind the box', ftyp('mif1')],
    ['a box that is longer than the file', Buffer.concat([Buffer.from([255, 255, 255, 255]), Buffer.from('ftypmp42')])],
  ])('is not accepted when it is %s', (_, content) => {
    expect(mediaTypeOf(content)).toBeUndefined()
  })
})
