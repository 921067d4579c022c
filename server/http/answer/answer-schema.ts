/** The serializer of an answer, compiled from its schema: undeclared fields are not sent. */
import compile from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import * as z from 'zod/mini'

type Json = { [key: string]: unknown }

type Serialize = (data: unknown) => string

/** Of the whole process: its tests open hundreds of apps with the same endpoints. */
const serializers = new WeakMap<z.ZodMiniType, Serialize>()

/** Compiles a serializer with the first answer: those of all endpoints would take a quarter of the start. */
export const serializerCompiler: FastifySerializerCompiler<z.ZodMiniType> = ({ schema }) => {
  let serialize: Serialize | undefined
  return data => {
    serialize ??= serializerOf(schema)
    return serialize(data)
  }
}

function serializerOf(schema: z.ZodMiniType): Serialize {
  const known = serializers.get(schema)
  if (known) return known
  const made = compile(answerSchema(schema))
  serializers.set(schema, made)
  return made
}

/** The part of a schema that a serializer needs: types, properties, required ones, nullable ones. */
export function answerSchema(schema: z.ZodMiniType): Json {
  return reduce(z.toJSONSchema(schema, { target: 'draft-7', io: 'output', unrepresentable: 'any' }))
}

function reduce(schema: unknown): Json {
  if (!isJson(schema)) return {}
  const options = schema.anyOf ?? schema.oneOf
  if (Array.isArray(options)) return reduceUnion(options.map(reduce))
  if (schema.type === 'array') return { type: 'array', items: reduce(schema.items) }
  if (schema.type === 'object') return reduceObject(schema)
  const type = schema.type ?? typeOfValues(schema)
  return type === undefined ? {} : { type }
}

function reduceObject(schema: Json): Json {
  const properties = isJson(schema.properties) ? schema.properties : {}
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, reduce(value)])),
    ...(Array.isArray(schema.required) && { required: schema.required }),
    additionalProperties: isJson(schema.additionalProperties) ? reduce(schema.additionalProperties) : false,
  }
}

/**
 * `X or null` is a nullable X, and kinds of text are one text: the serializer would try unions one by one at run time.
 */
function reduceUnion(options: Json[]): Json {
  const kinds = options.filter(option => option.type !== 'null')
  const [first, ...others] = kinds
  if (first === undefined) return { type: 'null' }
  const isPlain = typeof first.type === 'string' && !['object', 'array'].includes(first.type)
  const isOne = others.length === 0 || (isPlain && others.every(option => option.type === first.type))
  if (!isOne) return kinds.every(option => option.type === 'object') ? mergeObjects(options) : { anyOf: options }
  return kinds.length < options.length ? { ...first, nullable: true } : first
}

/** Objects of several kinds as one with the fields of all; those that all have are required. */
function mergeObjects(options: Json[]): Json {
  const kinds = options.filter(option => option.type !== 'null')
  const names = kinds.map(kind => (Array.isArray(kind.required) ? kind.required : []))
  return {
    type: 'object',
    properties: Object.assign({}, ...kinds.map(kind => kind.properties)),
    required: names.reduce((shared, other) => shared.filter(name => other.includes(name))),
    additionalProperties: false,
    ...(kinds.length < options.length && { nullable: true }),
  }
}

function typeOfValues(schema: Json): string | undefined {
  const values = Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : []
  const types = new Set(values.map(value => (value === null ? 'null' : typeof value)))
  const [type] = types
  return types.size === 1 ? type : undefined
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
