/** Which characters the paper's font can print: checked before anything is rendered, without loading a font. */
import type { PrintedInvoice } from './invoice-snapshot.ts'

export type UnprintableCharacter = {
  /** Path in the snapshot: `lines.0.text`. */
  field: string
  /** Place in the text, from 1. */
  position: number
  character: string
  /** `U+65E5`. */
  codePoint: string
  /** Invalid in XML, too. */
  isControl: boolean
}

/** Of every weight of Figtree that the paper uses; a test compares them with the font files. */
const figtree =
  '20-7e a0-ac ae-113 116-127 12a-12b 12e-137 139-13e 141-148 14a-14d 150-161 164-165 16a-17e 1cd-1ce 218-21b 237 2c6-2c7 2d8-2dd 300-304 306-308 30a-30c 312 326-328 1e80-1e85 1e9e 1ef2-1ef3 2013-2014 2018-201a 201c-201e 2020-2022 2026 2039-203a 2044 2070 2074-2079 2080-2089 20ac 20b9 2122 215b-215e 2190-2193 2196-2199 2212 2215 2260 2264-2265'
export const printableRanges = figtree.split(' ').map((range): [number, number] => {
  const [first = '', last = first] = range.split('-')
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
})

/** Texts that people write in several lines. */
const multiline = /^(notes\.\d+|closingText|cancels\.reason|lines\.\d+\.(work\.\d+\.)?(text|description|name))$/

/** The text as the paper prints it: composed letters, and spaces and hyphens of the font for those it lacks. */
export function printedText(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\u2000-\u200a\u202f\u205f]/g, '\u00a0')
    .replaceAll(/[\u2010\u2011]/g, '-')
    .replaceAll('\u03bc', '\u00b5')
    .replaceAll(/\u00ad|[\u200b-\u200d]|\u2060|\ufe0e|\ufe0f|\ufeff/g, '')
}

/** Every character of an invoice that its paper cannot show, in the order of the fields. */
export function unprintableCharacters(snapshot: PrintedInvoice): UnprintableCharacter[] {
  return [...textsOf(snapshot, '')].flatMap(([field, text]) => {
    const allowed = multiline.test(field) ? '\n\r\t' : ''
    return [...printedText(text)].flatMap((character, index) => {
      const code = character.codePointAt(0) ?? 0
      if (allowed.includes(character) || isInFont(code)) return []
      const codePoint = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
      return [{ field, position: index + 1, character, codePoint, isControl: /\p{C}/u.test(character) }]
    })
  })
}

function isInFont(code: number): boolean {
  return printableRanges.some(([first, last]) => code >= first && code <= last)
}

function* textsOf(value: unknown, path: string): Generator<[field: string, text: string]> {
  if (typeof value === 'string') yield [path, value]
  else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) yield* textsOf(part, path === '' ? key : `${path}.${key}`)
  }
}
