/** Random calls of every endpoint, generated from the contract: mostly valid, now and then something odd. */
import fc, { type Arbitrary } from 'fast-check'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { type FormPart, sampleFiles } from './multipart-form.ts'

type Json = { [key: string]: unknown }

const oddTexts = fc.constantFrom(
  '',
  ' ',
  '0',
  'null',
  '\u0000',
  '\ud800',
  '💡'.repeat(50),
  "'; drop table ticket; --",
  '%_*"\\',
  'x'.repeat(30_000),
  'ß\u0301\u202e',
  '2026-02-30',
  '-1',
  '1e309',
  '01970000-0000-7000-8000-000000000000',
)
const oddValues: Arbitrary<unknown> = fc.oneof(
  oddTexts,
  fc.constantFrom(null, true, -1, 0.001, 1e15, Number.MAX_SAFE_INTEGER, [], {}, [[]], { a: 1 }),
)

/** Valid values, with ids of existing rows, and now and then something quite different. */
function valuesOf(schema: Json, ids: readonly string[]): Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: meantBy(schema, ids) }, { weight: 1, arbitrary: oddValues })
}

function meantBy(schema: Json, ids: readonly string[]): Arbitrary<unknown> {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.anyOf)) return fc.oneof(...schema.anyOf.map(option => valuesOf(option as Json, ids)))
  switch (schema.type) {
    case 'object':
      return objectsOf(schema, ids)
    case 'array':
      return fc.array(valuesOf(schema.items as Json, ids), { maxLength: 3 })
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number':
      return fc.oneof(
        fc.integer({ min: 0, max: 200 }),
        fc.integer({ min: 0, max: 9_999 }).map(value => value / 100),
        // Within the tolerance of decimals, inexact, below zero.
        fc.constantFrom(1e-9, -1e-9, -0, 0.1 + 0.2, 2 ** 53, -5),
      )
    case 'null':
      return fc.constant(null)
    default:
      return textsOf(schema, ids)
  }
}

function textsOf({ pattern, format }: Json, ids: readonly string[]): Arbitrary<unknown> {
  if (typeof pattern === 'string' && pattern.includes('[0-9a-f]{8}')) return fc.constantFrom(...ids)
  if (format === 'date') return fc.constantFrom('2026-03-10', '2024-02-29')
  return fc.oneof(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.constantFrom('kim@example.org', 'DE', 'Kim'))
}

function objectsOf(schema: Json, ids: readonly string[]): Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>)
  const required = (schema.required ?? []) as string[]
  const model = Object.fromEntries(properties.map(([name, property]) => [name, valuesOf(property, ids)]))
  return fc.record(model, { requiredKeys: required.filter(name => name in model), noNullPrototype: true })
}

/** An upload form, often with an error: no file, a strange one, more than one, other parts. */
function formsOf(): Arbitrary<FormPart[]> {
  const fileName = fc.oneof(oddTexts, fc.constantFrom('Angebot Größl.pdf', '../../etc/passwd', 'a.exe', '"; x="'))
  const content = fc.oneof(fc.constantFrom(...Object.values(sampleFiles)), fc.uint8Array({ maxLength: 400 }))
  const file = fc.record({ name: fc.constant('file'), fileName, content })
  const other = fc.record({ name: fc.constantFrom('file', 'x', '__proto__', '', 'constructor'), content: oddTexts })
  return fc.oneof({ weight: 2, arbitrary: fc.tuple(file) }, fc.array(fc.oneof(file, other), { maxLength: 6 }))
}

function jsonSchemaOf(schema: z.ZodMiniType | undefined): Json | undefined {
  return schema && { ...z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) }
}

/** One call: ids for the path, a query and a body. */
export function callsOf(endpoint: Endpoint, ids: readonly string[]) {
  const query = jsonSchemaOf(endpoint.query)
  const body = jsonSchemaOf(endpoint.body)
  return fc.record({
    id: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: oddTexts }),
    query: query ? objectsOf({ ...query, required: [] }, ids) : fc.constant({}),
    body: body ? valuesOf(body, ids) : fc.constant(undefined),
    form: endpoint.upload ? formsOf() : fc.constant(undefined),
    revision: fc.constantFrom(undefined, '"1"', '"2"', '*', 'x'),
  })
}

export function urlOf({ path }: Endpoint, id: string, query: unknown): string {
  const parameters = new URLSearchParams(
    Object.entries(query as Json).map(([name, value]): [string, string] => [name, String(value)]),
  )
  return `${path.replace(/\{\w+\}/g, encodeURIComponent(id.toWellFormed()))}?${parameters}`
}
