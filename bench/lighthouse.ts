/** Lighthouse scores of the demo's built pages, on a phone and on a desktop. */
import lighthouse, { desktopConfig } from 'lighthouse'
import { isRoundDue } from './load.ts'
import { median } from './median.ts'

export type PageCase = { path: string; isPortal: boolean; phoneMin: number; deskMin: number }
export type FormFactor = 'phone' | 'desk'
export type Scores = { performance: number; accessibility: number; practices: number; seo: number; shift: number }

export const pageCases: readonly PageCase[] = [
  { path: '/', isPortal: false, phoneMin: 95, deskMin: 100 },
  { path: '/login', isPortal: false, phoneMin: 95, deskMin: 100 },
  { path: '/customer-portal/tickets-overview', isPortal: true, phoneMin: 85, deskMin: 95 },
]

export const shiftMax = 0.03
/** A failed recording is no measurement of the page. */
const attempts = 3

/** The median of each score. Scores other than performance are the same in every run. */
export async function scoresOf(
  url: string,
  { isPortal }: Pick<PageCase, 'isPortal'>,
  form: FormFactor,
  { port, rounds, performanceMin }: { port: number; rounds: number; performanceMin: number },
): Promise<Scores> {
  const runs: Scores[] = []
  const middle = (score: keyof Scores) => median(runs.map(run => run[score]))
  while (isRoundDue(runs.length, rounds, () => middle('performance') >= performanceMin)) runs.push(await visited())
  return {
    performance: middle('performance'),
    accessibility: middle('accessibility'),
    practices: middle('practices'),
    seo: middle('seo'),
    shift: middle('shift'),
  }

  async function visited(attempt = 1): Promise<Scores> {
    const flags = {
      port,
      logLevel: 'error' as const,
      // robots.txt excludes portals from search engines on purpose. The other SEO audits still apply.
      ...(isPortal ? { skipAudits: ['is-crawlable'] } : {}),
    }
    const result = await lighthouse(url, flags, form === 'desk' ? desktopConfig : undefined)
    if (!result || result.lhr.runtimeError) {
      if (attempt === attempts) throw new Error(`Lighthouse could not record ${url}`)
      return visited(attempt + 1)
    }
    const { categories, audits, finalDisplayedUrl } = result.lhr
    if (finalDisplayedUrl !== url) throw new Error(`Lighthouse came to ${finalDisplayedUrl} instead of ${url}`)
    const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      practices: score('best-practices'),
      seo: score('seo'),
      shift: audits['cumulative-layout-shift']?.numericValue ?? 1,
    }
  }
}
