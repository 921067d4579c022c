import { useState } from 'react'
import type { FaqEntry } from '#contract/faq.ts'
import { Disclosure } from '#web/components/display/disclosure.tsx'
import { Markdown } from '#web/components/display/markdown.tsx'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { faqTexts } from '#web/texts/faq.texts.ts'

export interface FaqItemProps {
  entry: FaqEntry
  /** Items with the same name close each other. */
  name?: string | undefined
  open?: boolean | undefined
  headingLevel?: 2 | 3 | 4 | undefined
  /** Shows the question's own address below the answer. */
  linked?: boolean | undefined
  /** Renders the answer while closed, so the browser's text search finds it. */
  eager?: boolean | undefined
}

/** A question that opens to show its answer. */
export function FaqItem({ entry, name, open = false, headingLevel, linked = false, eager = false }: FaqItemProps) {
  const [isRendered, setRendered] = useState(open || eager)
  return (
    <Disclosure
      summary={entry.question}
      id={linked ? faqAnchor(entry) : undefined}
      name={name}
      open={open}
      headingLevel={headingLevel}
      onToggle={() => setRendered(true)}
    >
      {isRendered ? <Markdown text={entry.answer} headingLevel={4} /> : null}
      {linked ? (
        <p className="mt-3 text-small" data-screen-only="">
          <TextLink to="/faq" hash={faqAnchor(entry)} replace>
            {faqTexts.linkToQuestion}
          </TextLink>
        </p>
      ) : null}
    </Disclosure>
  )
}

/** The address of a question: `/faq#frage-…`. */
export function faqAnchor(entry: FaqEntry): string {
  return `frage-${entry.id}`
}
