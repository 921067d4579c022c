/**
 * All stored data of a customer, for download (GDPR, articles 15 and 20): packed in the background, fetched once or
 * twice, then destroyed.
 */
import * as z from 'zod/mini'
import { defineEndpoints, empty, page, pageQuery } from './endpoint.ts'
import { id, instant } from './fields.ts'

/** `expired`: its content is destroyed. */
export const exportStates = ['waiting', 'running', 'ready', 'failed', 'expired'] as const
export type ExportState = (typeof exportStates)[number]

export const customerExport = z.object({
  id,
  state: z.enum(exportStates),
  /** Progress of the packing: nouns and files. The total is 0 before it has begun. */
  stepsDone: z.int(),
  stepsCount: z.int(),
  /** Of the ZIP file, once it is ready. */
  sizeBytes: z.nullable(z.int()),
  /** Who requested it: the customer itself or the business. */
  askedBy: z.enum(['customer', 'admin']),
  /** When the content is destroyed, or was. */
  expiresAt: z.nullable(instant),
  permissions: z.array(z.enum(['download'])),
  createdAt: instant,
  updatedAt: instant,
})
export type CustomerExport = z.output<typeof customerExport>

export const customerExports = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/customer/{id}/exports/',
    access: 'customer',
    summary: 'Exports of a customer, newest first; a customer sees those requested by their own users.',
    query: pageQuery,
    response: page(customerExport),
  },
  create: {
    method: 'POST',
    path: '/api/backend/customer/{id}/exports/',
    access: 'customer',
    summary: 'Start packing all stored data of a customer into a ZIP file.',
    response: customerExport,
    status: 201,
    stepUp: 'always',
  },
  download: {
    method: 'GET',
    path: '/api/backend/customer/{id}/exports/{exportId}/file/',
    access: 'customer',
    summary: 'The ZIP file. The download is audited.',
    response: empty,
    download: true,
    stepUp: 'always',
  },
})
