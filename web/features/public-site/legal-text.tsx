import { Markdown } from '#web/components/display/markdown.tsx'
import { LinkButton } from '#web/components/navigation/link-button.tsx'
import { legalTexts } from '#web/texts/legal.texts.ts'

/** The owner's text, or if there is none, a sentence with a way to ask for it. */
export function LegalText({ text, missing }: { text: string; missing: string }) {
  if (text) return <Markdown text={text} headingLevel={2} />
  return (
    <div className="grid max-w-reading justify-items-start gap-5">
      <p>{missing}</p>
      <LinkButton to="/contact">{legalTexts.writeMessage}</LinkButton>
    </div>
  )
}
