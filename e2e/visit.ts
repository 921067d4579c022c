/** A browser window on the portal that records forbidden events: console errors, uncaught errors, requests to other hosts. */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { expect, patienceMs } from './expect.ts'
import { anyOf } from './list-places.ts'
import { demoPassword, noteCookies, noteSecrets } from './secrets.ts'
import type { Portal } from './started-portal.ts'
import { noteTraffic } from './wait-until-loaded.ts'

export type Visit = {
  page: Page
  context: BrowserContext
  /** Forbidden events so far. */
  faults: readonly string[]
  /** Fails if the console, the page or the network had a forbidden event; then closes the window. */
  end(): Promise<void>
}

export type VisitOptions = {
  width?: number
  scheme?: 'light' | 'dark'
  /** Console messages, with their address, that a journey provokes on purpose, such as the browser's line about a 401. */
  expected?: RegExp[]
  storageState?: Awaited<ReturnType<BrowserContext['storageState']>>
  /** A demo user to log in. */
  as?: string
  /** A browser without JavaScript. */
  isScriptless?: boolean
  /** Disables live updates: the page stays as it was loaded. */
  isUntold?: boolean
}

export const phoneWidth = 390
export const deskWidth = 1280

export async function visit(browser: Browser, portal: Portal, options: VisitOptions = {}): Promise<Visit> {
  const width = options.width ?? deskWidth
  const context = await browser.newContext({
    baseURL: portal.origin,
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    viewport: { width, height: width < 600 ? 844 : 900 },
    colorScheme: options.scheme ?? 'light',
    reducedMotion: 'reduce',
    javaScriptEnabled: options.isScriptless !== true,
    ...(options.storageState === undefined ? {} : { storageState: options.storageState }),
  })
  context.setDefaultTimeout(patienceMs)
  const noted = noteSecrets(context, portal.secrets)
  if (options.as !== undefined) await enter(context, options.as)
  if (options.isUntold) await context.route('**/api/events/**', route => route.abort())
  context.on('page', noteTraffic)
  const page = await context.newPage()
  const faults: string[] = []
  const expected = [
    ...(options.expected ?? []),
    ...(options.isUntold ? [/ERR_FAILED.*\/api\/events\//] : []),
    // The server asks a stream that starts while the session gets a new token to retry after a second; the page does.
    /503.*\/api\/events\//,
  ]
  const isExpected = (text: string) => expected.some(pattern => pattern.test(text))
  page.on('console', message => {
    const text = `${message.text()} ${message.location().url}`
    if (message.type() === 'error' && !isExpected(text)) faults.push(`console: ${text}`)
  })
  page.on('pageerror', error => faults.push(`thrown: ${error.message}`))
  page.on('request', request => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== portal.origin) faults.push(`foreign request: ${request.url()}`)
  })
  return {
    page,
    context,
    faults,
    end: async () => {
      await noteCookies(context, portal.secrets)
      await noted()
      await context.close()
      // Without secrets the check would prove nothing: a logged-in user has a session.
      if (options.as !== undefined) expect(portal.secrets.size, 'secrets that were noted').toBeGreaterThan(0)
      expect(faults, `faults of the page: ${faults.join('; ')}`).toEqual([])
    },
  }
}

/** Loads a path and waits for its heading. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  // The settings also show the heading of another page.
  await expect(anyOf(page.locator('h1'))).toBeVisible()
}

/** Through the API, which is faster than the form. */
async function enter(context: BrowserContext, username: string): Promise<void> {
  await context.request.get('/api/auth/session/')
  const token = (await context.cookies()).find(({ name }) => name === 'csrftoken')?.value ?? ''
  const answer = await context.request.post('/api/auth/login/', {
    data: { username, password: demoPassword },
    headers: { 'X-CSRFToken': decodeURIComponent(token) },
  })
  expect(answer.status()).toBe(200)
}

/** Through the form; ends on the portal's home. */
export async function logIn(page: Page, username: string, password = demoPassword): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Benutzername').fill(username)
  await page.getByLabel('Passwort', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await page.waitForURL(url => url.pathname.endsWith('-portal/home'))
}

/**
 * Presses the retry button, and lets the calls pass from then on. Earlier, a change elsewhere could make the page load
 * again on its own, and the button would disappear.
 */
export async function pressRetry(page: Page, calls: string | RegExp, area: Page | Locator = page): Promise<void> {
  await page.evaluate(() => {
    const note = () => document.documentElement.setAttribute('data-pressed', '')
    addEventListener('click', note, { capture: true, once: true })
  })
  let isOver = false
  const isPressed = () => page.evaluate(() => document.documentElement.hasAttribute('data-pressed'))
  await page.route(calls, async route => (isOver || (await isPressed()) ? route.continue() : route.fallback()))
  await area.getByRole('button', { name: 'Erneut versuchen' }).click()
  isOver = true
}

/** The browser loses its cookies. It leaves the page first, whose calls under way would meet half of them. */
export async function loseCookies(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.context().clearCookies()
}

/** Bypasses the form, with the current session. */
export async function send(page: Page, path: string, data: object): Promise<void> {
  const answer = await page.request.post(path, { data, headers: await csrfHeader(page) })
  expect(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`).toBe(true)
}

/** As `send`. */
export async function remove(page: Page, path: string): Promise<void> {
  const answer = await page.request.delete(path, { headers: await csrfHeader(page) })
  expect(answer.ok(), `${path}: ${answer.status()}`).toBe(true)
}

async function csrfHeader(page: Page): Promise<{ 'X-CSRFToken': string }> {
  const token = (await page.context().cookies()).find(({ name }) => name === 'csrftoken')?.value ?? ''
  return { 'X-CSRFToken': decodeURIComponent(token) }
}

/** From here an admin impersonates the customer. */
export function lookAs(page: Page, customerId: string): Promise<void> {
  return send(page, '/api/auth/as-user/', { customerId })
}
