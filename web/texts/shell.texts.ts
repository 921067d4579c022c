/** The frame around every page: header, footer, messages. */
export const shellTexts = {
  skipLink: 'Zum Inhalt springen',
  mainMenu: 'Hauptmenü',
  openMenu: 'Menü öffnen',
  closeMenu: 'Menü schließen',
  menu: 'Menü',
  footer: 'Weitere Seiten',

  start: 'Start',
  contact: 'Kontakt',
  customerPortal: 'Kundenportal',
  admin: 'Admin',
  settings: 'Einstellungen',
  business: 'Betrieb',
  logIn: 'Anmelden',
  logOut: 'Abmelden',
  logOutFailed: 'Die Abmeldung ist fehlgeschlagen. Bitte versuchen Sie es erneut.',

  overview: 'Übersicht',
  tickets: 'Tickets',
  invoices: 'Rechnungen',
  requests: 'Anfragen',
  customers: 'Kunden',
  services: 'Dienste',
  dns: 'DNS',
  messages: 'Nachrichten',
  more: 'Mehr',

  faq: 'FAQ',
  powerMaster: 'PowerMaster',
  imprint: 'Impressum',
  privacy: 'Datenschutz',
  accessibility: 'Barrierefreiheit',
  copyright: (year: number, company: string) => `© ${year} ${company}`,
  /** Replaces the company's name until a profile exists. */
  company: 'Kundenportal',

  impersonation: 'Ansicht als',
  readOnlyUntil: (time: string) => `nur lesend, bis ${time}\u00a0Uhr`,
  endImpersonation: 'Beenden',
  endImpersonationFailed: 'Die Ansicht ließ sich nicht beenden. Bitte versuchen Sie es erneut.',

  error: 'Fehler',
  updateTitle: 'Neue Version verfügbar',
  updateText: 'Laden Sie die Seite neu, um damit weiterzuarbeiten. Ihre Eingaben bleiben erhalten.',
  reload: 'Neu laden',
  csrfFailed:
    'Die Sicherheitsprüfung ist zweimal fehlgeschlagen. Bitte laden Sie die Seite neu und erlauben Sie Cookies.',
  accountUnclear: 'Sie sind angemeldet, aber Ihr Konto ließ sich gerade nicht laden.',
  retry: 'Erneut versuchen',
  /** Below the sentences that the specification fixes in English. */
  networkFailure: 'Das hat nicht geklappt. Bitte versuchen Sie es erneut.',
  startFailed: 'Die Anwendung konnte nicht geladen werden. Bitte prüfen Sie Ihre Verbindung.',
  startHangs: 'Der Server antwortet nicht. Bitte prüfen Sie Ihre Verbindung.',
} as const

/** Sentences that the specification fixes in English. Their elements have lang="en". */
export const fixedShellTexts = {
  networkTitle: 'Something went wrong.',
  networkMessage: "Sorry, that didn't work. Please try again.",
} as const
