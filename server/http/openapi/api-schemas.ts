/** The schemas of the contract as JSON Schema, those with a name once under `components`. */
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import * as accounts from '#contract/accounts.ts'
import * as applicationServices from '#contract/application-services.ts'
import * as settings from '#contract/business-profile.ts'
import * as contact from '#contract/contact.ts'
import * as customerLinks from '#contract/customer-links.ts'
import * as customers from '#contract/customers.ts'
import * as deviceServices from '#contract/device-services.ts'
import * as faq from '#contract/faq.ts'
import * as files from '#contract/files.ts'
import * as operations from '#contract/operations.ts'
import * as requests from '#contract/requests.ts'
import * as serviceCollections from '#contract/service-collections.ts'
import * as serviceCredentials from '#contract/service-credentials.ts'
import * as serviceFields from '#contract/service-fields.ts'
import * as services from '#contract/services.ts'
import * as tickets from '#contract/tickets.ts'
import * as websiteServices from '#contract/website-services.ts'

export type JsonSchema = { [key: string]: unknown }

type Direction = 'input' | 'output'

export type SchemaCollection = {
  /** The schema, with references to named ones. */
  describe(schema: z.ZodMiniType, direction: Direction): JsonSchema
  /** All named schemas described so far. */
  readonly components: Readonly<Record<string, JsonSchema>>
}

const folder = '#/components/schemas/'

/** Object schemas exported by a part of the contract get the name of the export; queries become parameters. */
const named = z.registry<{ id: string }>()
for (const part of [
  accounts,
  applicationServices,
  contact,
  customerLinks,
  customers,
  deviceServices,
  faq,
  files,
  operations,
  requests,
  serviceCollections,
  serviceCredentials,
  serviceFields,
  services,
  settings,
  tickets,
  websiteServices,
]) {
  for (const [name, value] of Object.entries(part)) {
    if (value instanceof z.ZodMiniObject && !name.endsWith('Query') && !named.has(value)) {
      named.add(value, { id: name.charAt(0).toUpperCase() + name.slice(1) })
    }
  }
}

export function collectSchemas(): SchemaCollection {
  const components: Record<string, JsonSchema> = {}

  return {
    components,
    describe(schema, direction) {
      const { $defs, ...described } = z.toJSONSchema(schema, {
        target: 'draft-2020-12',
        io: direction,
        unrepresentable: 'any',
        metadata: named,
      })
      const definitions = Object.entries($defs ?? {}).map(([name, definition]) => [name, tidy(definition)] as const)
      const renamed = new Map(definitions.map(([name, json]) => [name, freeName(components, name, json)]))
      for (const [name, json] of definitions) components[renamed.get(name) ?? name] = pointed(json, renamed)
      return pointed(tidy(described), renamed)
    },
  }
}

/** The input can differ from the output: then it is a schema of its own. */
function freeName(components: Record<string, JsonSchema>, name: string, json: JsonSchema): string {
  const known = components[name]
  return known === undefined || isDeepStrictEqual(pointed(json, new Map()), known) ? name : `${name}Request`
}

/** Without keywords that do not help a reader, and without the ids that zod leaves behind. */
function tidy(schema: unknown): JsonSchema {
  const walked = walk(schema, (key, value) => (key === '$schema' || key === 'id' ? [] : [[key, value]]))
  return isSchema(walked) ? walked : {}
}

function pointed(schema: JsonSchema, renamed: ReadonlyMap<string, string>): JsonSchema {
  const walked = walk(schema, (key, value) => {
    if (key !== '$ref' || typeof value !== 'string') return [[key, value]]
    const name = value.slice(value.lastIndexOf('/') + 1)
    return [[key, `${folder}${renamed.get(name) ?? name}`]]
  })
  return isSchema(walked) ? walked : {}
}

/** Rebuilds a schema; `change` sees the keywords of schemas, not the names of their properties. */
function walk(value: unknown, change: (key: string, value: unknown) => [string, unknown][], isNames = false): unknown {
  if (Array.isArray(value)) return value.map(item => walk(item, change))
  if (!isSchema(value)) return value
  const entries = Object.entries(value).flatMap(entry => (isNames ? [entry] : change(...entry)))
  return Object.fromEntries(entries.map(([key, inner]) => [key, walk(inner, change, !isNames && key === 'properties')]))
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
