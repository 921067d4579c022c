import { Badge } from '#web/components/display/badge.tsx'
import { faqEditingTexts } from '#web/texts/faq-editing.texts.ts'

/** Whether a question is published. */
export function FaqStateBadge({ published }: { published: boolean }) {
  return published ? (
    <Badge tone="green" icon="check">
      {faqEditingTexts.published}
    </Badge>
  ) : (
    <Badge tone="grey" icon="dashed">
      {faqEditingTexts.draft}
    </Badge>
  )
}
