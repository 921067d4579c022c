import { useId } from 'react'
import type { Role } from '#contract/accounts.ts'
import { keptUsersMax } from '#contract/limits.ts'
import { Checkbox } from '#web/components/form/checkbox.tsx'
import { confirmationTexts } from '#web/texts/confirmation.texts.ts'
import { userTexts } from '#web/texts/users.texts.ts'

export interface UserNamesProps {
  /** Their fate, as a sentence. */
  title: string
  users: readonly { readonly id: string; readonly username: string; readonly role: Role }[]
  /** Offers to keep each of them. */
  keeping?: { ids: readonly string[]; onChange: (ids: readonly string[]) => void; disabled: boolean }
}

/** A thief may have created any number. */
const namedMax = keptUsersMax

/** The users whom an account in dispute has created or changed. */
export function UserNames({ title, users, keeping }: UserNamesProps) {
  const titleId = useId()
  const hintId = useId()
  const more = users.length - namedMax
  return (
    <section className="grid gap-2" aria-labelledby={titleId}>
      <h2 id={titleId} className="font-semibold text-label">
        {title}
      </h2>
      <ul className="grid gap-2">
        {users.slice(0, namedMax).map(({ id, username, role }) => (
          <li key={id} className="rounded-box border border-hairline px-3 py-2 text-label">
            <span className="wrap-anywhere block">{username}</span>
            <span className="text-muted text-small">{userTexts.roles[role]}</span>
            {keeping ? (
              <Checkbox
                label={confirmationTexts.keepUser}
                aria-label={confirmationTexts.keepUserNamed(username)}
                aria-describedby={hintId}
                checked={keeping.ids.includes(id)}
                disabled={keeping.disabled}
                onCheckedChange={checked =>
                  keeping.onChange(checked ? [...keeping.ids, id] : keeping.ids.filter(kept => kept !== id))
                }
              />
            ) : null}
          </li>
        ))}
      </ul>
      {keeping ? (
        <p id={hintId} className="text-muted text-small">
          {confirmationTexts.keepHint}
        </p>
      ) : null}
      {more > 0 ? <p className="text-muted text-small">{confirmationTexts.moreUsers(more)}</p> : null}
    </section>
  )
}
