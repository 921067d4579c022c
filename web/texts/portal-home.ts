/** The words of the first pages of both portals. */
export const portalHomeTexts = {
  greeting: (name: string) => (name === '' ? 'Guten Tag' : `Guten Tag, ${name}`),
  customerLead: 'Das ist der Stand Ihrer Tickets.',
  recentTickets: 'Zuletzt geändert',
  allTickets: 'Alle Tickets',
  inProgress: 'In Bearbeitung',
  noneInProgress: 'Zurzeit ist kein Ticket in Bearbeitung.',
  upcoming: 'Als Nächstes',
  settings: 'Einstellungen',
  settingsSections: 'Bereiche der Einstellungen',
} as const
