import type { FileMediaType } from '#contract/files.ts'
import { fileNameLengthMax } from '#contract/limits.ts'

/** Endings a file of a type may have, the usual one first. */
const endings: Readonly<Record<FileMediaType, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png'],
  'image/heic': ['heic', 'heif', 'hif'],
}

/** What a name on any system must not hold, and what hides or turns around the rest of it. */
const forbidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}"*:<>?|\\/]/gu

/** A quote or a line break, as a form of HTML sends it within a file's name. */
const escapedByBrowsers = /%(?:0A|0D|22)/g

/**
 * A file's name as it is kept and offered: without path and characters that mislead, and ending as its content demands,
 * so that nothing that is called a program is ever saved.
 */
export function cleanFileName(name: string, type: FileMediaType): string {
  const [last = ''] = name.replace(escapedByBrowsers, ' ').normalize('NFC').split(/[/\\]/).slice(-1)
  const plain = last
    .replace(forbidden, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/^[. ]+|[. ]+$/gu, '')
  const [usual = ''] = endings[type]
  const ending = plain.slice(plain.lastIndexOf('.') + 1)
  const isFitting = plain.includes('.') && endings[type].includes(ending.toLowerCase())
  const stem = isFitting ? plain.slice(0, -ending.length - 1).replace(/[. ]+$/u, '') : plain
  const kept = `.${isFitting ? ending : usual}`
  const cut = [...(stem === '' ? 'Datei' : stem)].slice(0, fileNameLengthMax - kept.length).join('')
  return `${cut.replace(/[. ]+$/u, '')}${kept}`
}
