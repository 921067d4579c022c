/**
 * An issued invoice is overdue from the day after it was due, until it is paid. The one rule for its own page, its lists,
 * the ticket and the search. `today` and `dueDate` are calendar dates.
 */
export function isOverdue(
  { state, isPaid, dueDate }: { state: string; isPaid: boolean; dueDate: string | null },
  today: string,
): boolean {
  return state === 'issued' && !isPaid && dueDate !== null && dueDate < today
}
