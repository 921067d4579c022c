/** Readings, as senders push them. */
import * as z from 'zod/mini'
import { defineEndpoints } from './endpoint.ts'
import { readingsMax } from './energy-limits.ts'

/** Why a reading was rejected. The others of its batch are stored. */
export const rejectionCodes = [
  'channel.unknown',
  'value.invalid',
  'value.implausible',
  'at.future',
  'at.too_old',
  'slot.full',
] as const
export type RejectionCode = (typeof rejectionCodes)[number]

/** Why a whole message was refused: one by MQTT, or a body that cannot be read. */
export const messageRefusalCodes = [
  'topic.foreign',
  'topic.invalid',
  'message.invalid',
  'message.too_many',
  'message.too_large',
] as const
export type MessageRefusalCode = (typeof messageRefusalCodes)[number]

/** All codes that the page of a site lists. */
export const refusalCodes = [...rejectionCodes, ...messageRefusalCodes] as const
export type RefusalCode = (typeof refusalCodes)[number]

/** An invalid reading does not affect the others: every value is read, and an invalid one gets an error code. */
const anything = z.optional(z.unknown())

/** `at`: now by default. A value that is not an object is a reading of no channel. */
export const sentReading = z.catch(z.object({ channel: anything, at: anything, value: anything }), {})
export type SentReading = z.output<typeof sentReading>

/** The body of a push, and the payload of `readings` by MQTT. */
export const readingBatch = z.strictObject({
  readings: z.array(sentReading).check(z.minLength(1, 'required'), z.maxLength(readingsMax, 'too_long')),
})

export const energyReadings = defineEndpoints({
  push: {
    method: 'POST',
    path: '/api/energy/{token}/readings/',
    access: 'public',
    summary:
      'Take readings of a site: stored when answered, refused ones by index and code. Called by programs: no session, no CSRF token; gzip is accepted.',
    body: readingBatch,
    response: z.object({
      accepted: z.int(),
      rejected: z.array(z.object({ index: z.int(), code: z.enum(rejectionCodes) })),
    }),
    fromPrograms: true,
    batch: true,
    budget: 'readings',
  },
})
