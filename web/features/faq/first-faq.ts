import { type FaqEntry, faq } from '#contract/faq.ts'
import { call } from '#web/lib/api/api-client.ts'

/** How many questions a section on another page shows; its skeleton has as many lines. */
export const sectionFaqCount = 3

/** The first questions in their order, for a part of a page that is left out when they do not come. */
export function askFirstFaq(signal: AbortSignal): Promise<{ count: number; results: FaqEntry[] }> {
  return call(faq.list, { query: { page: 1, page_size: sectionFaqCount }, signal, silent: true })
}
