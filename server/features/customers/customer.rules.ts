import { fold } from '#server/database/fold.ts'

type Names = { company: string; first_name: string; last_name: string }

/** The sort key of lists: people by their last name, as in a card index. */
export function nameKeyOf({ company, first_name, last_name }: Names): string {
  return fold(company || [last_name, first_name].filter(part => part !== '').join(' '))
}

/** K-1001 is the first. */
export function customerNumber(sequence: number): string {
  return `K-${1_000 + sequence}`
}

/** Sorts as text in the order of the numbers, also past K-9999. */
export function customerNumberKey(sequence: number): string {
  return String(sequence).padStart(10, '0')
}
