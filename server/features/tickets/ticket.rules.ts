/** T-2026-0001 is the first of its year. */
export function ticketNumber(year: number, sequence: number): string {
  return `T-${year}-${String(sequence).padStart(4, '0')}`
}

/** Sorts as text in the order of the numbers, also past 9999 in a year. */
export function ticketNumberKey(year: number, sequence: number): string {
  return `${year}-${String(sequence).padStart(10, '0')}`
}

/** The search words of a ticket, besides those of its customer. */
export function ticketSearchTexts({ number, name }: { number: string; name: string }): string[] {
  return [number, name]
}
