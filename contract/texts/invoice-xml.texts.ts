/** The German words in the XML of an invoice that are not on its lines. */

/** Note of a cancellation (BT-22). */
export function cancellationNote(number: string, date: string, reason: string): string {
  return `Storno der Rechnung ${number} vom ${date}. Grund: ${reason}`
}
