import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { service } from '#contract/services.ts'
import { answerSchema } from './answer-schema.ts'

it('writes a union of objects as one object with exactly the fields of all', () => {
  const union = z.discriminatedUnion('type', [
    z.object({ type: z.literal('a'), name: z.string(), size: z.int() }),
    z.object({ type: z.literal('b'), name: z.string(), tags: z.array(z.string()) }),
  ])
  const merged = {
    type: 'object',
    properties: {
      type: { type: 'string' },
      name: { type: 'string' },
      size: { type: 'integer' },
      tags: { type: 'array', items: { type: 'string' } },
    },
    required: ['type', 'name'],
    additionalProperties: false,
  }
  expect(answerSchema(union)).toEqual(merged)
  expect(answerSchema(z.nullable(union))).toEqual({ ...merged, nullable: true })
})

it('knows every field of a service of any kind', () => {
  const { properties } = answerSchema(service) as { properties: object }
  const names = service.def.options.flatMap(option => Object.keys(option.shape))
  expect(Object.keys(properties).sort()).toEqual([...new Set(names)].sort())
})
