/**
 * The shape of an endpoint: the only place for method, path, access and schemas of a call. The server binds a handler
 * to it, the browser calls it, OpenAPI and the rule tests are derived from it.
 */
import * as z from 'zod/mini'
import type { BudgetName } from './budgets.ts'
import { pageSizeDefault, pageSizeMax } from './limits.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The least role that may call. `public` includes visitors; the scope decides which rows are visible. */
export type Access = 'public' | 'customer' | 'admin'

type Schema = z.ZodMiniType

/**
 * When a privileged or destructive call requires the own password or a code, entered in this session within
 * `freshAuthenticationMinutes` (403 `session.reauthentication_required`): always, for admins always, where one of the
 * named fields changes, for the named action of the body, or where the answer shows, or the call replaces, the named
 * value. With `inBody` the body contains the password itself, each time, or for a change of the named fields (422).
 * Decision 0048 gives the reasons.
 */
export type StepUp =
  | 'always'
  | 'ofAdmins'
  | 'inBody'
  | { readonly changes: readonly string[]; readonly inBody?: readonly string[] }
  | { readonly action: string }
  | { readonly shows: string }
  | { readonly replaces: string }

export type Endpoint = {
  readonly method: Method
  /** Always starts and ends with a slash; parameters in braces: `/api/backend/tickets/{id}/`. */
  readonly path: `/${string}/`
  readonly access: Access
  /** One English sentence for the API documentation. */
  readonly summary: string
  readonly query?: Schema
  readonly body?: Schema
  /** Maximum bytes of the body, where that is less than its schema admits (`body-limits.ts`). */
  readonly bodyBytes?: number
  /** The budget of its calls, where it is not the default of their kind (`budgets.ts`). */
  readonly budget?: BudgetName
  /** The body is a form with one part, the file (`multipart/form-data`, part `file`), instead of JSON. */
  readonly upload?: true
  readonly response: Schema
  /** The answer is a file to be saved, instead of JSON; its `response` is `empty`. */
  readonly download?: true
  /** The answer is a picture that never changes, to be shown; its `response` is `empty`. */
  readonly picture?: true
  /**
   * The answer stays open and reports events as they happen (`text/event-stream`); its `response` is the payload of
   * one.
   */
  readonly stream?: true
  /** Status of success; 200 by default. 204 has the `empty` response. */
  readonly status?: 200 | 201 | 202 | 204
  /** The write honours `If-Match` with the item's `revision` (412 when stale). */
  readonly conditional?: true
  /** Available while an admin views the portal as a customer, although it is not a read. */
  readonly duringImpersonation?: true
  /**
   * Called by mail programs, with a form and not from a page of ours: session and CSRF token are ignored, its
   * permission is signed in its path (RFC 8058).
   */
  readonly oneClick?: true
  /** Called by other programs: session and CSRF token are ignored, the secret in its path is the proof. */
  readonly fromPrograms?: true
  /** A program's batch of values: gzip is accepted, and an unreadable body is 422, like any wrong input. */
  readonly batch?: true
  /** A live session alone is not enough. */
  readonly stepUp?: StepUp
  /** For a deletion: why a live session is enough. */
  readonly withoutStepUp?: string
  /** The answer holds a secret that is shown once: it is not stored for a repeated request. */
  readonly isSecret?: true
}

export type EndpointTable = Readonly<Record<string, Endpoint>>

export function defineEndpoints<const T extends EndpointTable>(table: T): T {
  return table
}

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never

/** Values of the path parameters; `never` when the path has none. */
export type Params<E extends Endpoint> = { [Name in ParamNames<E['path']>]: string }
export type Query<E extends Endpoint> = E['query'] extends Schema ? z.output<E['query']> : undefined
export type Body<E extends Endpoint> = E['body'] extends Schema ? z.output<E['body']> : undefined
export type BodyInput<E extends Endpoint> = E['body'] extends Schema ? z.input<E['body']> : undefined
export type Answer<E extends Endpoint> = z.output<E['response']>

/** The answer of a call that returns nothing (204). */
export const empty = z.undefined()

/** A page of a list: `count` is the number of rows over all pages. */
export function page<T extends Schema>(item: T) {
  return z.object({ count: z.int(), results: z.array(item) })
}

/** A whole number in an address: in digits, neither empty nor in another notation, such as `0x10` or `1e2`. */
export function queryNumber(...checks: z.core.CheckFn<number>[] | z.core.$ZodCheck<number>[]) {
  return z.pipe(z.transform(numberOfDigits), z.number().check(z.int('number.invalid'), ...checks))
}

function numberOfDigits(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value
}

/** The query parameters every list takes; a list adds its own filters with `z.extend`. */
export const pageQuery = z.strictObject({
  page: z._default(queryNumber(z.minimum(1, 'page.invalid')), 1),
  page_size: z._default(
    queryNumber(z.minimum(1, 'page_size.invalid'), z.maximum(pageSizeMax, 'page_size.invalid')),
    pageSizeDefault,
  ),
})

/** Path parameter names of an endpoint, in order. */
export function paramNames(endpoint: Endpoint): string[] {
  return [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(match => match[1] ?? '')
}

/** The caller's permission is in the path itself; a session makes no difference there. */
export function provesItself(endpoint: Endpoint): boolean {
  return endpoint.oneClick === true || endpoint.fromPrograms === true
}

export function isWrite(endpoint: Endpoint): boolean {
  return endpoint.method !== 'GET'
}
