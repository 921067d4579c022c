/** Where a page lies, in words. */
export const breadcrumbTexts = {
  customerPortal: 'Kundenportal',
  adminPortal: 'Admin',
  tickets: 'Tickets',
  ticket: 'Ticket',
  customers: 'Kunden',
  customer: 'Kunde',
  messages: 'Nachrichten',
  settings: 'Einstellungen',
} as const
