/** How the API document describes problem documents. */
import { type ErrorCode, errorStatus } from '#contract/errors.ts'
import { errorTexts } from '#contract/texts/errors.texts.ts'
import { namedErrorsMax } from '#server/app-error.ts'
import type { JsonSchema } from './api-schemas.ts'

export const problemSchema: JsonSchema = {
  type: 'object',
  description: Object.keys(errorStatus)
    .map(code => `\`${code}\` ${errorTexts[code as ErrorCode]}`)
    .join('\n\n'),
  properties: {
    type: { type: 'string', format: 'uri-reference' },
    title: { type: 'string', description: 'A German sentence a person can act on.' },
    status: { type: 'integer' },
    code: { type: 'string', enum: Object.keys(errorStatus) },
    requestId: { type: 'string' },
    errors: {
      type: 'array',
      maxItems: namedErrorsMax,
      items: {
        type: 'object',
        properties: { field: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
        required: ['field', 'code', 'message'],
      },
    },
    errorsCount: { type: 'integer', description: 'How many there are in all, where `errors` names only the first.' },
  },
  required: ['type', 'title', 'status', 'code', 'requestId'],
}

export const problemResponse: JsonSchema = {
  description: 'A problem document (RFC 9457); `code` names the problem.',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
}
