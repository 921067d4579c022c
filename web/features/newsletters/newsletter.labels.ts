/** German labels of newsletters. A value of a newer server is 'unknown' and never crashes. */
import type { NewsletterState } from '#contract/newsletters.ts'
import type { StateLooks } from '#web/components/display/state-badge.tsx'
import { wordOf } from '#web/lib/format/word-of.ts'
import { newsletterTexts } from '#web/texts/newsletters.texts.ts'

export const newsletterLooks: StateLooks<NewsletterState> = {
  looks: {
    draft: ['grey', 'dashed'],
    sending: ['blue', 'half'],
    paused: ['amber', 'clock'],
    sent: ['green', 'check'],
    cancelled: ['red', 'cross'],
  },
  text: state => wordOf(newsletterTexts.states, state) ?? newsletterTexts.unknownState,
}
