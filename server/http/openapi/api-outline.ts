/** The API document as an outline for people: groups, operations, fields. The page and docs/api.md are made from it. */
import type { JsonSchema } from './api-schemas.ts'
import type { ApiDocument, Operation, Parameter } from './openapi.ts'

/** Wording of types; one set per language. */
export type TypeWords = {
  readonly text: string
  readonly file: string
  readonly number: string
  readonly wholeNumber: string
  readonly yesNo: string
  readonly date: string
  readonly object: string
  readonly listOf: (item: string) => string
  readonly orNull: (type: string) => string
  readonly or: string
  readonly oneOf: (values: string) => string
  readonly lengthUpTo: (characters: number) => string
  readonly between: (from: number, to: number) => string
}

export type FieldRow = {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly description: string
}

export type OperationOutline = {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly access: string
  readonly parameters: readonly FieldRow[]
  /** Name of the schema of the body, or its fields where it has none. */
  readonly body: readonly FieldRow[] | string | undefined
  /** How large the body may be. */
  readonly bodyLimits: string | undefined
  readonly answers: readonly { status: string; type: string }[]
  readonly refusals: readonly string[]
}

export type GroupOutline = {
  readonly name: string
  readonly description: string
  readonly operations: readonly OperationOutline[]
}

export type SchemaOutline = { readonly name: string; readonly fields: readonly FieldRow[] }

/** Bounds that zod adds to every integer carry no information. */
const safeBounds: ReadonlySet<unknown> = new Set([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])

export function outlineGroups(document: ApiDocument, words: TypeWords): GroupOutline[] {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ tag: operation.tags[0], path, method, operation })),
  )
  return document.tags.map(({ name, description }) => ({
    name,
    description,
    operations: operations
      .filter(({ tag }) => tag === name)
      .map(({ path, method, operation }) => outlineOperation(path, method, operation, words)),
  }))
}

export function outlineSchemas(document: ApiDocument, words: TypeWords): SchemaOutline[] {
  return Object.entries(document.components.schemas)
    .map(([name, schema]) => ({ name, fields: fieldsOf(schema, words) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

function outlineOperation(path: string, method: string, operation: Operation, words: TypeWords): OperationOutline {
  const [body] = Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => schema)
  const responses = Object.entries(operation.responses)
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    summary: operation.summary,
    access: operation.description,
    parameters: (operation.parameters ?? []).map(parameter => parameterRow(parameter, words)),
    body: body && (nameOf(body) ?? fieldsOf(body, words)),
    bodyLimits: operation.requestBody?.description,
    answers: responses
      .filter(([status]) => status < '300')
      .map(([status, response]) => ({ status, type: answerType(response, words) })),
    refusals: responses.map(([status]) => status).filter(status => status >= '300'),
  }
}

function parameterRow({ name, schema, required, description = '' }: Parameter, words: TypeWords): FieldRow {
  return { name, type: typeOf(schema, words), isRequired: required, description }
}

function answerType(response: JsonSchema, words: TypeWords): string {
  const [content] = Object.values(child(response, 'content'))
  const schema = child(isSchema(content) ? content : {}, 'schema')
  const properties = child(schema, 'properties')
  const item = child(child(properties, 'results'), 'items')
  if (Object.keys(item).length > 0) {
    const names = Object.keys(properties).filter(name => name !== 'results')
    return `{ ${[...names, `results: ${words.listOf(typeOf(item, words))}`].join(', ')} }`
  }
  return Object.keys(schema).length === 0 ? '' : typeOf(schema, words)
}

function fieldsOf(schema: JsonSchema, words: TypeWords): FieldRow[] {
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(child(schema, 'properties')).map(([name, field]) => ({
    name,
    type: typeOf(isSchema(field) ? field : {}, words),
    isRequired: required.includes(name),
    description: isSchema(field) && typeof field.description === 'string' ? field.description : '',
  }))
}

/** The type of a field in words; a named schema by its name. */
function typeOf(schema: JsonSchema, words: TypeWords): string {
  const name = nameOf(schema)
  if (name !== undefined) return name
  const options = schema.anyOf ?? schema.oneOf
  if (Array.isArray(options)) return unionOf(options.filter(isSchema), words)
  if (Array.isArray(schema.enum)) return words.oneOf(schema.enum.map(value => `\`${String(value)}\``).join(', '))
  if ('const' in schema) return `\`${JSON.stringify(schema.const)}\``
  switch (schema.type) {
    case 'array':
      return words.listOf(typeOf(child(schema, 'items'), words))
    case 'object':
      return objectOf(schema, words)
    case 'boolean':
      return words.yesNo
    case 'integer':
      return `${words.wholeNumber}${boundsOf(schema, words)}`
    case 'number':
      return `${words.number}${boundsOf(schema, words)}`
    default:
      return textType(schema, words)
  }
}

function unionOf(options: JsonSchema[], words: TypeWords): string {
  const types = options.filter(({ type }) => type !== 'null').map(option => typeOf(option, words))
  const joined = [...new Set(types)].join(` ${words.or} `)
  return types.length < options.length ? words.orNull(joined) : joined
}

function objectOf(schema: JsonSchema, words: TypeWords): string {
  const names = Object.keys(child(schema, 'properties'))
  return names.length === 0 ? words.object : `{ ${names.join(', ')} }`
}

function textType(schema: JsonSchema, words: TypeWords): string {
  if (schema.format === 'date') return words.date
  if (schema.format === 'binary') return words.file
  return typeof schema.maxLength === 'number' ? `${words.text}, ${words.lengthUpTo(schema.maxLength)}` : words.text
}

function boundsOf({ minimum, maximum }: JsonSchema, words: TypeWords): string {
  if (typeof minimum !== 'number' || typeof maximum !== 'number') return ''
  return safeBounds.has(minimum) || safeBounds.has(maximum) ? '' : `, ${words.between(minimum, maximum)}`
}

function nameOf({ $ref }: JsonSchema): string | undefined {
  return typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : undefined
}

function child(schema: JsonSchema, key: string): JsonSchema {
  const value = schema[key]
  return isSchema(value) ? value : {}
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
