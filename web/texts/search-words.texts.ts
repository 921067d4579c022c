/** Other names for pages and settings: searched, never displayed. Whole phrases, as people type them. */
import { businessProfileTexts } from './business-profile.texts.ts'
import { collectionTexts } from './collections.texts.ts'
import { dnsTexts } from './dns.texts.ts'
import type { settingsTexts } from './settings.texts.ts'

/** Sections of the admin's settings. */
export const sectionWords: Readonly<Record<keyof typeof settingsTexts.sections, readonly string[]>> = {
  company: ['Logo', 'Firmenname', 'Firmendaten', 'Anschrift ändern', 'Adresse ändern', 'Telefonnummer ändern'],
  billing: ['Kontonummer', 'IBAN', 'Stundensatz ändern', 'Kleinunternehmer', 'Mehrwertsteuer', 'Umsatzsteuer'],
  homepage: ['Homepage', 'Webseite', 'Texte der Startseite'],
  powerMaster: ['Projektseite', 'Energieseite'],
  legalTexts: ['Datenschutzerklärung', 'AGB'],
  users: ['Zugang anlegen', 'Zugänge', 'Benutzer einladen', 'Mitarbeiter', 'Passwort zurücksetzen'],
  impersonation: ['Als Kunde ansehen', 'Kundenportal ansehen'],
  newsletters: ['Rundmail', 'Rundschreiben'],
  outbox: ['Gesendete E-Mails', 'Mailserver', 'SMTP'],
  auditLog: ['Verlauf', 'Historie', 'Fehlgeschlagene Anmeldungen', 'Audit', 'Audit-Log'],
  backups: ['Backup', 'Datensicherung', 'Daten wiederherstellen', 'Schlüsseldatei'],
}

/** The labels of the fields in the sections of the settings. */
export const sectionFields: Readonly<Partial<Record<keyof typeof settingsTexts.sections, readonly string[]>>> = {
  company: fieldLabels(businessProfileTexts.company),
  billing: fieldLabels(businessProfileTexts.billing),
  legalTexts: fieldLabels(businessProfileTexts.legal),
}

/** Without the sentences around the fields. */
function fieldLabels(texts: Readonly<Record<string, string>>): string[] {
  return Object.entries(texts)
    .filter(([name]) => name !== 'title' && !/lead$|hint$|unit$/i.test(name))
    .map(([, label]) => label)
}

/** Views of pages. */
export const viewWords = {
  billingRun: ['Monatsabrechnung', 'Monat abrechnen'],
  dns: {
    hostnames: [dnsTexts.title, 'DynDNS', dnsTexts.hostnames.create],
    domains: ['DNS-Anbieter', 'API-Key', dnsTexts.domains.create],
    endpoints: ['Router', 'FRITZ!Box', dnsTexts.endpoints.create],
  },
  groups: [collectionTexts.title, collectionTexts.newCollection],
  sites: ['Anlage', 'Häuser'],
  energy: {
    now: ['Verlauf der Energie', 'Messwerte', 'Stromverbrauch'],
    plan: ['Fahrplan', 'Tagesplan'],
    prices: ['Strompreise', 'Börsenpreise'],
    bill: ['Stromrechnung', 'Stromkosten'],
    tariffs: ['Stromtarife', 'Stromvertrag'],
  },
  monthReport: ['Energiebericht'],
  customerLinks: ['Kundenlinks'],
} as const

/** Forms of new rows, and the timer. */
export const actionWords = {
  newTicket: ['Neues Ticket', 'Ticket erstellen'],
  newCustomer: ['Kunde anlegen', 'Neuer Kunde', 'Kunden erstellen'],
  newInvoice: ['Neue Rechnung', 'Rechnung erstellen', 'Rechnung schreiben'],
  newRequest: ['Anfrage anlegen', 'Neue Anfrage'],
  newService: ['Neuer Dienst', 'Dienst erstellen'],
  newSite: ['Neue Anlage', 'Haus anlegen'],
  newQuestion: ['Neue Frage', 'Häufige Frage'],
  timer: ['Timer', 'Stoppuhr', 'Zeiterfassung', 'Zeit erfassen'],
} as const

/** Sections of the account settings, by their ids in the address. */
export const ownSettingsWords: Readonly<Record<string, readonly string[]>> = {
  'e-mails': ['Benachrichtigungen', 'Newsletter abbestellen', 'Newsletter bestellen'],
  angaben: ['Telefonnummer ändern', 'Adresse ändern', 'Anschrift ändern', 'Name ändern', 'Kontaktdaten'],
  'e-mail': ['E-Mail-Adresse ändern', 'Mailadresse ändern'],
  passwort: ['Passwort ändern', 'Kennwort ändern', 'Neues Passwort'],
  'zweiter-faktor': ['Zwei-Faktor-Anmeldung', '2FA', 'Passkey', 'Authenticator'],
  geraete: ['Sitzungen', 'Überall abmelden', 'Letzter Fehlversuch'],
  zugriffe: ['Wer hat angesehen', 'Wer hat zugegriffen'],
  daten: ['Daten herunterladen', 'Datenauskunft', 'DSGVO'],
  konto: ['Konto löschen', 'Account löschen', 'Kündigen'],
}

/** Filtered lists: name, content, and other names. */
export const listWords = {
  unpaid: {
    label: 'Offene Rechnungen',
    note: 'Rechnungen, die noch nicht bezahlt sind',
    words: ['Unbezahlte Rechnungen', 'Nicht bezahlte Rechnungen', 'Offene Posten', 'Zahlungen', 'Zu zahlen'],
  },
  overdue: {
    label: 'Überfällige Rechnungen',
    note: 'Rechnungen, deren Frist vorbei ist',
    words: ['Mahnungen', 'Zahlungsverzug', 'Fällige Rechnungen'],
  },
  drafts: {
    label: 'Entwürfe von Rechnungen',
    note: 'Noch nicht veröffentlicht',
    words: ['Rechnungsentwürfe', 'Unveröffentlichte Rechnungen'],
  },
  toBill: {
    label: 'Nicht abgerechnete Tickets',
    note: 'Auswählen und abrechnen',
    words: ['Stunden abrechnen', 'Abrechnen', 'Zeiten abrechnen', 'Offene Stunden', 'Noch nicht abgerechnet'],
  },
  openWishes: {
    label: 'Tickets mit offenen Wünschen',
    note: 'Was Kunden sich wünschen und noch niemand begonnen hat',
    words: ['Offene Wünsche', 'Kundenwünsche', 'Wunschliste'],
  },
  inProgress: {
    label: 'Tickets in Bearbeitung',
    note: 'Woran gearbeitet wird',
    words: ['Laufende Tickets', 'Offene Tickets', 'Aktuelle Arbeiten'],
  },
  openRequests: {
    label: 'Offene Anfragen',
    note: 'Noch nicht beantwortet',
    words: ['Unbeantwortete Anfragen', 'Neue Anfragen'],
  },
  newRequest: {
    label: 'Anfrage stellen',
    note: 'Was Sie brauchen oder was nicht geht',
    words: ['Problem melden', 'Hilfe', 'Neuer Auftrag', 'Störung melden'],
  },
  newMessages: {
    label: 'Neue Nachrichten',
    note: 'Vom Kontaktformular',
    words: ['Ungelesene Nachrichten', 'Posteingang'],
  },
  troubled: {
    label: 'Gestörte Dienste',
    note: 'Nicht erreichbar oder ohne Lebenszeichen',
    words: ['Störungen', 'Ausfälle', 'Offline'],
  },
} as const satisfies Readonly<Record<string, { label: string; note: string; words: readonly string[] }>>
