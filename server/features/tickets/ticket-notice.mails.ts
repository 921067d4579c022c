import { type Prices, shownPrice } from '#contract/prices.ts'
import { priceText } from '#contract/texts/prices.texts.ts'
import type { MailContent } from '#server/mail/layout.ts'
import { euroText, hoursText } from '#server/units.ts'

type Ticket = { number: string; name: string }
type Entry = { name: string; description: string; minutes: number; total_cents: number }

/** Notifies a customer of an entry on a ticket. */
export function entryMail(ticket: Ticket, entry: Entry, prices: Prices, url: string): MailContent {
  const facts: [string, string][] = [['Eintrag', entry.name]]
  if (entry.minutes > 0) facts.push(['Stunden', hoursText(entry.minutes)])
  if (entry.total_cents > 0) facts.push(['Betrag', priceText(shownPrice(entry.total_cents, prices), euroText)])
  return {
    subject: `Neuer Eintrag zu ${ticket.number}: ${entry.name}`,
    blocks: [
      { kind: 'paragraph', text: `in Ihrem Ticket „${ticket.name}“ (${ticket.number}) steht ein neuer Eintrag.` },
      { kind: 'facts', rows: facts },
      ...(entry.description === '' ? [] : [{ kind: 'quote', text: entry.description } as const]),
      { kind: 'button', label: 'Ticket öffnen', url },
    ],
  }
}

/** Notifies the business of a customer's wish in a ticket. */
export function wishMail(
  ticket: Ticket,
  entry: Pick<Entry, 'name' | 'description'>,
  customerName: string,
  url: string,
): MailContent {
  return {
    subject: `Neuer Wunsch zu ${ticket.number}: ${entry.name}`,
    blocks: [
      {
        kind: 'paragraph',
        text: `${customerName} hat im Ticket „${ticket.name}“ (${ticket.number}) einen Wunsch eingetragen.`,
      },
      { kind: 'facts', rows: [['Wunsch', entry.name]] },
      ...(entry.description === '' ? [] : [{ kind: 'quote', text: entry.description } as const]),
      { kind: 'button', label: 'Ticket öffnen', url },
    ],
  }
}

/** The subject of several wishes in one ticket. */
export function wishesSubject({ number, name }: Ticket): string {
  return `Neue Wünsche zum Ticket ${number} ${name}`
}

export function finishedMail(ticket: Ticket, url: string): MailContent {
  return {
    subject: `Ticket fertig: ${ticket.number} ${ticket.name}`,
    blocks: [
      { kind: 'paragraph', text: `Ihr Ticket „${ticket.name}“ (${ticket.number}) ist fertig.` },
      { kind: 'paragraph', text: 'Fehlt noch etwas, stellen Sie im Kundenportal bitte eine neue Anfrage.' },
      { kind: 'button', label: 'Ticket öffnen', url },
    ],
  }
}

/** The subject of several news of one ticket. */
export function ticketNewsSubject({ number, name }: Ticket): string {
  return `Neues zum Ticket ${number} ${name}`
}
