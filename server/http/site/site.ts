/**
 * Everything browsers load besides the API: the web app's files, one page for all its addresses, and its configuration.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Runtime } from '#server/context.ts'
import { appPolicy, pageHeaders, solverWorkerPolicy } from '#server/http/answer/security-headers.ts'
import { ensureCsrfCookie } from '#server/http/request/csrf.ts'
import { type PageConfig, type Site, type SiteFile, withConfig } from './site-files.ts'

const oneYear = 'public, max-age=31536000, immutable'
/** Cached, but revalidated each time. */
const revalidated = 'no-cache'

/** Whether the business has switched off the page at this path. */
export type IsSwitchedOff = (db: Runtime['db'], path: string) => Promise<boolean>
type Refuse = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** `refuse` answers paths that are neither a file nor a page of the app; a page may be switched off. */
export function registerSite(
  app: FastifyInstance,
  runtime: Runtime,
  builtSite: Site | undefined,
  { refuse, isSwitchedOff }: { refuse: Refuse; isSwitchedOff: IsSwitchedOff },
): void {
  const pageConfig = pageConfigOf(runtime.config, builtSite?.release ?? '')
  const site = builtSite && withConfig(builtSite, pageConfig)
  const policy = appPolicy(runtime.config, site?.styleHashes ?? [])

  app.get('/config.json', (_request, reply) => reply.header('cache-control', revalidated).send(pageConfig))

  app.get('/*', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const file = site?.files.get(path)
    if (file && solverWorker.test(path)) reply.header('content-security-policy', solverWorkerPolicy)
    if (file) return sendFile(request, reply, file)
    if (!isForPage(path)) return refuse(request, reply)
    if (site === undefined) return reply.code(503).type('text/plain; charset=utf-8').send(notBuilt)
    ensureCsrfCookie(runtime, request, reply)
    reply.headers({ ...pageHeaders, 'content-security-policy': policy })
    // Search engines and link checkers read the status, people the page.
    if (!site.hasPage(path) || (await isSwitchedOff(runtime.db, path))) reply.code(404)
    const own = reply.statusCode === 404 ? undefined : site.ownPages.get(path.replace(/\/$/, ''))
    return sendFile(request, reply, own ?? site.page)
  })
}

function pageConfigOf(config: Runtime['config'], release: string): PageConfig {
  return {
    backendUrl: config.backendUrl ?? '/',
    loadingScreenMs: config.loadingScreenMs,
    sendsMail: config.smtpUrl !== null,
    callsProviders: !config.isDemo || config.outgoingAllow.length > 0,
    updateCheckSeconds: config.updateCheckSeconds,
    release,
  }
}

const solverWorker = /^\/assets\/what-if-worker-[\w-]+\.js$/

const notBuilt = 'Die Oberfläche ist noch nicht gebaut: npm run build\n'

/** Paths like files or of the API are not pages of the app. */
function isForPage(path: string): boolean {
  return !/^\/api(\/|$)/i.test(path) && !/\.[A-Za-z0-9]+$/.test(path)
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: SiteFile): FastifyReply {
  reply.headers({
    etag: file.etag,
    vary: 'accept-encoding',
    'cache-control': file.isImmutable ? oneYear : revalidated,
  })
  // 304 would imply that there is content.
  if (reply.statusCode === 200 && request.headers['if-none-match']?.includes(file.etag)) return reply.code(304).send()
  reply.header('content-type', file.type)
  const accepted = encodingsOf(request)
  const brotli = accepted.has('br') ? file.brotli() : undefined
  if (brotli) return reply.header('content-encoding', 'br').send(brotli)
  const gzip = accepted.has('gzip') ? file.gzip() : undefined
  if (gzip) return reply.header('content-encoding', 'gzip').send(gzip)
  return reply.send(file.plain)
}

/** Encodings the browser accepts; weight 0 means not accepted (RFC 9110, 12.5.3). */
function encodingsOf(request: FastifyRequest): ReadonlySet<string> {
  const header = request.headers['accept-encoding']
  const parts = (typeof header === 'string' ? header : '').split(',').map(part => part.trim().toLowerCase())
  return new Set(parts.filter(part => !/;\s*q=0(\.0*)?$/.test(part)).map(part => part.split(';')[0]?.trim() ?? ''))
}
