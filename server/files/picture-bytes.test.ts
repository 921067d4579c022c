import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { jpegOf, pngOf } from '#server/testing/build-pictures.ts'
import { readJpeg, readPng } from './picture-bytes.ts'

const kinds = [
  ['PNG', readPng, pngOf(60, 20), pngOf(60, 20, ['Berlin 52.5N']), 12],
  ['JPEG', readJpeg, jpegOf(60, 20), jpegOf(60, 20, 'Berlin 52.5N'), 2],
] as const

describe.each(kinds)('a %s', (_, read, plain, remarked, endBytes) => {
  it('has a size', () => {
    expect(read(plain)).toMatchObject({ width: 60, height: 20 })
  })

  it('is stored without metadata of camera or person, and without trailing data', () => {
    const { content = new Uint8Array() } = read(Buffer.concat([remarked, Buffer.from('<script>Berlin</script>')])) ?? {}
    expect(Buffer.from(content).includes('Berlin')).toBe(false)
    expect(read(content)).toMatchObject({ width: 60, height: 20, content })
  })

  it('is refused when it is truncated', () => {
    for (let length = 0; length <= plain.length - endBytes; length += 1) {
      expect(read(plain.subarray(0, length)), String(length)).toBeUndefined()
    }
  })

  test('any bytes get an answer', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.nat(plain.length), (bytes, at) => {
        read(bytes)
        const changed = Buffer.from(plain)
        changed.set(bytes.subarray(0, plain.length - at), at)
        read(changed)
      }),
      { numRuns: 500 },
    )
  })
})
