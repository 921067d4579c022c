import { useId } from 'react'
import type { Role } from '#contract/accounts.ts'
import { confirmationTexts } from '#web/texts/confirmation.texts.ts'
import { userTexts } from '#web/texts/users.texts.ts'

export interface UserNamesProps {
  /** Their fate, as a sentence. */
  title: string
  users: readonly { readonly username: string; readonly role: Role }[]
}

/** A thief may have created any number. */
const namedMax = 20

/** The users whom an account in dispute has created or changed. */
export function UserNames({ title, users }: UserNamesProps) {
  const titleId = useId()
  const more = users.length - namedMax
  return (
    <section className="grid gap-2" aria-labelledby={titleId}>
      <h2 id={titleId} className="font-semibold text-label">
        {title}
      </h2>
      <ul className="grid gap-2">
        {users.slice(0, namedMax).map(({ username, role }) => (
          <li key={username} className="rounded-box border border-hairline px-3 py-2 text-label">
            <span className="wrap-anywhere block">{username}</span>
            <span className="text-muted text-small">{userTexts.roles[role]}</span>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="text-muted text-small">{confirmationTexts.moreUsers(more)}</p> : null}
    </section>
  )
}
