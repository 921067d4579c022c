import type { PublicBusinessProfile } from '#contract/business-profile.ts'
import { contactTexts } from '#web/texts/contact.texts.ts'
import { ContactFacts, hasContactFacts } from './contact-facts.tsx'

/** The business's steps after a message, and its direct contact details. */
export function NextSteps({ profile }: { profile: PublicBusinessProfile | undefined }) {
  return (
    <aside
      aria-labelledby="so-geht-es-weiter"
      className="rounded-card bg-sunken p-6 sm:p-8 lg:sticky lg:top-(--header-space)"
    >
      <h2 id="so-geht-es-weiter" className="text-heading">
        {contactTexts.nextTitle}
      </h2>
      <p className="mt-2 text-label text-muted">
        {profile?.companyName ? contactTexts.nextText(profile.companyName) : contactTexts.nextTextUnnamed}
      </p>
      {profile && profile.homepage.steps.length > 0 ? (
        <ol className="mt-6 grid gap-5">
          {profile.homepage.steps.map((step, index) => (
            <li key={step.title} className="flex gap-4">
              <span
                aria-hidden="true"
                data-tint=""
                className="tabular grid size-8 shrink-0 place-items-center rounded-full bg-primary font-semibold text-label text-on-primary"
              >
                {index + 1}
              </span>
              <span className="grid min-w-0 gap-0.5 pt-0.5">
                <span className="font-semibold">{step.title}</span>
                {step.text ? <span className="text-label text-muted">{step.text}</span> : null}
              </span>
            </li>
          ))}
        </ol>
      ) : null}
      {profile && hasContactFacts(profile) ? (
        <div className="mt-8 border-hairline border-t pt-6">
          <h3 className="mb-4 text-lead">{contactTexts.direct}</h3>
          <ContactFacts profile={profile} />
        </div>
      ) : null}
    </aside>
  )
}
