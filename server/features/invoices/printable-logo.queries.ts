import type { Context } from '#server/context.ts'
import { readJpeg, readPng } from '#server/files/picture-bytes.ts'
import { getLogo, type PrintableLogo } from '#server/files/stored-logo.ts'

/** Of the logo that was checked last: it is checked, and a damaged one logged, once. */
let checked: { readonly sha256: string; readonly isWhole: Promise<boolean> } | undefined

/**
 * The current logo, of an SVG its raster, if documents can be printed with it; undefined for none, an SVG without raster,
 * and a damaged picture, which earlier versions stored: no invoice fails because of its logo.
 */
export async function findPrintableLogo({ db, log }: Pick<Context, 'db' | 'log'>): Promise<PrintableLogo | undefined> {
  const logo = (await getLogo(db))?.printable
  if (logo === undefined) return undefined
  const { sha256 } = logo
  if (checked?.sha256 !== sha256) {
    const isWhole = isWholePicture(logo)
    checked = { sha256, isWhole }
    if (!(await isWhole)) log.warn({ sha256 }, 'the logo is damaged: documents are printed with the company name')
  }
  return (await checked.isWhole) ? logo : undefined
}

async function isWholePicture({ mediaType, content }: PrintableLogo): Promise<boolean> {
  return (mediaType === 'image/png' ? await readPng(content) : readJpeg(content)) !== undefined
}
