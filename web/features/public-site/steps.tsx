import type { Homepage } from '#contract/business-profile.ts'
import { homeTexts } from '#web/texts/home.texts.ts'

export interface StepsProps {
  heading: string
  steps: Homepage['steps']
}

/** The steps of working together, numbered. */
export function Steps({ heading, steps }: StepsProps) {
  return (
    <section aria-labelledby="ablauf" className="page-width pt-section">
      <h2 id="ablauf" className="text-section">
        {heading || homeTexts.steps}
      </h2>
      <ol className={`mt-8 grid gap-x-6 gap-y-8 ${columnsFor(steps.length)}`}>
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same title, and none has a state
          <li key={index} className="border-field-border border-t-2 pt-5">
            <span
              aria-hidden="true"
              data-tint=""
              className="tabular grid size-9 place-items-center rounded-full bg-primary font-semibold text-label text-on-primary"
            >
              {index + 1}
            </span>
            <h3 className="mt-4 text-lead">{step.title}</h3>
            {step.text ? <p className="mt-1 text-label text-muted">{step.text}</p> : null}
          </li>
        ))}
      </ol>
    </section>
  )
}

function columnsFor(count: number): string {
  if (count === 1) return ''
  if (count % 3 === 0) return 'md:grid-cols-3'
  return count % 2 === 0 ? 'sm:grid-cols-2 lg:grid-cols-4' : 'sm:grid-cols-2 lg:grid-cols-3'
}
