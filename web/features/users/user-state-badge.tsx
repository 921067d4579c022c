import type { User } from '#contract/users.ts'
import { Badge } from '#web/components/badge.tsx'
import { userTexts } from '#web/texts/users.ts'

/** Whether a user can log in, and if not, what is missing. */
export function UserStateBadge({ user }: { user: User }) {
  if (!user.isActive) {
    return (
      <Badge tone="grey" icon="cross">
        {userTexts.states.inactive}
      </Badge>
    )
  }
  if (user.hasPassword) {
    return (
      <Badge tone="green" icon="check">
        {userTexts.states.active}
      </Badge>
    )
  }
  return user.invitedAt === null ? (
    <Badge tone="grey" icon="dash">
      {userTexts.states.notInvited}
    </Badge>
  ) : (
    <Badge tone="amber" icon="clock">
      {userTexts.states.invited}
    </Badge>
  )
}
