/** The name under which the unsaved input of a ticket's form is kept. */
export function ticketDraftName(ticket: { id: string } | null): string {
  return `ticket:${ticket?.id ?? 'new'}`
}
