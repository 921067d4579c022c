/**
 * Lighthouse over the built pages of the demo, phone and desktop, against the figures of the budgets: `npm run bench -- --only=pages`
 * for these alone.
 * The scores of a busy machine are noisy; accessibility, best practices and SEO are not.
 */
import lighthouse, { desktopConfig } from 'lighthouse'
import { chromium } from 'playwright-core'
import { chromiumFlags, findChromium } from '#e2e/browser.ts'
import { type Portal, startPortal } from '#e2e/portal.ts'
import { demoPassword } from '#e2e/visit.ts'

type PageCase = { path: string; isPortal: boolean; phoneMin: number; deskMin: number }

const debugPort = 4899

const pages: readonly PageCase[] = [
  { path: '/', isPortal: false, phoneMin: 95, deskMin: 100 },
  { path: '/login', isPortal: false, phoneMin: 95, deskMin: 100 },
  { path: '/customer-portal/tickets-overview', isPortal: true, phoneMin: 85, deskMin: 95 },
]

/** Prints one line per page and form factor; answers the names of those under their figure. */
export async function measurePages(): Promise<string[]> {
  const portal = await startPortal({ environment: { LOADING_SCREEN_MS: '2000' } })
  const { executablePath, env } = findChromium()
  const browser = await chromium.launch({
    executablePath,
    args: [...chromiumFlags, `--remote-debugging-port=${debugPort}`],
    env: { ...process.env, ...env },
  })
  const missed: string[] = []
  try {
    const cookie = await sessionCookie(portal)
    for (const page of pages) {
      for (const form of ['phone', 'desk'] as const) {
        if (!(await isReached(portal, page, form, cookie))) missed.push(`${page.path} on a ${form}`)
      }
    }
  } finally {
    await browser.close()
    await portal.stop()
  }
  return missed
}

async function isReached(portal: Portal, page: PageCase, form: 'phone' | 'desk', cookie: string): Promise<boolean> {
  const result = await lighthouse(
    portal.origin + page.path,
    { port: debugPort, logLevel: 'error', ...(page.isPortal ? { extraHeaders: { Cookie: cookie } } : {}) },
    form === 'desk' ? desktopConfig : undefined,
  )
  const score = (name: string) => Math.round((result?.lhr.categories[name]?.score ?? 0) * 100)
  const [speed, accessibility, practices, seo] = ['performance', 'accessibility', 'best-practices', 'seo'].map(score)
  const shift = result?.lhr.audits['cumulative-layout-shift']?.numericValue ?? 1
  const speedMin = form === 'desk' ? page.deskMin : page.phoneMin
  // A portal page is for those who are logged in; what search engines think of it does not count.
  const isKept =
    (speed ?? 0) >= speedMin && accessibility === 100 && practices === 100 && (page.isPortal || seo === 100)
  process.stdout.write(
    `${page.path} on a ${form}: performance ${speed} (at least ${speedMin}), accessibility ${accessibility}, best practices ${practices}, SEO ${seo}, layout shift ${shift.toFixed(3)}${isKept ? '' : ' MISSED'}\n`,
  )
  return isKept && shift <= 0.03
}

async function sessionCookie({ origin }: Portal): Promise<string> {
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
  return login.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .join('; ')
}
