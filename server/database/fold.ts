/** Normalized text for comparison: without case, accents and spelling variants of umlauts. */

const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' }
/** Letters that Unicode does not decompose into a letter and a mark. */
const ligatures: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
}

/** Case and width only: two user names with the same result are the same name. */
export function foldCase(text: string): string {
  return text.normalize('NFKC').toLowerCase().normalize('NFKC').replaceAll('ß', 'ss')
}

/** A document's number: compared without case and blanks, sorted by the numbers in it (RE-9 before RE-10). */
export function foldNumber(number: string): string {
  const folded = foldCase(number).trim().replace(/\s+/g, ' ')
  return `${folded.replace(/\d+/g, digits => digits.padStart(12, '0'))} ${folded}`
}

/** The form for sorting and searching: ä as ae (DIN 5007-2), other marks dropped. "Größl", "GROESSL" → "groessl". */
export function fold(text: string): string {
  return dropMarks(foldCase(text).replace(/[äöü]/g, letter => umlauts[letter] ?? letter))
}

/** The same with ä as a, as typed on keyboards without umlauts: "Größl" → "grossl". */
export function foldPlain(text: string): string {
  return dropMarks(foldCase(text))
}

function dropMarks(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđðþ]/g, letter => ligatures[letter] ?? letter)
}
