import { ofMail } from '#web/lib/api/mail-sending.ts'
import { formatDate, formatHours, plural } from '#web/lib/format/format.ts'

/** The homes of both portals. */
export const portalHomeTexts = {
  greeting: (name: string) => (name === '' ? 'Guten Tag' : `Guten Tag, ${name}`),
  customerLead: 'So steht es um Ihre Aufträge, Rechnungen und Dienste.',
  noCustomer: 'Ihrem Zugang ist kein Kunde zugeordnet. Im Kundenportal gibt es deshalb nichts zu sehen.',
  ownPortal: 'Das Kundenportal Ihres eigenen Unternehmens',
  ownPortalText:
    'Hier steht, was zu Ihrem eigenen Kundeneintrag gehört. Was ein Kunde sieht, zeigt Ihnen „Als Kunde ansehen“ auf der Seite des Kunden.',
  toCustomers: 'Zu den Kunden',
  welcome: 'Schön, dass Sie da sind.',
  welcomeText:
    'Sobald wir für Sie arbeiten, steht hier zu jedem Auftrag ein Ticket: wie weit wir sind, wie viele Stunden angefallen sind und was davon abgerechnet ist.',
  welcomeNext: 'Haben Sie ein Anliegen? Schreiben Sie uns. Vieles beantworten auch die häufigen Fragen.',
  toContact: 'Kontakt aufnehmen',
  toFaq: 'Häufige Fragen',
  recentTickets: 'Zuletzt geändert',
  allTickets: 'Alle Tickets',
  inProgress: 'In Bearbeitung',
  noneInProgress: 'Zurzeit ist kein Ticket in Bearbeitung.',
  upcoming: 'Als Nächstes',
  partFailed: 'Ein Teil der Übersicht konnte nicht geladen werden.',
  partMissing: 'Ein Teil der Übersicht konnte nicht geladen werden. Laden Sie die Seite neu.',

  /** The four questions. */
  waiting: 'Wartet auf Sie',
  owed: 'Zu zahlen',
  owedToUs: 'Offene Rechnungen',
  trouble: 'Auffällig',
  open: 'Offen',
  toBill: 'Abzurechnen',
  toBillNote: 'Gezählt sind nur fertige Einträge.',
  billable: (entries: number, hours: number, since: string) =>
    `${plural(entries, 'fertiger Eintrag', 'fertige Einträge')}, ${formatHours(hours)}\u00a0Std., seit dem ${formatDate(since)}`,
  allBillable: 'Alle abzurechnenden Kunden',

  ticketsIn: {
    inProgress: (count: number) => `${plural(count, 'Ticket', 'Tickets')} in Bearbeitung`,
    upcoming: (count: number) => `${plural(count, 'Ticket steht', 'Tickets stehen')} an`,
  },
  budgetExceeded: (total: string, budget: string) => `Kostenrahmen überschritten: ${total} von ${budget}`,
  budgetReached: (total: string, budget: string) => `Kostenrahmen erreicht: ${total} von ${budget}`,
  budgetNear: (total: string, budget: string) => `Kostenrahmen bald erreicht: ${total} von ${budget}`,
  pendingEmail: 'E-Mail-Adresse bestätigen',
  pendingContact: 'Kontaktadresse bestätigen',
  pendingNewsletter: 'Newsletter bestätigen',
  pendingNote: (email: string) => ofMail(`Der Link ging an ${email}.`, `Der Link an ${email} ist vorgemerkt.`),
  unconfirmedNote: (email: string) => `${email} ist noch nicht bestätigt.`,
  allOwed: 'Alle offenen Rechnungen',

  openRequests: 'Offene Anfragen',
  ownRequests: 'Ihre Anfragen',
  allRequests: 'Alle Anfragen',
  allOpenRequests: 'Alle offenen Anfragen',
  asked: (when: string) => `gestellt ${when}`,
  answered: (when: string) => `beantwortet ${when}`,

  websiteDown: (when: string) => `Nicht erreichbar, ausgefallen ${when}`,
  applicationSilent: (when: string) => `Meldet sich nicht, zuletzt ${when}`,
  certificateExpires: (when: string) => `Zertifikat läuft ${when} ab`,
  certificateExpired: (when: string) => `Zertifikat ist ${when} abgelaufen`,
  allServices: 'Alle Dienste',

  brokenHostnames: 'Hostnamen',
  allHostnames: 'Alle Hostnamen',
  hostnameDiffers: (values: string) =>
    values === '' ? 'Der Eintrag beim DNS-Anbieter wurde gelöscht' : `Beim DNS-Anbieter steht ${values}`,
  moreHostnames: {
    differs: (count: number) => plural(count, 'weiterer Hostname weicht ab', 'weitere Hostnamen weichen ab'),
    failed: (count: number) => plural(count, 'weiterer Hostname mit Fehler', 'weitere Hostnamen mit Fehler'),
  },

  services: 'Ihre Dienste',

  wish: (ticket: string, customer: string, when: string) => `Wunsch im Ticket ${ticket}, ${customer}, ${when}`,
  moreWishes: (count: number) => plural(count, 'weiterer Wunsch', 'weitere Wünsche'),
  moreWishesNote: 'Alle Tickets mit offenen Wünschen',
  question: (number: string, customer: string, when: string) =>
    `Rückfrage zur Rechnung ${number}, ${customer}, ${when}`,
  moreQuestions: (count: number) => plural(count, 'weitere Rückfrage', 'weitere Rückfragen'),
  moreQuestionsNote: 'Alle Rechnungen mit offenen Rückfragen',
  newMessages: (count: number) => plural(count, 'neue Nachricht', 'neue Nachrichten'),
  failedMails: (count: number) => `${plural(count, 'E-Mail konnte', 'E-Mails konnten')} nicht gesendet werden`,
  heldMails: (count: number) => `${plural(count, 'E-Mail ist', 'E-Mails sind')} vorgemerkt`,
  heldMailsNote: 'Es ist kein Mailserver eingerichtet. Bis dahin bleibt alles im Postausgang.',
  failedMailsNote: 'Im Postausgang steht, woran es lag.',

  calm: 'Nichts wartet auf Sie.',
  calmAdmin:
    'Keine neuen Nachrichten, keine neuen Wünsche, keine Rückfragen, keine offenen Anfragen, nichts abzurechnen, keine offenen Rechnungen, kein Dienst und kein Hostname gestört.',
  calmCustomer: 'Nichts ist zu zahlen, nichts braucht Ihre Antwort, kein Dienst ist gestört.',
} as const
