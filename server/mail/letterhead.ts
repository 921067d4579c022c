/** The head of a mail: the logo is embedded, so that nothing is loaded on reading. */
import type { StoredLogo } from '#server/files/stored-logo.ts'
import { escapeHtml } from './body-blocks.ts'

/** Placeholder of the head. Filled in on sending, with the current logo. */
export const letterheadPlace = '<!-- letterhead -->'

/** The maximum size of the logo in a mail, in CSS pixels. */
const box = { width: 220, height: 64 }

export type MailPicture = {
  readonly cid: string
  readonly fileName: string
  readonly mediaType: string
  readonly content: Uint8Array
}

/**
 * The mail with its head, and the embedded picture. Mail programs show no SVG: its raster replaces it, and the name of
 * the business one without.
 * Without a logo a mail has no head.
 */
export function addLetterhead(
  html: string,
  companyName: string,
  logo: Pick<StoredLogo, 'printable'> | undefined,
): { html: string; picture: MailPicture | undefined } {
  const put = (head: string) => html.replace(letterheadPlace, () => head)
  if (logo === undefined || !html.includes(letterheadPlace)) return { html: put(''), picture: undefined }
  const name = escapeHtml(companyName)
  const { printable } = logo
  if (printable === undefined) {
    return { html: put(`<p style="margin:0 0 24px;font-size:20px;font-weight:bold">${name}</p>`), picture: undefined }
  }
  const cid = `${printable.sha256.slice(0, 32)}@logo`
  const scale = Math.min(1, box.width / printable.width, box.height / printable.height)
  const [width, height] = [printable.width, printable.height].map(side => Math.max(1, Math.round(side * scale)))
  return {
    html: put(
      `<p style="margin:0 0 24px"><img src="cid:${cid}" alt="${name}" width="${width}" height="${height}" style="display:block;border:0;padding:6px;background:#ffffff"></p>`,
    ),
    picture: {
      cid,
      fileName: printable.mediaType === 'image/png' ? 'logo.png' : 'logo.jpg',
      mediaType: printable.mediaType,
      content: printable.content,
    },
  }
}
