import type { Ticket } from '#contract/tickets.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'

/** Number of tickets listed by name; the rest is counted. */
const namedTickets = 5

/** The effects of a bulk delete: the tickets by name, the number of entries, and that it cannot be undone. */
export function TicketsToDelete({ tickets }: { tickets: readonly Ticket[] }) {
  // A ticket with invoiced entries stays with all its entries.
  const going = tickets.filter(({ permissions }) => permissions.includes('delete'))
  const entriesCount = going.reduce((sum, ticket) => sum + ticket.entriesCount, 0)
  const restCount = tickets.length - namedTickets
  return (
    <div className="grid gap-3">
      <ul className="grid gap-1 text-label text-ink">
        {tickets.slice(0, namedTickets).map(({ id, number, name }) => (
          <li key={id} className="wrap-anywhere">
            <span className="font-semibold tabular">{number}</span> {name}
          </li>
        ))}
        {restCount > 0 ? <li>{texts.more(restCount)}</li> : null}
      </ul>
      <p>{texts.deleteExplanation(tickets.length, entriesCount)}</p>
    </div>
  )
}

const texts = ticketTexts.bulk
