import type { FaqEntry } from '#contract/faq.ts'
import { faqTexts } from '#web/texts/faq.texts.ts'

export type FaqTopic = { name: string; anchor: string; entries: readonly FaqEntry[] }

/** Topics in the order of their first question; questions without a topic are in a separate group. */
export function faqTopics(entries: readonly FaqEntry[]): FaqTopic[] {
  const byName = Map.groupBy(entries, entry => entry.category || faqTexts.otherTopic)
  return [...byName].map(([name, entries], index) => ({ name, anchor: `thema-${index + 1}`, entries }))
}
