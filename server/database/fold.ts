/** Text as it is compared: without case, accents and the ways to write an umlaut. */

const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' }
/** Letters that Unicode does not take apart into a letter and a mark. */
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

/** Case and width only: what makes two user names the same name. */
export function foldCase(text: string): string {
  return text.normalize('NFKC').toLowerCase().normalize('NFKC').replaceAll('ß', 'ss')
}

/** A document's number: the same without regard to case and blanks, and sorted by the numbers in it (RE-9 before RE-10). */
export function foldNumber(number: string): string {
  const folded = foldCase(number).trim().replace(/\s+/g, ' ')
  return `${folded.replace(/\d+/g, digits => digits.padStart(12, '0'))} ${folded}`
}

/** What lists sort by and searches look for: ä as ae (DIN 5007-2), other marks dropped. "Größl", "GROESSL" → "groessl". */
export function fold(text: string): string {
  return dropMarks(foldCase(text).replace(/[äöü]/g, letter => umlauts[letter] ?? letter))
}

/** The same with ä as a, as people type who have no umlaut key: "Größl" → "grossl". */
export function foldPlain(text: string): string {
  return dropMarks(foldCase(text))
}

function dropMarks(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđðþ]/g, letter => ligatures[letter] ?? letter)
}
