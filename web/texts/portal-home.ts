import { plural } from '#web/lib/format.ts'

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
  partFailed: 'Ein Teil der Übersicht konnte nicht geladen werden.',
  waiting: 'Wartet auf Sie',
  newMessages: (count: number) => plural(count, 'neue Nachricht', 'neue Nachrichten'),
  allMessages: 'Alle Nachrichten',
  failedMails: (count: number) => `${plural(count, 'E-Mail konnte', 'E-Mails konnten')} nicht gesendet werden`,
  failedMailsNote: 'Im Postausgang steht, woran es lag.',
  calm: 'Nichts wartet auf Sie.',
  calmAdmin: 'Keine neuen Nachrichten, keine Fehler. Zeit für die Tickets.',
  settings: 'Einstellungen',
  settingsSections: 'Bereiche der Einstellungen',
} as const
