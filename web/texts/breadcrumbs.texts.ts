/** Labels of breadcrumbs. */
export const breadcrumbTexts = {
  customerPortal: 'Kundenportal',
  adminPortal: 'Admin',
  tickets: 'Tickets',
  ticket: 'Ticket',
  invoices: 'Rechnungen',
  invoice: 'Rechnung',
  requests: 'Anfragen',
  request: 'Anfrage',
  customers: 'Kunden',
  customer: 'Kunde',
  faq: 'FAQ',
  services: 'Dienste',
  service: 'Dienst',
  messages: 'Nachrichten',
  settings: 'Betrieb',
  newsletter: 'Newsletter',
} as const
