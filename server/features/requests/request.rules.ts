import type { RequestPriority } from '#contract/requests.ts'

/** A-2026-0001 is the first of its year. */
export function requestNumber(year: number, sequence: number): string {
  return `A-${year}-${String(sequence).padStart(4, '0')}`
}

/** Sorts as text in the order of the numbers, also past 9999 in a year. */
export function requestNumberKey(year: number, sequence: number): string {
  return `${year}-${String(sequence).padStart(10, '0')}`
}

const ranks: Readonly<Record<RequestPriority, number>> = { low: 1, medium: 2, high: 3 }

/** The sort value of a priority. */
export function priorityRank(priority: RequestPriority): number {
  return ranks[priority]
}

/** The search words of a request, besides those of its customer. */
export function requestSearchTexts({ number, title }: { number: string; title: string }): string[] {
  return [number, title]
}

/** A request is plain text, a ticket's description is Markdown: line breaks are kept. */
export function descriptionOfTicket(description: string): string {
  return description.replace(/(?<=\S)[ \t]*\n(?=[^\n])/g, '  \n')
}
