/**
 * The built pages of the demo in a real browser against the budgets: `npm run bench -- --only=pages` runs these alone. The
 * times of a busy machine are noisy; accessibility, best practices, SEO and the number of requests are not.
 */
import { type Browser, chromium } from 'playwright-core'
import { chromiumFlags, findChromium } from '#e2e/browser.ts'
import { demoPassword } from '#e2e/secrets.ts'
import type { Portal } from '#e2e/started-portal.ts'
import { deskWidth, phoneWidth } from '#e2e/visit.ts'
import { measureFirstPage } from './first-page.ts'
import { measureInteractions } from './interactions.ts'
import { pageCases, scoresOf, shiftMax } from './lighthouse.ts'
import { startQuietDemo } from './quiet-demo.ts'

type Setup = { browser: Browser; portal: Portal; rounds: number }

const debugPort = 4899
const holdMs = 2_000
const headingMaxMs = { 0: 500, [holdMs]: 2_200 }
const requestsMax = 12
/** Maximum response time by CPU slowdown factor. */
const answerMaxMs = { 1: 100, 4: 300 }

/** Prints the measurements; returns the names of those that miss their budget. */
export async function measurePages(rounds: number): Promise<string[]> {
  const { executablePath, env } = findChromium()
  const browser = await chromium.launch({
    executablePath,
    args: [...chromiumFlags, `--remote-debugging-port=${debugPort}`],
    env: { ...process.env, ...env },
  })
  const held = await startQuietDemo({ LOADING_SCREEN_MS: String(holdMs) })
  const atOnce = await startQuietDemo()
  try {
    return [
      ...(await firstPages({ browser, portal: atOnce, rounds }, 0)),
      ...(await firstPages({ browser, portal: held, rounds }, holdMs)),
      ...(await answers({ browser, portal: atOnce, rounds }, 1)),
      ...(await answers({ browser, portal: atOnce, rounds }, 4)),
      ...(await scores({ browser, portal: held, rounds })),
    ]
  } finally {
    await browser.close()
    await held.stop()
    await atOnce.stop()
  }
}

async function firstPages({ browser, portal, rounds }: Setup, hold: 0 | typeof holdMs): Promise<string[]> {
  const missed: string[] = []
  for (const width of [phoneWidth, deskWidth]) {
    const headingMsMax = headingMaxMs[hold]
    const { headingMs, requests } = await measureFirstPage(browser, portal, { width, rounds, headingMsMax })
    const name = `homepage at ${width} px, held for ${hold} ms`
    const isKept = headingMs <= headingMsMax && requests <= requestsMax
    print(
      name,
      `heading seen after ${headingMs.toFixed(0)} ms (at most ${headingMsMax}), ${requests} requests (at most ${requestsMax})`,
      isKept,
    )
    if (!isKept) missed.push(name)
  }
  return missed
}

async function answers({ browser, portal, rounds }: Setup, slowdown: 1 | 4): Promise<string[]> {
  const msMax = answerMaxMs[slowdown]
  const all = await measureInteractions(browser, portal, { slowdown, rounds, msMax })
  const slowest = all.toSorted((a, b) => b.ms - a.ms)
  const worstMs = slowest[0]?.ms ?? Number.POSITIVE_INFINITY
  const name = `answers with the processor ÷ ${slowdown}`
  const isKept = worstMs <= msMax
  const list = slowest.map(({ name, ms }) => `${name} ${ms === 0 ? 'under 16' : ms}`).join(', ')
  print(name, `slowest ${worstMs} ms (at most ${msMax}): ${list}`, isKept)
  return isKept ? [] : [name]
}

async function scores({ browser, portal, rounds }: Setup): Promise<string[]> {
  const missed: string[] = []
  for (const page of pageCases) {
    await setCookies(browser, portal, page.isPortal ? await sessionCookies(portal) : [])
    for (const form of ['phone', 'desk'] as const) {
      const performanceMin = form === 'desk' ? page.deskMin : page.phoneMin
      const options = { port: debugPort, rounds, performanceMin }
      const found = await scoresOf(portal.origin + page.path, page, form, options)
      const { performance, accessibility, practices, seo, shift } = found
      const isKept =
        performance >= performanceMin && accessibility === 100 && practices === 100 && seo === 100 && shift <= shiftMax
      const name = `${page.path} on a ${form}`
      print(
        name,
        `performance ${performance} (at least ${performanceMin}), accessibility ${accessibility}, best practices ${practices}, SEO ${seo}, layout shift ${shift.toFixed(3)}`,
        isKept,
      )
      if (!isKept) missed.push(name)
    }
  }
  return missed
}

function print(name: string, found: string, isKept: boolean): void {
  process.stdout.write(`${name}: ${found}${isKept ? '' : ' MISSED'}\n`)
}

/**
 * Lighthouse cannot send them: once the browser stores a cookie of the site, Chromium overwrites the Cookie header, and
 * the portal redirects to the login.
 */
async function setCookies(browser: Browser, { origin }: Portal, pairs: readonly string[]): Promise<void> {
  const session = await browser.newBrowserCDPSession()
  await session.send('Storage.clearCookies')
  const cookies = pairs.map(pair => {
    const [name = '', ...value] = pair.split('=')
    return { name, value: value.join('='), url: origin }
  })
  await session.send('Storage.setCookies', { cookies })
  await session.detach()
}

/** The cookies of a customer's session as `name=value`. */
async function sessionCookies({ origin }: Portal): Promise<string[]> {
  const first = await fetch(`${origin}/api/auth/session/`)
  const csrf =
    first.headers
      .getSetCookie()
      .find(cookie => cookie.startsWith('csrftoken='))
      ?.split(';')[0] ?? ''
  const login = await fetch(`${origin}/api/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: csrf, 'x-csrftoken': csrf.slice('csrftoken='.length) },
    body: JSON.stringify({ username: 'demo-kunde', password: demoPassword }),
  })
  return login.headers.getSetCookie().flatMap(cookie => cookie.split(';')[0] ?? [])
}
