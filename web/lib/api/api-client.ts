/**
 * The only module that calls the API. A call is checked against the contract at compile time: path and body parameters,
 * the revision of conditional writes, and the type of the answer come from the endpoint.
 */
import type { Answer, BodyInput, Endpoint, Params, Query } from '#contract/endpoint.ts'
import { foreignRefusal, isProblem, isRefusal, NetworkError, ProblemError } from './api-error.ts'
import { unlessLeft } from './calls-during-logout.ts'

export type CallOptions<E extends Endpoint> = CommonOptions &
  (keyof Params<E> extends never ? { params?: never } : { params: Params<E> }) &
  (Query<E> extends undefined ? { query?: never } : { query?: QueryOptions<Query<E>> }) &
  (BodyInput<E> extends undefined ? { body?: never } : { body: BodyInput<E> }) &
  (E extends { conditional: true } ? { revision: number } : { revision?: never }) &
  (E extends { upload: true } ? UploadOptions : { file?: never; onProgress?: never })

type UploadOptions = {
  file: File
  /** Called with the uploaded share of the file, from 0 to 1. */
  onProgress?: (share: number) => void
}

/** The result of a download. */
export type ReceivedFile = { readonly name: string; readonly content: Blob }

type QueryOptions<Q> = { readonly [Name in keyof Q]?: Q[Name] | undefined }

type CommonOptions = {
  /** Makes repeated submits of one form count once; see `useIdempotencyKey`. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** Throws errors without showing a toast, except that of a CSRF token refused twice: only a new page helps then. */
  silent?: boolean
  /** Looks up the session: a refusal is an answer and does not redirect to the login page. */
  isSessionLookup?: boolean
  headers?: Readonly<Record<string, string>>
}

type OptionsWhereNeeded<E extends Endpoint> =
  Record<never, never> extends CallOptions<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>]

/** The application's handlers for failures that pages need not know about. */
export type ApiConnection = {
  /** `https://host` of the backend, or `/` for the same origin. */
  backendUrl: string
  showNetworkFailure: () => void
  /** Called on 401 and 403. True if the browser redirects to the login page. */
  requireLogin: (problem: ProblemError) => boolean
  /** Called when the server refuses the CSRF token a second time. */
  showCsrfFailure: () => void
  /** Called when the server requires the password. True if the user entered it: the call is repeated. */
  reauthenticate: () => Promise<boolean>
  /** True after a while without user activity: automatic calls then do not count as use of the session. */
  isUnattended: () => boolean
}

/** Failures before the application connected. */
const unreported: { isNetworkGone?: boolean; refusal?: ProblemError } = {}
let connection: ApiConnection = {
  backendUrl: '/',
  showNetworkFailure: () => {
    unreported.isNetworkGone = true
  },
  requireLogin: refusal => {
    unreported.refusal = refusal
    return true
  },
  showCsrfFailure: () => {},
  reauthenticate: async () => false,
  isUnattended: () => false,
}

/** Connecting reports earlier failures, the network's unless the page shows it already. */
export function connectApi(changes: Partial<ApiConnection>, { isNetworkFailureShown = false } = {}): void {
  connection = { ...connection, ...changes }
  const { isNetworkGone, refusal } = unreported
  if (changes.showNetworkFailure && isNetworkGone) {
    delete unreported.isNetworkGone
    if (!isNetworkFailureShown) changes.showNetworkFailure()
  }
  if (changes.requireLogin && refusal) {
    delete unreported.refusal
    changes.requireLogin(refusal)
  }
}

/**
 * Calls the endpoint and returns its answer. Throws `Required parameter X was null or undefined when calling Y` before
 * sending anything, `NetworkError` without a usable answer, `ProblemError` for every other failure. There is no
 * timeout; pass a `signal` to cancel.
 */
export async function call<const E extends Endpoint>(
  endpoint: E,
  ...[options]: OptionsWhereNeeded<E>
): Promise<E extends { download: true } ? ReceivedFile : Answer<E>> {
  const given: GivenOptions = options ?? {}
  const url = addressOf(endpoint, given.params) + queryString(given.query)
  if (endpoint.body) requireParameter(endpoint, 'body', given.body)
  if (endpoint.upload) requireParameter(endpoint, 'file', given.file)
  const response = await send(url, endpoint, given)
  // The server's answers match the contract: its serializer is compiled from the same schema.
  return (await readAnswer(endpoint, response, given)) as E extends { download: true } ? ReceivedFile : Answer<E>
}

/** The URL of an endpoint, for a download link. */
export function addressOf(endpoint: Endpoint, params?: Readonly<Record<string, unknown>>): string {
  return atBackend(filledPath(endpoint, params))
}

/** The URL of a path from an answer of the server. */
export function atBackend(path: string): string {
  return connection.backendUrl.replace(/\/$/, '') + path
}

type GivenOptions = CommonOptions & {
  params?: Readonly<Record<string, unknown>> | undefined
  query?: Readonly<Record<string, unknown>> | undefined
  body?: unknown
  revision?: number | undefined
  file?: File | undefined
  onProgress?: ((share: number) => void) | undefined
}

function filledPath(endpoint: Endpoint, params: GivenOptions['params'] = {}): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    requireParameter(endpoint, name, value)
    return encodeURIComponent(String(value))
  })
}

function requireParameter(endpoint: Endpoint, name: string, value: unknown): void {
  if (value !== null && value !== undefined) return
  throw new Error(`Required parameter ${name} was null or undefined when calling ${endpoint.method} ${endpoint.path}`)
}

function queryString(query: GivenOptions['query'] = {}): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`
}

async function send(url: string, endpoint: Endpoint, options: GivenOptions): Promise<Response> {
  const remedied = new Set<string>()
  for (;;) {
    await unlessLeft(endpoint)
    const response = await request(url, endpoint, options)
    if (response.ok) return response
    // It may have arrived after the logout that was sent after it.
    await unlessLeft(endpoint)
    const problem = await readProblem(response, options)
    if (remedied.has(problem.code) || !(await remedy(problem, options))) throw handled(problem, endpoint, options)
    remedied.add(problem.code)
  }
}

/** True if repeating the call may succeed now. */
async function remedy(problem: ProblemError, { silent = false, signal }: GivenOptions): Promise<boolean> {
  // The refusal set a fresh cookie: a tab left open overnight works again without a message.
  if (problem.code === 'csrf_failed') return true
  if (problem.code !== 'session.reauthentication_required' || silent) return false
  const isGiven = await connection.reauthenticate()
  signal?.throwIfAborted()
  // After closing the dialog the user knows why nothing happens.
  problem.isShown = !isGiven
  return isGiven
}

async function request(url: string, endpoint: Endpoint, options: GivenOptions): Promise<Response> {
  const headers = requestHeaders(options)
  try {
    if (options.file) return await upload(url, endpoint.method, headers, options.file, options)
    return await fetch(url, {
      method: endpoint.method,
      headers,
      credentials: 'include',
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      ...(options.signal ? { signal: options.signal } : {}),
    })
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw networkFailure(options, error)
  }
}

/** Few pages upload files: loaded with the first upload. */
async function upload(url: string, method: string, headers: Headers, file: File, options: GivenOptions) {
  const { sendFile } = await import('./send-file.ts')
  return sendFile(url, method, headers, file, options)
}

function requestHeaders({ body, revision, idempotencyKey, headers }: GivenOptions): Headers {
  const all = new Headers(headers)
  all.set('Accept', 'application/json')
  if (body !== undefined) all.set('Content-Type', 'application/json')
  if (revision !== undefined) all.set('If-Match', `"${revision}"`)
  if (connection.isUnattended()) all.set('X-Unattended', '1')
  if (idempotencyKey !== undefined) all.set('Idempotency-Key', idempotencyKey)
  const csrfToken = readCookie('csrftoken')
  if (csrfToken && !all.has('X-CSRFToken')) all.set('X-CSRFToken', csrfToken)
  return all
}

function readCookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find(candidate => candidate.startsWith(`${name}=`))
  return pair && decodeURIComponent(pair.slice(name.length + 1))
}

async function readAnswer(endpoint: Endpoint, response: Response, options: GivenOptions): Promise<unknown> {
  if (response.status === 204) return undefined
  try {
    if (!endpoint.download) return await response.json()
    const [, name = ''] = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('Content-Disposition') ?? '') ?? []
    return { name: decodeURIComponent(name), content: await response.blob() }
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw networkFailure(options, error)
  }
}

/**
 * An answer that is no problem document comes from a proxy. If that refuses, a login may help; otherwise the network
 * failed.
 */
async function readProblem(response: Response, options: GivenOptions): Promise<ProblemError> {
  const { status } = response
  const body = await response.json().catch(() => undefined)
  if (isProblem(body)) return new ProblemError({ ...body, status }, response.headers.get('Retry-After'))
  if (isRefusal(status)) return foreignRefusal(status)
  throw networkFailure(options, body, status)
}

function networkFailure(options: GivenOptions, cause: unknown, status?: number): NetworkError {
  if (!options.silent) connection.showNetworkFailure()
  return new NetworkError(cause, !options.silent, status)
}

const answeredInPlace: ReadonlySet<string> = new Set(['session.login_failed', 'session.reauthentication_required'])

function handled(problem: ProblemError, { method }: Endpoint, options: GivenOptions): ProblemError | NetworkError {
  if (problem.code === 'csrf_failed') {
    // Neither a login nor a retry would help.
    connection.showCsrfFailure()
    problem.isShown = true
  } else if (isRefusal(problem.status) && !answeredInPlace.has(problem.code) && !options.isSessionLookup) {
    problem.isShown = connection.requireLogin(problem)
    // On the login page a refusal is no missing login. A read was not triggered by the user, and the page shows what to
    // do.
    if (!problem.isShown && problem.title === '') {
      return networkFailure(method === 'GET' ? { ...options, silent: true } : options, problem, problem.status)
    }
  }
  return problem
}

/**
 * A JSON file of the site itself (`/config.json`, `/build.json`), which the browser always revalidates. Throws if it is
 * missing.
 */
export async function readSiteFile(path: `/${string}.json`): Promise<unknown> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return response.json()
}
