/** The logo of the business: shown by the site to everybody, in mails and on paper. */
import * as z from 'zod/mini'
import { defineEndpoints, empty } from './endpoint.ts'

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
})
export type Logo = z.output<typeof logo>

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
