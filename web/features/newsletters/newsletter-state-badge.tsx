import type { NewsletterState } from '#contract/newsletters.ts'
import { Badge, type BadgeIcon, type BadgeTone } from '#web/components/display/badge.tsx'
import { newsletterTexts } from '#web/texts/newsletters.texts.ts'

/** The state of a newsletter; a state of a newer server is shown as unknown. */
export function NewsletterStateBadge({ state }: { state: NewsletterState }) {
  const look = looks[state] as (typeof looks)[NewsletterState] | undefined
  if (!look) {
    return (
      <Badge tone="grey" icon="question">
        {newsletterTexts.unknownState}
      </Badge>
    )
  }
  return (
    <Badge tone={look.tone} icon={look.icon}>
      {newsletterTexts.states[state]}
    </Badge>
  )
}

const looks: Record<NewsletterState, { tone: BadgeTone; icon: BadgeIcon }> = {
  draft: { tone: 'grey', icon: 'dashed' },
  sending: { tone: 'blue', icon: 'half' },
  paused: { tone: 'amber', icon: 'clock' },
  sent: { tone: 'green', icon: 'check' },
  cancelled: { tone: 'red', icon: 'cross' },
}
