/** The logo of the business: shown by the site to everybody, in mails and on paper. */
import * as z from 'zod/mini'
import { defineEndpoints, empty } from './endpoint.ts'

/**
 * Pixels of the raster of an SVG: 75 mm of paper at 200 dpi, and a head of mails at more than twice its size. Not in
 * `limits.ts`, which every page loads first.
 */
export const logoRasterWidthMax = 600
export const logoRasterHeightMax = 160

/** Detected from the content, never from the name. */
export const logoMediaTypes = ['image/png', 'image/jpeg', 'image/svg+xml'] as const
export type LogoMediaType = (typeof logoMediaTypes)[number]

export const logo = z.object({
  /** The picture's address at the backend; another logo has another address. */
  path: z.string(),
  /** Of its bytes, hex. */
  sha256: z.string(),
  mediaType: z.enum(logoMediaTypes),
  /** Pixels; for an SVG only the aspect ratio. */
  width: z.int(),
  height: z.int(),
  /** Mails and documents show it; instead of an SVG without its raster they show the company's name. */
  isPrintable: z.boolean(),
})
export type Logo = z.output<typeof logo>

type Sides = { readonly width: number; readonly height: number }

/** Pixels of the raster of an SVG: as large as its limits permit. */
export function logoRasterSize({ width, height }: Sides): Sides {
  const scale = Math.min(logoRasterWidthMax / width, logoRasterHeightMax / height)
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

export const logos = defineEndpoints({
  upload: {
    method: 'POST',
    path: '/api/backend/business-profile/logo/',
    access: 'admin',
    summary:
      'Upload the logo, replacing the existing one: a PNG, JPEG or SVG of at most 512 kB. It is stored without metadata.',
    upload: true,
    response: logo,
  },
  uploadRaster: {
    method: 'POST',
    path: '/api/backend/business-profile/logo/{sha256}/raster/',
    access: 'admin',
    summary: `Upload the raster of the SVG logo with this hash, which mails and documents show, replacing the existing one: a PNG in its proportions, at most ${logoRasterWidthMax} × ${logoRasterHeightMax} pixels. Another logo, or none, removes it.`,
    upload: true,
    response: logo,
  },
  remove: {
    method: 'DELETE',
    path: '/api/backend/business-profile/logo/',
    access: 'admin',
    summary: 'Remove the logo.',
    response: empty,
    status: 204,
    withoutStepUp: 'the business’s own picture',
  },
  picture: {
    method: 'GET',
    path: '/api/backend/business-profile/logo/{sha256}/',
    access: 'public',
    summary: 'The logo as a picture; the profile has its hash. Browsers cache it permanently.',
    picture: true,
    response: empty,
  },
})
