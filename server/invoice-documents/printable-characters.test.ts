import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create } from 'fontkit'
import { describe, expect, test } from 'vitest'
import { invoiceSamples } from '#server/testing/invoice-samples.ts'
import { paperFontFiles } from './paper-fonts.ts'
import { printableRanges, printedText, unprintableCharacters } from './printable-characters.ts'

const { standard } = invoiceSamples

function withBuyerName(name: string) {
  return { ...standard, buyer: { ...standard.buyer, name } }
}

test.each(Object.values(paperFontFiles))('the printable characters are those of %s', path => {
  const { characterSet } = create(readFileSync(fileURLToPath(import.meta.resolve(path))))
  const listed = printableRanges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  )
  // U+000D is a glyph without a picture, U+FFFF is no character.
  const own = characterSet.filter(code => code !== 0x0d && code !== 0xffff).toSorted((one, other) => one - other)
  expect(listed).toEqual(own)
})

describe('an invoice', () => {
  test.each(Object.entries(invoiceSamples))('of kind %s can be printed', (_, invoice) => {
    expect(unprintableCharacters(invoice)).toEqual([])
  })

  test.each([
    ['Kaffee 日本', 'buyer.name', 8, '日', 'U+65E5', false],
    ['Привет', 'buyer.name', 1, 'П', 'U+041F', false],
    ['Sonne 🌞', 'buyer.name', 7, '🌞', 'U+1F31E', false],
    ['Nul\u0000', 'buyer.name', 4, '\u0000', 'U+0000', true],
    ['Zeile\nzwei', 'buyer.name', 6, '\n', 'U+000A', true],
    ['Rück\u202ewärts', 'buyer.name', 5, '\u202e', 'U+202E', true],
  ])('names the first character of %j that the font lacks, with field and place', (name, ...expected) => {
    const [first] = unprintableCharacters(withBuyerName(name))
    expect(Object.values(first ?? {})).toEqual(expected)
  })

  test('names every one, also in lines and work', () => {
    const [line] = standard.lines
    if (!line) throw new Error('no line')
    const [work] = line.work
    if (!work) throw new Error('no work')
    const lines = [{ ...line, description: 'α\nβ', work: [{ ...work, ticketName: 'γ' }] }]
    const found = unprintableCharacters({ ...standard, lines, notes: ['✓'] })
    expect(found.map(({ field, position, character }) => `${field}:${position} ${character}`).toSorted()).toEqual([
      'lines.0.description:1 α',
      'lines.0.description:3 β',
      'lines.0.work.0.ticketName:1 γ',
      'notes.0:1 ✓',
    ])
  })
})

test('spaces, hyphens and accents that people paste are printed as those of the font', () => {
  const pasted = 'Gru\u0308n\u202f–\u2009blau\u2011gelb \u03bcA Ver\u00adsand'
  expect(printedText(pasted)).toBe('Grün\u00a0–\u00a0blau-gelb µA Versand')
  expect(unprintableCharacters(withBuyerName(pasted))).toEqual([])
})
