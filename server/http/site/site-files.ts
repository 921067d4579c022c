/** The built web app, read once at startup: a closed list of files, so no path can lead anywhere else. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

export type SiteFile = {
  readonly type: string
  readonly etag: string
  /** Its name changes with its content: browsers cache it permanently. */
  readonly isImmutable: boolean
  readonly plain: Buffer
  brotli(): Buffer | undefined
  /** Compressed on first request; undefined where it would save nothing. */
  gzip(): Buffer | undefined
}

/** Read by the application before anything else, in its page and as `/config.json`. */
export type PageConfig = { readonly loadingScreenMs: number; readonly [name: string]: string | number | boolean }

export type Site = {
  /** By path, `/assets/x.js`. */
  readonly files: ReadonlyMap<string, SiteFile>
  /** Sent for every page of the app without one of its own. */
  readonly page: SiteFile
  /** By path: pages with content without JavaScript. */
  readonly ownPages: ReadonlyMap<string, SiteFile>
  readonly release: string
  readonly styleHashes: readonly string[]
  /** Whether the app has a page at this path; otherwise it shows its 404. */
  hasPage(path: string): boolean
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
}
const packedTypes = /^(text\/|application\/|image\/svg)/

/** For the server only. */
const unserved: ReadonlySet<string> = new Set(['/csp.json', '/pages.json'])

/** Reads a build; undefined when there is none. */
export function readSite(folder: string): Site | undefined {
  if (!existsSync(join(folder, 'index.html'))) return undefined
  const files = new Map<string, SiteFile>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = types[extname(entry.name)]
    if (!entry.isFile() || type === undefined) continue
    const file = join(entry.parentPath, entry.name)
    files.set(`/${relative(folder, file).split(sep).join('/')}`, readSiteFile(file, type))
  }
  const page = files.get('/index.html')
  if (page === undefined) return undefined
  const release = textOf(jsonOf(files.get('/build.json')), 'release')
  const styleHashes = textsOf(jsonOf(files.get('/csp.json')), 'styleHashes')
  const pages = textsOf(jsonOf(files.get('/pages.json')), 'pages').map(patternOf)
  const ownPages = new Map(
    [...files].flatMap(([path, file]) => {
      const [, name] = /^\/without-script(\/.+)\.html$/.exec(path) ?? []
      return name === undefined ? [] : [[name, file] as const]
    }),
  )
  for (const path of files.keys()) if (path.endsWith('.html') || unserved.has(path)) files.delete(path)
  return { files, page, ownPages, release, styleHashes, hasPage: path => pages.some(pattern => pattern.test(path)) }
}

/** The same site with the application's configuration in its pages, which saves the application a request. */
export function withConfig(site: Site, config: PageConfig): Site {
  const ownPages = new Map([...site.ownPages].map(([path, file]) => [path, configured(file, config)]))
  return { ...site, page: configured(site.page, config), ownPages }
}

/**
 * Without a minimum time for the loading screen, its rings appear only when loading takes a while: laying out a
 * thousand digits takes as long as evaluating the application, and nobody should wait for rings they do not see.
 */
function configured(page: SiteFile, config: PageConfig): SiteFile {
  const data = `<script type="application/json" id="config">${JSON.stringify(config).replaceAll('<', '\\u003c')}</script>`
  const html = page.plain.toString().replace('</head>', () => `${data}\n</head>`)
  const isLate = config.loadingScreenMs === 0
  const plain = Buffer.from(isLate ? html.replace('<div id="loading"', '<div id="loading" class="late"') : html)
  let brotli: Buffer | undefined
  return siteFile(plain, {
    ...page,
    brotli() {
      brotli ??= brotliCompressSync(plain)
      return brotli
    },
  })
}

/** `/customer-portal/ticket/$id` as the router reads it: a parameter is one segment, a trailing slash is ignored. */
function patternOf(path: string): RegExp {
  const parts = path.split('/').filter(part => part !== '')
  return new RegExp(
    `^/${parts.map(part => (part.startsWith('$') ? '[^/]+' : part.replace(/[^\w-]/g, '\\$&'))).join('/')}/?$`,
  )
}

function readSiteFile(file: string, type: string): SiteFile {
  const twin = `${file}.br`
  const brotli = existsSync(twin) ? readFileSync(twin) : undefined
  return siteFile(readFileSync(file), {
    type,
    isImmutable: /\/assets\//.test(file.split(sep).join('/')),
    brotli: () => brotli,
  })
}

function siteFile(
  plain: Buffer,
  { type, isImmutable, brotli }: Pick<SiteFile, 'type' | 'isImmutable' | 'brotli'>,
): SiteFile {
  let gzip: Buffer | undefined
  return {
    type,
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    isImmutable,
    plain,
    brotli,
    gzip() {
      if (!packedTypes.test(type)) return undefined
      gzip ??= gzipSync(plain)
      return gzip
    },
  }
}

function jsonOf(file: SiteFile | undefined): object {
  const parsed: unknown = file === undefined ? {} : JSON.parse(file.plain.toString())
  return typeof parsed === 'object' && parsed !== null ? parsed : {}
}

function textOf(json: object, name: string): string {
  const value: unknown = Reflect.get(json, name)
  return typeof value === 'string' ? value : ''
}

function textsOf(json: object, name: string): string[] {
  const value: unknown = Reflect.get(json, name)
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
}
