import { LinkButton } from '#web/components/navigation/link-button.tsx'
import { faqTexts } from '#web/texts/faq.texts.ts'
import type { FaqTopic } from './faq-topics.ts'

/** Links to the topics if there are several. */
export function FaqTopicNav({ topics }: { topics: readonly FaqTopic[] }) {
  if (topics.length < 2) return null
  return (
    <nav aria-label={faqTexts.topics} data-screen-only="">
      <ul className="flex flex-wrap gap-2">
        {topics.map(topic => (
          <li key={topic.anchor}>
            <LinkButton to="/faq" hash={topic.anchor} replace size="small">
              {topic.name}
            </LinkButton>
          </li>
        ))}
      </ul>
    </nav>
  )
}
