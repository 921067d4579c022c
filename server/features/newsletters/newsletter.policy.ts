/** Permissions on a newsletter, by its progress. Only admins see any. */
import type { Newsletter, NewsletterState } from '#contract/newsletters.ts'

type Action = Newsletter['permissions'][number]

const actions: Readonly<Record<NewsletterState, readonly Action[]>> = {
  draft: ['update', 'delete', 'send'],
  sending: ['pause', 'cancel'],
  paused: ['continue', 'cancel'],
  sent: [],
  cancelled: [],
}

export function newsletterPermissionsOf(state: NewsletterState): Action[] {
  return [...actions[state]]
}

export function canDo(state: NewsletterState, action: Action): boolean {
  return actions[state].includes(action)
}
