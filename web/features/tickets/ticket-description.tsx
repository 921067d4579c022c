import { Markdown } from '#web/components/display/markdown.tsx'
import { ticketTexts } from '#web/texts/tickets.texts.ts'

/** The description of a ticket as its author wrote it. */
export function TicketDescription({ text }: { text: string }) {
  return (
    <section aria-labelledby="description-heading" className="grid gap-2">
      <h2 id="description-heading" className="text-heading">
        {ticketTexts.detail.description}
      </h2>
      {text === '' ? (
        <p className="text-muted">{ticketTexts.detail.noDescription}</p>
      ) : (
        <Markdown text={text} headingLevel={3} />
      )}
    </section>
  )
}
