import type { User } from '#contract/users.ts'
import { Badge, type BadgeIcon, type BadgeTone } from '#web/components/display/badge.tsx'
import { userTexts } from '#web/texts/users.texts.ts'
import { userState } from './user-names.ts'

/** Whether a user can log in, and if not, why. */
export function UserStateBadge({ user }: { user: User }) {
  const state = userState(user)
  return <Badge {...looks[state]}>{userTexts.states[state]}</Badge>
}

const looks: Record<ReturnType<typeof userState>, { tone: BadgeTone; icon: BadgeIcon }> = {
  inactive: { tone: 'grey', icon: 'cross' },
  active: { tone: 'green', icon: 'check' },
  notInvited: { tone: 'grey', icon: 'dash' },
  invited: { tone: 'amber', icon: 'clock' },
}
