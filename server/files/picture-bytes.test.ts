import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { jpegOf, pngOf, pngWith } from '#server/testing/build-pictures.ts'
import { readJpeg, readPng } from './picture-bytes.ts'

const kinds = [
  ['PNG', readPng, pngOf(60, 20), pngOf(60, 20, ['Berlin 52.5N']), 12],
  ['JPEG', readJpeg, jpegOf(60, 20), jpegOf(60, 20, 'Berlin 52.5N'), 2],
] as const

describe.each(kinds)('a %s', (_, read, plain, remarked, endBytes) => {
  it('has a size', async () => {
    expect(await read(plain)).toMatchObject({ width: 60, height: 20 })
  })

  it('is stored without metadata of camera or person, and without trailing data', async () => {
    const trailed = Buffer.concat([remarked, Buffer.from('<script>Berlin</script>')])
    const { content = new Uint8Array() } = (await read(trailed)) ?? {}
    expect(Buffer.from(content).includes('Berlin')).toBe(false)
    expect(await read(content)).toMatchObject({ width: 60, height: 20, content })
  })

  it('is refused when it is truncated', async () => {
    for (let length = 0; length <= plain.length - endBytes; length += 1) {
      expect(await read(plain.subarray(0, length)), String(length)).toBeUndefined()
    }
  })

  test('any bytes get an answer', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), fc.nat(plain.length), async (bytes, at) => {
        await read(bytes)
        const changed = Buffer.from(plain)
        changed.set(bytes.subarray(0, plain.length - at), at)
        await read(changed)
      }),
      { numRuns: 500 },
    )
  })
})

describe('the pixels of a PNG', () => {
  const [width, height] = [60, 20]
  const rows = Buffer.alloc((width + 1) * height)

  it('are checked: no byte of the file can be changed', async () => {
    const plain = pngOf(width, height)
    for (let at = 8; at < plain.length; at += 1) {
      const flipped = Buffer.from(plain)
      flipped[at] = (flipped[at] ?? 0) ^ 0x20
      expect(await readPng(flipped), String(at)).toBeUndefined()
    }
  })

  it.each([
    ['no compressed data', Buffer.from('Sonnenstrom')],
    ['half of the compressed data', deflateSync(rows).subarray(0, 12)],
    ['a row too few', deflateSync(rows.subarray(width + 1))],
    ['a row too many', deflateSync(Buffer.concat([rows, rows.subarray(0, width + 1)]))],
    ['a filter that does not exist', deflateSync(Buffer.from(rows).fill(5, width + 1, width + 2))],
    ['a hundred megabytes', deflateSync(Buffer.alloc(100_000_000))],
  ])('are refused as %s, with correct checksums', async (_, compressed) => {
    expect(await readPng(pngWith({ width, height, compressed }))).toBeUndefined()
  })

  it.each([
    ['a palette that is missing', { colorType: 3 }],
    ['a colour type that does not exist', { colorType: 1 }],
    ['bits that its colour type lacks', { colorType: 2, bits: 4 }],
    ['an interlacing that does not exist', { interlace: 2 }],
  ])('are refused with %s', async (_, header) => {
    const compressed = deflateSync(Buffer.alloc(width * 3 * height))
    expect(await readPng(pngWith({ width, height, compressed, ...header }))).toBeUndefined()
  })

  it('are taken in every form that cameras and programs write', async () => {
    // The rows of Adam7 for 60 × 20 pixels of two bytes, each with its filter.
    const columns = [8, 7, 15, 15, 30, 30, 60]
    const adam7 = [3, 3, 2, 5, 5, 10, 10].map((count, pass) => count * (1 + 2 * (columns[pass] ?? 0)))
    const forms = [
      { colorType: 0, bits: 1, bytes: (1 + 8) * height },
      { colorType: 6, bits: 16, bytes: (1 + width * 8) * height },
      { colorType: 4, bits: 8, interlace: 1, bytes: adam7.reduce((sum, length) => sum + length, 0) },
    ]
    for (const { bytes, ...form } of forms) {
      const compressed = deflateSync(Buffer.alloc(bytes))
      expect(await readPng(pngWith({ width, height, compressed, ...form })), String(form.colorType)).toBeDefined()
    }
  })
})

it('is no JPEG without a scan', () => {
  const plain = jpegOf(60, 20)
  const scan = plain.indexOf(Buffer.from([0xff, 0xda]))
  expect(readJpeg(Buffer.concat([plain.subarray(0, scan), Buffer.from([0xff, 0xd9])]))).toBeUndefined()
})
