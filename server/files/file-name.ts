import type { FileMediaType } from '#contract/files.ts'
import { fileNameLengthMax } from '#contract/limits.ts'

/** Extensions of a file type, the usual one first. */
const endings: Readonly<Record<FileMediaType, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png'],
  'image/heic': ['heic', 'heif', 'hif'],
}

/** Characters that are invalid on some system, or hide or reverse the rest of the name. */
const forbidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}"*:<>?|\\/]/gu

/** A quote or a line break, as an HTML form sends it within a file's name. */
const escapedByBrowsers = /%(?:0A|0D|22)/g

/**
 * A file's name as stored and offered: without path and misleading characters, and with the extension of its content,
 * so that nothing named like a program is ever saved.
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
