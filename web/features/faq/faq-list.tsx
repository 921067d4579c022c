import type { FaqEntry } from '#contract/faq.ts'
import { FaqItem, faqAnchor } from './faq-item.tsx'
import type { FaqTopic } from './faq-topics.ts'

export interface FaqListProps {
  entries: readonly FaqEntry[]
  /** Anchor of the question in the address, which is open initially. */
  target: string
  headingLevel?: 2 | 3 | undefined
}

/** Questions in the given order. */
export function FaqList({ entries, target, headingLevel = 2 }: FaqListProps) {
  return (
    <div>
      {entries.map(entry => (
        <FaqItem
          key={entry.id}
          entry={entry}
          open={faqAnchor(entry) === target}
          headingLevel={headingLevel}
          linked
          eager
        />
      ))}
    </div>
  )
}

/** Questions grouped under headings by topic. */
export function FaqByTopic({ topics, target }: { topics: readonly FaqTopic[]; target: string }) {
  return (
    <div className="grid gap-10">
      {topics.map(topic => (
        <section key={topic.anchor} aria-labelledby={topic.anchor}>
          <h2 id={topic.anchor} className="mb-3 text-heading">
            {topic.name}
          </h2>
          <FaqList entries={topic.entries} target={target} headingLevel={3} />
        </section>
      ))}
    </div>
  )
}
