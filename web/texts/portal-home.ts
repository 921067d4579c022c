/** The words of the first pages of both portals. */
export const portalHomeTexts = {
  greeting: (name: string) => (name === '' ? 'Guten Tag' : `Guten Tag, ${name}`),
  customerLead: 'Das ist der Stand Ihrer Tickets.',
  welcome: 'Schön, dass Sie da sind.',
  welcomeText:
    'Sobald wir für Sie arbeiten, steht hier zu jedem Auftrag ein Ticket: wie weit wir sind, wie viele Stunden angefallen sind und was davon berechnet ist.',
  welcomeNext: 'Haben Sie ein Anliegen? Schreiben Sie uns. Vieles beantworten auch die häufigen Fragen.',
  toContact: 'Kontakt aufnehmen',
  toFaq: 'Häufige Fragen',
  recentTickets: 'Zuletzt geändert',
  allTickets: 'Alle Tickets',
  inProgress: 'In Bearbeitung',
  noneInProgress: 'Zurzeit ist kein Ticket in Bearbeitung.',
  upcoming: 'Als Nächstes',
  settings: 'Einstellungen',
  settingsSections: 'Bereiche der Einstellungen',
} as const
