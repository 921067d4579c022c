import { describe, expect, it } from 'vitest'
import { mediaTypeOf } from './media-type.ts'

/** Letters and numbers, each one byte. */
function bytes(...parts: readonly (string | readonly number[])[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap(part => (typeof part === 'string' ? [...part].map(letter => letter.charCodeAt(0)) : part)),
  )
}

const rest = ' '.repeat(24)
const png = bytes([0x89], 'PNG\r\n\x1a\n', rest)
const ftyp = (main: string, ...others: string[]) =>
  bytes([0, 0, 0, 16 + 4 * others.length], `ftyp${main}\0\0\0\0${others.join('')}`, '\0\0\0\x08mdatheic')

describe('the type of a file', () => {
  it.each([
    ['application/pdf', bytes('%PDF-1.7', rest)],
    ['image/jpeg', bytes([0xff, 0xd8, 0xff, 0xe0], rest)],
    ['image/png', png],
    ['image/heic', ftyp('heic', 'mif1', 'heic')],
    ['image/heic', ftyp('mif1', 'miaf', 'heix')],
  ])('is detected from its first bytes: %s', (type, content) => {
    expect(mediaTypeOf(content)).toBe(type)
  })

  it('is detected in the middle of a larger buffer too', () => {
    const both = bytes('0123456789', [...ftyp('mif1', 'heic')])
    expect(mediaTypeOf(both.subarray(10))).toBe('image/heic')
  })

  it.each([
    ['nothing', bytes()],
    ['a page', bytes('<!doctype html><script>alert(1)</script>')],
    ['a drawing that can hold scripts', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['an archive', bytes('PK\x03\x04', rest)],
    ['a program', bytes('MZ', rest)],
    ['an animated picture', bytes('GIF89a', rest)],
    ['a PDF behind a page', bytes('<html>%PDF-1.7')],
    ['half a signature', png.subarray(0, 7)],
    ['a film', ftyp('isom', 'mp41')],
    ['another picture in the same box', ftyp('avif', 'mif1', 'miaf')],
    ['a brand only behind the box', ftyp('mif1')],
    ['a box that is longer than the file', bytes([255, 255, 255, 255], 'ftypmp42')],
  ])('is not accepted when it is %s', (_, content) => {
    expect(mediaTypeOf(content)).toBeUndefined()
  })
})
