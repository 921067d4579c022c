import type { Role } from '#contract/accounts.ts'
import { roles } from '#contract/lists.ts'
import type { User } from '#contract/users.ts'
import type { StateLooks } from '#web/components/display/state-badge.tsx'
import type { Choice } from '#web/components/form/native-select.tsx'
import { userTexts } from '#web/texts/users.texts.ts'

/** First and last name, or the user name if they are missing. */
export function userName(user: Pick<User, 'firstName' | 'lastName' | 'username'>): string {
  return `${user.firstName} ${user.lastName}`.trim() || user.username
}

export const roleChoices: readonly Choice[] = roles.map(value => ({ value, label: userTexts.roles[value] }))

/** A role of a newer server is 'unknown'. */
export function roleText(role: string): string {
  return Object.hasOwn(userTexts.roles, role) ? userTexts.roles[role as Role] : userTexts.unknownRole // It is an own key.
}

/** Whether a user can log in, and if not, why. */
export function userState({ isActive, hasPassword, invitedAt }: User): keyof typeof userTexts.states {
  if (!isActive) return 'inactive'
  if (hasPassword) return 'active'
  return invitedAt === null ? 'notInvited' : 'invited'
}

export const userLooks: StateLooks<keyof typeof userTexts.states> = {
  looks: {
    inactive: ['grey', 'cross'],
    active: ['green', 'check'],
    notInvited: ['grey', 'dash'],
    invited: ['amber', 'clock'],
  },
  text: state => userTexts.states[state as keyof typeof userTexts.states], // `userState` returns nothing else.
}
