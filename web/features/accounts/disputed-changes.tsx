import { useId } from 'react'
import { disputedChangeRows, disputedChangesTexts } from '#contract/texts/disputed-changes.texts.ts'
import type { DisputedChange } from '#contract/user-settings.ts'

/** Fields that were changed with an account in dispute, for its owner to check. Nothing without any. */
export function DisputedChanges({ changes }: { changes: readonly DisputedChange[] }) {
  const titleId = useId()
  if (changes.length === 0) return null
  return (
    <section className="mt-2 grid w-full gap-2" aria-labelledby={titleId}>
      <h2 id={titleId} className="font-semibold text-ink text-label">
        {disputedChangesTexts.title}
      </h2>
      <ul className="grid gap-2">
        {disputedChangeRows(changes).map(([whose, fields]) => (
          <li key={whose} className="rounded-box border border-hairline px-3 py-2 text-label">
            <span className="block text-ink">{fields}</span>
            <span className="text-muted text-small">{whose}</span>
          </li>
        ))}
      </ul>
      <p className="text-muted text-small">{disputedChangesTexts.hint}</p>
    </section>
  )
}
