import { logoBytesMax, logoPixelsMax, logoPixelsMin } from '#contract/limits.ts'
import { type LogoMediaType, logoRasterHeightMax, logoRasterWidthMax } from '#contract/logo.ts'
import { mediaTypeOf } from '#contract/media-type.ts'
import { invalidField } from '#server/app-error.ts'
import { type JpegPixels, type PicturePixels, readJpeg, readPng } from '#server/files/picture-bytes.ts'
import { makeSafeSvg } from '#server/files/safe-svg.ts'

export type LogoPicture = {
  readonly mediaType: LogoMediaType
  readonly width: number
  readonly height: number
  readonly content: Uint8Array
}

/** The longer side of an SVG, which has no pixels. */
const vectorSide = 1_000

/**
 * The stored form of an uploaded logo: the picture alone. 422 `logo.too_large`, `logo.type`, `logo.pixels`,
 * `logo.colors`, and `logo.broken`, also for an SVG with nothing left to show.
 */
export async function makeLogo(bytes: Uint8Array): Promise<LogoPicture> {
  if (bytes.length > logoBytesMax) throw invalidField('file', 'logo.too_large')
  const type = mediaTypeOf(bytes)
  if (type === 'image/png') return demandPixels(type, await readPng(bytes, logoPixelsMax))
  if (type === 'image/jpeg') return demandPixels(type, demandScreenColors(readJpeg(bytes)))
  const text = type === undefined ? markupOf(bytes) : undefined
  if (text === undefined) throw invalidField('file', 'logo.type')
  const drawing = makeSafeSvg(text)
  if (drawing === undefined) throw invalidField('file', 'logo.broken')
  const content = new TextEncoder().encode(drawing.text)
  if (content.length > logoBytesMax) throw invalidField('file', 'logo.too_large')
  const scale = vectorSide / Math.max(drawing.width, drawing.height)
  const side = (length: number) => Math.max(1, Math.round(length * scale))
  return { mediaType: 'image/svg+xml', width: side(drawing.width), height: side(drawing.height), content }
}

/**
 * The stored form of the raster of an SVG of these sides: a PNG. 422 `logo.too_large`, `logo.not_png`, `logo.broken`,
 * `logo.raster_pixels` and `logo.raster_ratio`.
 */
export async function makeRaster(bytes: Uint8Array, drawing: Sides): Promise<PicturePixels> {
  if (bytes.length > logoBytesMax) throw invalidField('file', 'logo.too_large')
  if (mediaTypeOf(bytes) !== 'image/png') throw invalidField('file', 'logo.not_png')
  const raster = await readPng(bytes, logoRasterWidthMax)
  if (raster === undefined) throw invalidField('file', 'logo.broken')
  const { width, height } = raster
  const isFitting = width <= logoRasterWidthMax && height <= logoRasterHeightMax
  if (!isFitting || Math.min(width, height) < logoPixelsMin) throw invalidField('file', 'logo.raster_pixels')
  if (!isInProportion(raster, drawing)) throw invalidField('file', 'logo.raster_ratio')
  return raster
}

type Sides = Pick<LogoPicture, 'width' | 'height'>

/** Both are rounded to whole pixels: one side may differ by one. */
function isInProportion(raster: Sides, drawing: Sides): boolean {
  const ratio = drawing.width / drawing.height
  return Math.abs(raster.width - raster.height * ratio) <= 1 || Math.abs(raster.height - raster.width / ratio) <= 1
}

function demandPixels(mediaType: LogoMediaType, picture: PicturePixels | undefined): LogoPicture {
  if (picture === undefined) throw invalidField('file', 'logo.broken')
  const sides = [picture.width, picture.height]
  const isFitting = sides.every(side => side <= logoPixelsMax) && sides.every(side => side >= logoPixelsMin)
  if (!isFitting) throw invalidField('file', 'logo.pixels')
  return { mediaType, ...picture }
}

/** An invoice (PDF/A) has colours of the screen only: ISO 19005-3, 6.2.4.3. */
function demandScreenColors(picture: JpegPixels | undefined): PicturePixels | undefined {
  if (picture === undefined) return undefined
  const { componentsCount, ...pixels } = picture
  if (componentsCount === 4) throw invalidField('file', 'logo.colors')
  return pixels
}

/** The text of possible markup: UTF-8 that begins with a bracket. */
function markupOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.trimStart().startsWith('<') ? text : undefined
  } catch {
    return undefined
  }
}
