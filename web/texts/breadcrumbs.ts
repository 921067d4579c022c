/** Where a page lies, in words. */
export const breadcrumbTexts = {
  customerPortal: 'Kundenportal',
  adminPortal: 'Admin',
  tickets: 'Tickets',
  ticket: 'Ticket',
  invoices: 'Rechnungen',
  invoice: 'Rechnung',
  customers: 'Kunden',
  customer: 'Kunde',
  faq: 'FAQ',
  messages: 'Nachrichten',
  settings: 'Einstellungen',
} as const
