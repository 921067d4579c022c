import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { trustedTypePolicies } from '#server/http/answer/security-headers.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { readSite } from './site-files.ts'

const page = '<!doctype html><title>Portal</title>'
const script = 'console.log("Portal")'.repeat(50)

describe('the web app', () => {
  let portal: TestApp
  const folder = mkdtempSync(join(tmpdir(), 'portal-site-'))

  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'index.html'), page)
    writeFileSync(join(folder, 'index.html.br'), brotliCompressSync(page))
    writeFileSync(join(folder, 'assets/app-4f3a.js'), script)
    writeFileSync(join(folder, 'assets/app-4f3a.js.br'), brotliCompressSync(script))
    writeFileSync(join(folder, 'assets/font-1a2b.woff2'), 'font')
    writeFileSync(join(folder, 'robots.txt'), 'User-agent: *\n')
    writeFileSync(join(folder, 'build.json'), '{"release":"abc"}')
    writeFileSync(join(folder, 'csp.json'), JSON.stringify({ styleHashes: ["'sha256-xyz='"] }))
    writeFileSync(
      join(folder, 'pages.json'),
      JSON.stringify({ pages: ['/', '/login', '/power-master', '/customer-portal/ticket/$id'] }),
    )
    writeFileSync(join(folder, 'secret.key'), 'not for the web')
    const site = readSite(folder)
    if (site === undefined) throw new Error('The test made no site.')
    portal = await openTestApp('sqlite', { site, env: { LOADING_SCREEN_MS: '500' } })
  })
  afterAll(async () => {
    await portal.close()
    rmSync(folder, { recursive: true })
  })

  test.each(['/', '/login', '/login/', '/customer-portal/ticket/01970000-0000-7000-8000-000000000001'])(
    'is one page at %s, revalidated each time',
    async url => {
      const answer = await portal.app.inject(url)
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toBe(page)
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        vary: 'accept-encoding',
      })
    },
  )

  test.each(['/no-such-page', '/login/more', '/customer-portal/ticket/', '/customer-portal/ticket/a/b'])(
    'answers 404 as status for %s',
    async url => {
      const answer = await portal.app.inject(url)
      expect(answer.statusCode).toBe(404)
      expect(answer.body).toBe(page)
    },
  )

  test('hides a page that the business has switched off, and shows it again', async () => {
    const admin = await portal.client('admin')
    const show = async (isShown: boolean) => {
      const { powerMaster } = (await portal.app.inject('/api/backend/business-profile/')).json()
      const body = { powerMaster: { ...powerMaster, isShown } }
      expect((await admin.patch('/api/backend/business-profile/', body)).statusCode).toBe(200)
    }
    const status = async (url: string) => (await portal.app.inject(url)).statusCode
    expect(await status('/power-master')).toBe(200)
    await show(false)
    expect([await status('/power-master'), await status('/power-master/'), await status('/login')]).toEqual([
      404, 404, 200,
    ])
    await show(true)
    expect(await status('/power-master')).toBe(200)
  })

  test('runs its own scripts and its one style block only', async () => {
    const policy = String((await portal.app.inject('/')).headers['content-security-policy'])
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'sha256-xyz='",
        "connect-src 'self'",
        "base-uri 'none'",
        "object-src 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "worker-src 'self'",
        'trusted-types pdf-worker what-if-worker',
      ]),
    )
    expect(policy).not.toContain('unsafe')
    expect(policy).not.toContain('allow-duplicates')
  })

  test('allows trusted types only to the policies that the pages have', () => {
    const texts = globSync('web/**/*.{ts,tsx}').map(path => readFileSync(path, 'utf8'))
    const named = texts.flatMap(text => [...text.matchAll(/= createPolicy\(([^,]+),/g)].map(match => match[1]))
    expect(named.toSorted()).toEqual(trustedTypePolicies.map(name => `'${name}'`))
  })

  test.each(['/', '/api/docs/'])('isolates %s from other sites and devices', async url => {
    const { headers } = await portal.app.inject(url)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    })
  })

  test('sets the CSRF cookie with a page, and keeps a valid one', async () => {
    const browser = portal.visitor()
    const first = await browser.get('/')
    expect(first.cookies).toMatchObject([{ name: 'csrftoken', path: '/', sameSite: 'Lax' }])
    expect(first.cookies[0]).not.toHaveProperty('httpOnly')
    expect((await browser.get('/login')).cookies).toEqual([])
  })

  test('lets browsers keep hashed files permanently', async () => {
    const answer = await portal.app.inject('/assets/app-4f3a.js')
    expect(answer.body).toBe(script)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(answer.cookies).toEqual([])
  })

  test('is sent in the smallest encoding the browser accepts', async () => {
    const get = (encoding: string) =>
      portal.app.inject({ url: '/assets/app-4f3a.js', headers: { 'accept-encoding': encoding } })
    const brotli = await get('gzip, deflate, br')
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(script)
    const gzip = await get('gzip, deflate')
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(script)
    for (const none of ['identity', 'br;q=0, gzip;q=0']) {
      expect((await get(none)).headers['content-encoding']).toBeUndefined()
    }
    const font = await portal.app.inject({ url: '/assets/font-1a2b.woff2', headers: { 'accept-encoding': 'gzip, br' } })
    expect(font.headers['content-encoding']).toBeUndefined()
  })

  test('is not sent again to a browser that has it', async () => {
    const { headers } = await portal.app.inject('/robots.txt')
    const again = await portal.app.inject({ url: '/robots.txt', headers: { 'if-none-match': String(headers.etag) } })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
  })

  test.each([
    '/csp.json',
    '/secret.key',
    '/index.html',
    '/index.html.br',
    '/assets/app-0000.js',
    '/assets/../csp.json',
    '/%2e%2e/package.json',
    '/%252e%252e/package.json',
    '/..%2fpackage.json',
    '/assets/..%2f..%2fpackage.json',
    '/.git/config.yml',
    '/.env.local',
  ])('has no file %s', async url => {
    const answer = await portal.app.inject(url)
    expect(answer.json()).toMatchObject({ status: 404, code: 'not_found' })
  })

  test.each(['/assets', '/assets/'])('lists no files of the folder %s', async url => {
    const answer = await portal.app.inject(url)
    expect(answer.statusCode).toBe(404)
    expect(answer.body).not.toContain('app-4f3a')
  })

  test('can only be read', async () => {
    const answer = await portal.app.inject({ method: 'POST', url: '/login' })
    expect(answer.json()).toMatchObject({ status: 405 })
    expect(answer.headers.allow).toBe('GET, HEAD')
  })

  test('receives its API address and its release from the server', async () => {
    const answer = await portal.app.inject('/config.json')
    expect(answer.json()).toEqual({
      backendUrl: '/',
      loadingScreenMs: 500,
      sendsMail: false,
      callsProviders: true,
      updateCheckSeconds: 300,
      release: 'abc',
    })
    expect((await portal.app.inject('/build.json')).json()).toEqual({ release: 'abc' })
  })
})

test('a server without a built web app reports it on every page', async () => {
  const portal = await openTestApp('sqlite')
  const answer = await portal.app.inject('/login')
  expect(answer.statusCode).toBe(503)
  expect(answer.body).toContain('npm run build')
  await portal.close()
})

test('the pages hold the configuration; rings wait only where the loading screen has no minimum time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-site-'))
  mkdirSync(join(folder, 'without-script'))
  const head = '<head></head>'
  const [plain, late] = ['<div id="loading" role="status">', '<div id="loading" class="late" role="status">']
  writeFileSync(join(folder, 'index.html'), head + plain)
  writeFileSync(join(folder, 'index.html.br'), brotliCompressSync(head + plain))
  writeFileSync(join(folder, 'without-script/power-master.html'), `${head}${plain}<noscript></noscript>`)
  writeFileSync(join(folder, 'pages.json'), JSON.stringify({ pages: ['/', '/power-master'] }))
  const site = readSite(folder)
  if (site === undefined) throw new Error('The test made no site.')
  const headers = { 'accept-encoding': 'br' }
  const etags: unknown[] = []
  for (const [ms, rings] of [
    ['2000', plain],
    ['0', late],
  ] as const) {
    const portal = await openTestApp('sqlite', {
      site,
      env: { LOADING_SCREEN_MS: ms, BACKEND_URL: 'https://a.example' },
    })
    const page = await portal.app.inject('/')
    const [, config = ''] =
      /<script type="application\/json" id="config">(.*)<\/script>\n<\/head>/.exec(page.body) ?? []
    expect(JSON.parse(config)).toEqual((await portal.app.inject('/config.json')).json())
    expect(JSON.parse(config)).toMatchObject({ backendUrl: 'https://a.example', loadingScreenMs: Number(ms) })
    expect(page.body.endsWith(`</head>${rings}`)).toBe(true)
    expect((await portal.app.inject('/power-master')).body).toBe(`${page.body}<noscript></noscript>`)
    const packed = await portal.app.inject({ url: '/', headers })
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(page.body)
    etags.push(packed.headers.etag)
    await portal.close()
  }
  expect(new Set(etags).size).toBe(2)
  rmSync(folder, { recursive: true })
})

test('a folder without a page is no site', () => {
  expect(readSite(join(tmpdir(), 'portal-no-such-folder'))).toBeUndefined()
})
