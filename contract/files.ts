/**
 * Files on their way in. An uploaded file waits, seen by nobody but its uploader, until a write of a noun names its id
 * (`attachmentIds` of a request); what nobody names is removed after a day. Files are read at the noun they belong to.
 */
import * as z from 'zod/mini'
import { defineEndpoints, empty } from './endpoint.ts'
import { id } from './fields.ts'
import { attachmentsMax } from './limits.ts'

/** Told by the content, never by the name. */
export const fileMediaTypes = ['application/pdf', 'image/jpeg', 'image/png', 'image/heic'] as const
export type FileMediaType = (typeof fileMediaTypes)[number]

export const storedFile = z.object({
  id,
  /** As it was called where it came from; its ending fits the content. */
  name: z.string(),
  mediaType: z.enum(fileMediaTypes),
  sizeBytes: z.int(),
})
export type StoredFile = z.output<typeof storedFile>

/** The files a noun is to have: those it has that stay, and newly uploaded ones; what is not named goes. */
export const attachmentIds = z.array(id).check(
  z.maxLength(attachmentsMax, 'files.too_many'),
  z.refine(ids => new Set(ids).size === ids.length, 'invalid'),
)

export const files = defineEndpoints({
  create: {
    method: 'POST',
    path: '/api/backend/files/',
    access: 'customer',
    summary: 'Upload a PDF, JPEG, PNG or HEIC of at most 10 MB; it waits a day for a write that names its id.',
    upload: true,
    response: storedFile,
    status: 201,
  },
  delete: {
    method: 'DELETE',
    path: '/api/backend/files/{id}/',
    access: 'customer',
    summary: 'Remove an uploaded file that belongs to nothing yet.',
    response: empty,
    status: 204,
    withoutStepUp: 'the caller’s own upload that belongs to nothing yet',
  },
})
