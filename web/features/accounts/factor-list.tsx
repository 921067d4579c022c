import type { Factor } from '#contract/second-factor-proof.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { accountTexts } from '#web/texts/accounts.texts.ts'

export interface FactorListProps {
  /** Their fate, as a sentence. */
  title: string
  factors: readonly Factor[]
}

const texts = accountTexts.factors

/** The second factors of an account that is being recovered. */
export function FactorList({ title, factors }: FactorListProps) {
  return (
    <section className="grid gap-2">
      <h2 className="font-semibold text-label">{title}</h2>
      <ul className="grid gap-2">
        {factors.map(({ kind, name, since }) => (
          <li key={`${kind} ${name} ${since}`} className="rounded-box border border-hairline px-3 py-2 text-label">
            <span className="wrap-anywhere block">{texts.names[kind](name)}</span>
            <span className="text-muted text-small">{texts.since(formatDateTime(since))}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
