/** The key of a ticket form's draft. */
export function ticketDraftName(ticket: { id: string } | null): string {
  return `ticket:${ticket?.id ?? 'new'}`
}
