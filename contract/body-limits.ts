/** The maximum size of a body, derived from the schema of its endpoint: no valid body is larger. */
import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { fileBytesMax } from './limits.ts'

export type BodyLimits = {
  readonly bytes: number
  /** Nesting of objects and lists. */
  readonly depth: number
  /** Values in all objects and lists together. */
  readonly fields: number
}

/** No body may be larger, for any schema. */
export const bodyBytesMax = 1_048_576

/**
 * The allowance of calls without a body. Calls with a body get it for mistakes, which are then named instead of
 * truncated.
 */
export const spare: BodyLimits = { bytes: 4_096, depth: 2, fields: 20 }
/** A character of a text is at most six bytes: JSON may write it as `\u00e4`. */
const bytesPerCharacter = 6
const numberBytes = 32
/** `YYYY-MM-DD` */
const dateLength = 10

/** Far more than a program sends, and no risk to code that walks through values. */
const batchDepthMax = 100

/** The limits of an endpoint's body. An unbounded schema is an error: a body always has limits. */
export function bodyLimitsOf({ body, upload, bodyBytes, batch }: Endpoint): BodyLimits {
  // A file is a part of a form, which has its own limits.
  if (upload) return { bytes: fileBytesMax + spare.bytes, depth: 0, fields: 1 }
  if (body === undefined) return spare
  // Each value of a batch is validated separately: one with many fields must not affect the others.
  if (batch) return { bytes: bodyBytes ?? bodyBytesMax, depth: batchDepthMax, fields: bodyBytesMax / 2 }
  const largest = measure(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }))
  return {
    bytes: Math.min(bodyBytes ?? wholeKilobytes(largest.bytes) + spare.bytes, bodyBytesMax),
    depth: largest.depth + spare.depth,
    fields: largest.fields + spare.fields,
  }
}

function wholeKilobytes(bytes: number): number {
  return Math.ceil(bytes / 1_024) * 1_024
}

type JsonSchema = z.core.JSONSchema.BaseSchema

/** The largest value that the schema admits. */
function measure(schema: JsonSchema): BodyLimits {
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  if (choices.length > 0) return largestOf(choices.map(choice => measure(schemaOf(choice))))
  const fixed = schema.const === undefined ? schema.enum : [schema.const]
  if (fixed) return value(Math.max(...fixed.map(option => JSON.stringify(option).length)))
  switch (schema.type) {
    case 'object':
      return measureObject(schema)
    case 'array':
      return measureList(schema)
    case 'string':
      return value(bytesPerCharacter * demand(schema.format === 'date' ? dateLength : schema.maxLength) + 2)
    case 'number':
    case 'integer':
    case 'boolean':
    case 'null':
      return value(numberBytes)
    default:
      throw new Error(`A body without limits: ${JSON.stringify(schema)}`)
  }
}

function measureObject({ properties = {} }: JsonSchema): BodyLimits {
  const parts = Object.entries(properties).map(([name, inner]) => {
    const { bytes, ...rest } = measure(schemaOf(inner))
    return { ...rest, bytes: bytes + bytesPerCharacter * name.length + 4 }
  })
  return {
    bytes: sum(parts, 'bytes') + 2,
    depth: 1 + Math.max(0, ...parts.map(({ depth }) => depth)),
    fields: Math.max(1, parts.length) + sum(parts, 'fields'),
  }
}

function measureList({ items, maxItems }: JsonSchema): BodyLimits {
  if (items === undefined || Array.isArray(items)) throw new Error('A list of anything has no limits.')
  const count = demand(maxItems)
  const item = measure(schemaOf(items))
  return {
    bytes: count * (item.bytes + 1) + 2,
    depth: 1 + item.depth,
    fields: Math.max(1, count) + count * item.fields,
  }
}

function largestOf(limits: readonly BodyLimits[]): BodyLimits {
  const max = (name: keyof BodyLimits) => Math.max(...limits.map(limit => limit[name]))
  return { bytes: max('bytes'), depth: max('depth'), fields: max('fields') }
}

function value(bytes: number): BodyLimits {
  return { bytes, depth: 0, fields: 0 }
}

function sum(limits: readonly BodyLimits[], name: keyof BodyLimits): number {
  return limits.reduce((total, limit) => total + limit[name], 0)
}

function demand(limit: number | undefined): number {
  if (limit === undefined) throw new Error('A text or a list of a body has no longest length.')
  return limit
}

/** `true` and `false` are schemas, too; none of ours is one. */
function schemaOf(schema: z.core.JSONSchema._JSONSchema): JsonSchema {
  if (typeof schema === 'boolean') throw new Error('A field of a body admits anything.')
  return schema
}
