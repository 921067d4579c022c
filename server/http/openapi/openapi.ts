/** OpenAPI 3.1, generated from the endpoint tables of the contract without manual duplicates. */
import { accounts } from '#contract/accounts.ts'
import { deviceCalls } from '#contract/api.ts'
import { bodyLimitsOf } from '#contract/body-limits.ts'
import { type Endpoint, paramNames, provesItself, type StepUp } from '#contract/endpoint.ts'
import { fileMediaTypes } from '#contract/files.ts'
import { freshAuthenticationMinutes } from '#contract/limits.ts'
import { logoMediaTypes } from '#contract/logo.ts'
import { collectSchemas, type JsonSchema, type SchemaCollection } from './api-schemas.ts'
import { describeDeviceCall } from './device-operations.ts'
import { problemResponse, problemSchema } from './problem-schema.ts'

export type NamedEndpoint = { readonly name: string; readonly endpoint: Endpoint }

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
}

export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters?: Parameter[]
  requestBody?: { description?: string; required: boolean; content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, JsonSchema>
  security: Record<string, string[]>[]
}

export type ApiDocument = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string; license: { name: string; url: string } }
  servers: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, JsonSchema>
    headers: Record<string, JsonSchema>
    securitySchemes: Record<string, JsonSchema>
  }
}

const apiVersion = '1'

const tagDescriptions: Readonly<Record<string, string>> = {
  accounts: 'Sessions, passwords, invitations, impersonation and the first set-up.',
  impersonations: 'Impersonations by admins, and their duration.',
  users: 'People with a login.',
  customers: 'Customers, who are billed.',
  customerLinks: 'A customer’s own bookmarks, in their own order.',
  tickets: 'Work for a customer, with its sums.',
  billing: 'Unbilled work, and the drafts created from it.',
  billingRuns: 'The work of a month becomes one draft per customer, and the ready drafts are issued together.',
  invoices: 'Invoices: drafts, issued, paid.',
  ticketEntries: 'The single pieces of work of a ticket.',
  timers: 'Measured work that is still running.',
  services: 'Devices, websites and applications of customers, all kinds in one.',
  deviceServices: 'Devices.',
  websiteServices: 'Websites, checked by the server every ten minutes, and their history.',
  applicationServices: 'Applications, which report that they are alive.',
  heartbeats: 'Heartbeats: an application reports that it is alive.',
  serviceCollections: 'Services that belong together.',
  serviceCredentials: 'Accounts on devices and websites.',
  contact: 'The contact form.',
  messages: 'Messages of the contact form, and the answers.',
  faq: 'Frequent questions.',
  adminFaq: 'Writing the frequent questions.',
  files: 'Uploads; files are read at the row they belong to.',
  settings: 'The business profile.',
  requests: 'Requests of customers, before they become tickets.',
  statistics: 'Work and revenue over time.',
  search: 'One search over everything in scope.',
  outbox: 'Outgoing mails.',
  backups: 'Copies of the whole database.',
  failedJobs: 'Background jobs that were given up.',
  auditLog: 'The audit log.',
  newsletters: 'Newsletters, and their sending.',
  ownSettings: 'The own settings, and the links that confirm them.',
  events: 'Live changes by others.',
  devices: 'Calls of routers, in their own protocol: text, no trailing slash, unknown parameters are ignored.',
  dnsDomains: 'Zones of customers at DNS providers.',
  dnsEndpoints: 'Logins of routers.',
  dnsHostnames: 'Records that the portal keeps right.',
  unsubscriptions: 'Unsubscribing, with the link in each mail.',
}

export function createApiDocument(endpoints: readonly NamedEndpoint[]): ApiDocument {
  const schemas = collectSchemas()
  const paths: ApiDocument['paths'] = {}
  for (const named of endpoints) {
    const { path, method } = named.endpoint
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(schemas, named) }
  }
  for (const [name, call] of Object.entries(deviceCalls)) paths[call.path] = describeDeviceCall(name, call)
  const groups = [...new Set(endpoints.map(({ name }) => groupOf(name))), 'devices']
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kundenportal',
      version: apiVersion,
      description:
        'JSON over HTTPS. Money is EUR with two decimals, work is hours with two decimals, instants are ISO 8601 in UTC, dates are calendar dates in Europe/Berlin. Errors are problem documents (RFC 9457) with a closed list of codes. Every path ends with a slash, except those of devices.',
      license: { name: 'All rights reserved', url: '/impressum' },
    },
    servers: [{ url: '/', description: 'This portal' }],
    tags: groups.map(name => ({ name, description: tagDescriptions[name] ?? name })),
    paths,
    components: {
      schemas: { Problem: problemSchema, ...schemas.components },
      responses: { Problem: problemResponse },
      headers: { ETag: { description: 'The revision of the item, for If-Match.', schema: { type: 'string' } } },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'sid', description: '`__Host-sid` over https.' },
        device: { type: 'http', scheme: 'basic', description: 'The login of an endpoint, made in the portal.' },
        csrf: { type: 'apiKey', in: 'header', name: 'X-CSRFToken', description: 'The value of the cookie csrftoken.' },
      },
    },
  }
}

function describeOperation(schemas: SchemaCollection, { name, endpoint }: NamedEndpoint): Operation {
  const parameters = [...pathParameters(endpoint), ...queryParameters(schemas, endpoint), ...headerParameters(endpoint)]
  return {
    operationId: name.replace('.', '_'),
    tags: [groupOf(name)],
    summary: endpoint.summary,
    description: accessSentence(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...requestBody(schemas, endpoint),
    responses: { ...success(schemas, endpoint), ...failures(endpoint) },
    security: securityOf(endpoint),
  }
}

function requestBody(schemas: SchemaCollection, endpoint: Endpoint): Pick<Operation, 'requestBody'> {
  const { body, upload } = endpoint
  if (upload) return { requestBody: { required: true, content: { 'multipart/form-data': { schema: uploadForm } } } }
  if (body === undefined) return {}
  const { bytes, depth, fields } = bodyLimitsOf(endpoint)
  return {
    requestBody: {
      description: `At most ${bytes} bytes, ${fields} fields, ${depth} levels.`,
      required: true,
      content: { 'application/json': { schema: schemas.describe(body, 'input') } },
    },
  }
}

function accessSentence(endpoint: Endpoint): string {
  const { access, method, duringImpersonation, stepUp } = endpoint
  if (provesItself(endpoint)) return 'Every program that knows the path: no session and no CSRF token.'
  const who = { public: 'Everybody.', customer: 'Customers and admins.', admin: 'Admins.' }[access]
  return [
    who,
    ...(method !== 'GET' && duringImpersonation ? ['Also while an admin impersonates a customer.'] : []),
    ...(stepUp ? [stepUpSentence(stepUp, method === 'POST' ? 'set' : 'change')] : []),
  ].join(' ')
}

function stepUpSentence(stepUp: StepUp, verb: 'set' | 'change'): string {
  if (stepUp === 'inBody') return 'Takes the own password in its body.'
  const fresh = `Needs the own password or a code, given within ${freshAuthenticationMinutes} minutes`
  if (stepUp === 'always') return `${fresh}.`
  if (stepUp === 'ofAdmins') return `${fresh}, from admins.`
  if ('action' in stepUp) return `${fresh}, for the action \`${stepUp.action}\`.`
  if ('shows' in stepUp) return `${fresh}, where the answer shows ${stepUp.shows}.`
  if ('replaces' in stepUp) return `${fresh}, where there is ${stepUp.replaces} already.`
  const { changes, inBody = [] } = stepUp
  const withPassword = inBody.length > 0 ? ` Takes the own password in its body to change ${fieldList(inBody)}.` : ''
  return `${fresh}, to ${verb} ${fieldList(changes)}.${withPassword}`
}

function fieldList(names: readonly string[]): string {
  return names.map(name => `\`${name}\``).join(', ')
}

function securityOf(endpoint: Endpoint): Record<string, string[]>[] {
  const { access, method } = endpoint
  if (provesItself(endpoint)) return []
  const needed = { ...(access !== 'public' && { session: [] }), ...(method !== 'GET' && { csrf: [] }) }
  return Object.keys(needed).length === 0 ? [] : [needed]
}

function pathParameters(endpoint: Endpoint): Parameter[] {
  return paramNames(endpoint).map(name => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'id' || name.endsWith('Id') ? { type: 'string', format: 'uuid' } : { type: 'string' },
  }))
}

function queryParameters(schemas: SchemaCollection, { query }: Endpoint): Parameter[] {
  if (query === undefined) return []
  const { properties = {}, required = [] } = schemas.describe(query, 'input') as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    // Numbers arrive as text and are read as numbers.
    schema: Object.keys(schema).some(key => key === 'type' || key === 'enum' || key === '$ref')
      ? schema
      : { type: 'integer', minimum: 1, ...schema },
  }))
}

function headerParameters({ method, access, conditional, stream }: Endpoint): Parameter[] {
  const schema = { type: 'string' }
  return [
    ...(conditional
      ? [{ name: 'If-Match', in: 'header' as const, required: false, description: 'The ETag last seen.', schema }]
      : []),
    ...(stream
      ? [
          {
            name: 'Last-Event-ID',
            in: 'header' as const,
            required: false,
            description: 'The id of the last received event.',
            schema: { ...schema, maxLength: 100 },
          },
        ]
      : []),
    ...(method === 'POST' && access !== 'public'
      ? [
          {
            name: 'Idempotency-Key',
            in: 'header' as const,
            required: false,
            description: 'A repeated request with the same key gets the answer of the first one, for 24 hours.',
            schema: { ...schema, maxLength: 255 },
          },
        ]
      : []),
  ]
}

/** Bytes in OpenAPI 3.1: the media type alone, here that of each part. */
const fileSchema: JsonSchema = { type: 'string', format: 'binary' }
const uploadForm: JsonSchema = { type: 'object', properties: { file: fileSchema }, required: ['file'] }

function success(
  schemas: SchemaCollection,
  { status = 200, response, conditional, download, picture, stream }: Endpoint,
) {
  if (status === 204) return { '204': { description: 'Done.' } }
  if (download) {
    const content = Object.fromEntries(fileMediaTypes.map(type => [type, { schema: fileSchema }]))
    return { [String(status)]: { description: 'The file, to be saved.', content } }
  }
  if (picture) {
    const content = Object.fromEntries(logoMediaTypes.map(type => [type, { schema: fileSchema }]))
    return { [String(status)]: { description: 'The picture.', content } }
  }
  if (stream) {
    const content = { 'text/event-stream': { schema: schemas.describe(response, 'output') } }
    return { [String(status)]: { description: 'Events; the data of each is this, as JSON.', content } }
  }
  return {
    [String(status)]: {
      description: status === 201 ? 'Created.' : 'The answer.',
      ...(conditional && { headers: { ETag: { $ref: '#/components/headers/ETag' } } }),
      content: { 'application/json': { schema: schemas.describe(response, 'output') } },
    },
  }
}

/** The statuses an endpoint can refuse with, depending on its input. */
function failures(endpoint: Endpoint) {
  const { access, method, path, body, upload, download, conditional, stepUp } = endpoint
  const isWrite = method !== 'GET'
  // 405 belongs to methods that are not listed, so to no operation.
  const statuses = [
    ...(isWrite ? [400] : []),
    ...(access === 'public' && path !== accounts.login.path ? [] : [401]),
    ...((access === 'admin' || isWrite || stepUp) && !provesItself(endpoint) ? [403] : []),
    ...(path.includes('{') ? [404] : []),
    408,
    ...(isWrite || download ? [409] : []),
    ...(conditional ? [412] : []),
    ...(isWrite ? [413] : []),
    ...(body || upload ? [415] : []),
    // Unknown parameters are refused as well.
    422,
    429,
    500,
    503,
  ]
  return Object.fromEntries(statuses.map(status => [String(status), { $ref: '#/components/responses/Problem' }]))
}

function groupOf(name: string): string {
  return name.split('.')[0] ?? name
}
