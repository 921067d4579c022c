/** The German words of lines that are made of work, and the texts that invoices must have. */

/** Below an entry: `T-2026-0007 · Wallbox · 14.10.2026`. */
export function entryDescription(ticketNumber: string, ticketName: string, date: string): string {
  return `${ticketNumber} · ${ticketName} · ${date}`
}

/** Below a ticket, or a type of work: `T-2026-0007 · 01.10.2026 bis 14.10.2026`. */
export function groupDescription(ticketNumbers: readonly string[], from: string, to: string): string {
  return `${ticketNumbers.join(', ')} · ${from === to ? from : `${from} bis ${to}`}`
}

/** Where hours times rate is not the sum of the entries: one amount, with the hours in its text. */
export function withHours(text: string, hours: string): string {
  return `${text} (${hours}\u00a0Std.)`
}

/** A line of the cancellation of an uploaded invoice: its amount with this rate, in percent. */
export function cancelledShare(number: string, date: string, rate: number): string {
  return `Storno der Rechnung ${number} vom ${date}, Anteil mit ${rate} % USt.`
}

/** § 14 (4) no. 9 UStG: to private customers, for work on a property. */
export const retentionNote =
  'Hinweis: Als Privatperson müssen Sie diese Rechnung zwei Jahre lang aufbewahren (§ 14b Abs. 1 Satz 5 UStG).'

/** § 286 (3) BGB: the default of consumers after 30 days is only valid with this notice. */
export const defaultNote =
  'Sie kommen spätestens in Verzug, wenn Sie nicht innerhalb von 30 Tagen nach Fälligkeit und Zugang dieser Rechnung zahlen (§ 286 Abs. 3 BGB).'
