import { type FaqEntry, faq } from '#contract/faq.ts'
import { call } from '#web/lib/api/api-client.ts'

/** Number of questions in a section of another page; its skeleton has as many lines. */
export const sectionFaqCount = 3

/** The first questions in their order, for a section that is omitted if the request fails. */
export function askFirstFaq(signal: AbortSignal): Promise<{ count: number; results: FaqEntry[] }> {
  return call(faq.list, { query: { page: 1, page_size: sectionFaqCount }, signal, silent: true })
}
