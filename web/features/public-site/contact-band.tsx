import { LinkButton } from '#web/components/navigation/link-button.tsx'
import { homeTexts } from '#web/texts/home.texts.ts'

export interface ContactBandProps {
  heading: string
  text: string
}

/** The light band at the end of a public page with an invitation to write. */
export function ContactBand({ heading, text }: ContactBandProps) {
  return (
    <section aria-labelledby="kontakt" className="page-width py-section">
      <div
        data-tint=""
        className="scheme-light grid items-center gap-x-12 gap-y-6 rounded-panel bg-primary px-6 py-10 text-on-primary sm:px-12 sm:py-14 md:grid-cols-[1.3fr_1fr]"
      >
        <h2 id="kontakt" className="text-section">
          {heading}
        </h2>
        <div className="grid justify-items-start gap-5">
          {text ? <p>{text}</p> : null}
          <LinkButton to="/contact" variant="inverse">
            {homeTexts.writeMessage}
          </LinkButton>
        </div>
      </div>
    </section>
  )
}
