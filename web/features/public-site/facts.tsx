import type { Homepage } from '#contract/business-profile.ts'
import { homeTexts } from '#web/texts/home.texts.ts'

/** Up to four short statements in columns with hairlines between them. */
export function Facts({ facts }: { facts: Homepage['facts'] }) {
  return (
    <section aria-label={homeTexts.facts} className="overflow-clip border-hairline border-b">
      <div className="page-width">
        <ul className={`grid gap-px bg-hairline sm:-mx-6 ${columns[facts.length]}`}>
          {facts.map((fact, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same title, and none has a state
            <li key={index} className="bg-page py-6 sm:px-6">
              <p className="font-semibold">{fact.title}</p>
              {fact.text ? <p className="mt-0.5 text-label text-muted">{fact.text}</p> : null}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

const columns: Record<number, string> = {
  2: 'sm:grid-cols-2',
  3: 'md:grid-cols-3',
  4: 'sm:grid-cols-2 lg:grid-cols-4',
}
