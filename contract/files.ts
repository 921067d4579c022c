/**
 * Uploads. An uploaded file is pending, visible only to its uploader, until a write of a noun names its id
 * (`attachmentIds` of a request); unused files are removed after a day. Files are read at the noun they belong to.
 */
import * as z from 'zod/mini'
import { defineEndpoints, empty } from './endpoint.ts'
import { id } from './fields.ts'
import { attachmentsMax } from './limits.ts'

/** Detected from the content, never from the name. */
export const fileMediaTypes = ['application/pdf', 'image/jpeg', 'image/png', 'image/heic'] as const
export type FileMediaType = (typeof fileMediaTypes)[number]

export const storedFile = z.object({
  id,
  /** Its original name; the extension fits the content. */
  name: z.string(),
  mediaType: z.enum(fileMediaTypes),
  sizeBytes: z.int(),
})
export type StoredFile = z.output<typeof storedFile>

/** The complete list of a noun's files: existing ones that stay, and new uploads; others are removed. */
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
